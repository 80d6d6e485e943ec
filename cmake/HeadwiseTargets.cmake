# headwise_floor(<name> SOURCES ... DEPS ... [PRIVATE_DEPS ...])
#
# Declares the static library headwise_<name> with the alias headwise::<name>. DEPS are the
# floors and libraries that its headers show; PRIVATE_DEPS those that only its sources use.
function(headwise_floor name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(headwise_${name} STATIC ${ARG_SOURCES})
  add_library(headwise::${name} ALIAS headwise_${name})
  set_target_properties(headwise_${name} PROPERTIES
    EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(headwise_${name}
    PUBLIC headwise_build_flags ${ARG_DEPS} PRIVATE ${ARG_PRIVATE_DEPS})
endfunction()
