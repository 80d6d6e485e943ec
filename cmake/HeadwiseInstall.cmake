# What `cmake --install` puts where, and find_package(headwise).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(headwise_include_dir ${CMAKE_INSTALL_INCLUDEDIR}/headwise)
set(headwise_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/headwise)

set(installed_targets
  headwise_build_flags headwise_tensor headwise_parallel headwise_simd headwise_onednn
  headwise_checkpoint headwise_attention headwise_engine)
# Headers that a user of the engine sees; the others are the engine's own.
set(public_headers
  engine/tensor/aligned_buffer.h engine/tensor/huge_pages.h engine/tensor/convert.h engine/tensor/dtype.h
  engine/tensor/shape.h engine/tensor/tensor.h engine/tensor/tensor_view.h
  engine/checkpoint/checkpoint.h engine/checkpoint/file.h engine/checkpoint/layer_spec.h
  engine/checkpoint/qk_norm_spec.h engine/checkpoint/relative_bias_spec.h
  engine/checkpoint/rope_spec.h engine/checkpoint/safetensors_file.h
  engine/checkpoint/safetensors_header.h engine/checkpoint/safetensors_writer.h
  engine/checkpoint/skipped_tensors.h
  engine/attention/attend.h engine/attention/attention_core.h engine/attention/attention_layer.h
  engine/attention/attention_mask.h engine/attention/attention_request.h
  engine/attention/attention_task.h engine/attention/merge_partial.h
  engine/attention/output_selection.h
  engine/attention/engine.h engine/attention/model.h engine/tensor/weight_options.h)

if(NOT HEADWISE_ENGINE_ONLY)
  list(APPEND installed_targets headwise_proto headwise_client)
  list(APPEND public_headers
    client/library/client.h client/library/client_options.h client/library/mask.h
    client/library/tensor.h)
  install(TARGETS headwise-server headwise_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${HEADWISE_PROTO_GENERATED_DIR}/
    DESTINATION ${headwise_include_dir} FILES_MATCHING PATTERN "*.h")
  install(DIRECTORY proto/headwise proto/grpc
    DESTINATION ${CMAKE_INSTALL_DATADIR}/headwise/proto FILES_MATCHING PATTERN "*.proto")
endif()

foreach(header IN LISTS public_headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${headwise_include_dir}/${folder})
endforeach()

install(TARGETS ${installed_targets} EXPORT headwiseTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT headwiseTargets NAMESPACE headwise:: DESTINATION ${headwise_package_dir})
configure_package_config_file(cmake/headwiseConfig.cmake.in
  ${CMAKE_BINARY_DIR}/headwiseConfig.cmake INSTALL_DESTINATION ${headwise_package_dir})
# Before 1.0 a new minor version may break what the one before promised.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/headwiseConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_BINARY_DIR}/headwiseConfig.cmake ${CMAKE_BINARY_DIR}/headwiseConfigVersion.cmake
  DESTINATION ${headwise_package_dir})
