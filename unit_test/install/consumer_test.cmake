# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds and runs consumer/ the way that `way` says, then looks for what must not reach a consumer.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

if(way STREQUAL "package")
  # Installed, then moved: what a package manager does, and proof that nothing remembers a path.
  file(REMOVE_RECURSE ${work}/staged ${work}/prefix)
  run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/staged)
  file(RENAME ${work}/staged ${work}/prefix)
  set(arguments -DCMAKE_PREFIX_PATH=${work}/prefix)
else()
  set(arguments -DFETCHCONTENT_SOURCE_DIR_ISOMER=${source} ${of_kokkos})
endif()

# Debug: the compile time of the library counts here, its speed does not.
run(${CMAKE_COMMAND} -G ${generator} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${work}/build
    -Dway=${way} -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_BUILD_TYPE=Debug ${arguments})
if(way STREQUAL "fetch")
  # What is new is how the library was found, not how it is built.
  run(${CMAKE_COMMAND} --build ${work}/build --target consumer_object)
else()
  run(${CMAKE_COMMAND} --build ${work}/build)
  run(${work}/build/consumer)
  run(${work}/build/consumer_of_files)
endif()
set(consumer ${work}/build)
include(${CMAKE_CURRENT_LIST_DIR}/flags_of_consumer.cmake)

# C knows the package by pkg-config.
find_program(pkg_config pkg-config)
if(way STREQUAL "package" AND pkg_config)
  file(GLOB_RECURSE pc ${work}/prefix/*/isomer.pc)
  cmake_path(GET pc PARENT_PATH folder)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  execute_process(COMMAND ${pkg_config} --cflags --libs isomer
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(cc ${source}/unit_test/c/program.c -o ${work}/build/program_of_c ${flags})
  run(${work}/build/program_of_c)
endif()

if(way STREQUAL "package")
  include(${CMAKE_CURRENT_LIST_DIR}/refusals.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/prefix_is_relocatable.cmake)
endif()
