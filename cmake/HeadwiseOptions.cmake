# Build options, the compiler's warnings and the sanitizers.

option(HEADWISE_BUILD_TESTS "Build the tests" ON)
option(HEADWISE_WERROR "Treat compiler warnings as errors" OFF)
option(HEADWISE_ENGINE_ONLY
       "Build only the parts that need neither gRPC nor protobuf (used under TSan)" OFF)
set(HEADWISE_SANITIZE "" CACHE STRING "Value for -fsanitize=, for example address,undefined")

find_package(Threads REQUIRED)
find_package(absl REQUIRED)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Every target of the project links this one.
add_library(headwise_build_flags INTERFACE)
set_target_properties(headwise_build_flags PROPERTIES EXPORT_NAME build_flags)
target_include_directories(headwise_build_flags INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>
  $<INSTALL_INTERFACE:include/headwise>)
target_compile_features(headwise_build_flags INTERFACE cxx_std_17)
target_compile_options(headwise_build_flags INTERFACE
  $<BUILD_INTERFACE:-Wall;-Wextra;-Wno-unused-parameter>
  $<BUILD_INTERFACE:$<$<BOOL:${HEADWISE_WERROR}>:-Werror>>)

if(HEADWISE_SANITIZE)
  add_compile_options(-fsanitize=${HEADWISE_SANITIZE} -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${HEADWISE_SANITIZE})
  if(HEADWISE_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()
