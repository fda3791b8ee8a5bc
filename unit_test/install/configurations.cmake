# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Combinations of options that no preset has are configured, not built.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

function(configure)
  run(${CMAKE_COMMAND} -G ${generator} -S ${source} -B ${work}/build -DCMAKE_CXX_COMPILER=${compiler}
      -DCMAKE_BUILD_TYPE=Debug ${of_kokkos} ${ARGN})
endfunction()
file(REMOVE_RECURSE ${work})

# Tests and examples without the programs: CLI11 is not looked up. Without an installation no test is one.
configure(-DIsomer_ENABLE_PROGRAM=OFF -DIsomer_ENABLE_BENCHMARKS=OFF -DIsomer_ENABLE_INSTALL=OFF)
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${work}/build -N OUTPUT_VARIABLE tests
                COMMAND_ERROR_IS_FATAL ANY)
if(tests MATCHES "FindsThePackage|TheExamplesAreAProject" OR NOT tests MATCHES "FetchesTheSources")
  message(FATAL_ERROR "without an installation these are tests:\n${tests}")
endif()

# Shared libraries without the programs: both have the name of a minor version, and find each other and an
# unpacked Kokkos.
configure(-DBUILD_SHARED_LIBS=ON -DIsomer_ENABLE_TESTS=OFF -DIsomer_ENABLE_EXAMPLES=OFF
          -DIsomer_ENABLE_INSTALL=ON)
file(READ ${work}/build/cmake_install.cmake install)
foreach(library isomer isomer_files)
  string(FIND "${install}" "/lib${library}.so." first)
  string(SUBSTRING "${install}" ${first} -1 of_library)
  if(NOT of_library MATCHES "^/lib${library}[.]so[.][0-9.]+\"[ \n]+\"[^\"]*/lib${library}[.]so[.][0-9]+[.][0-9]+\"")
    message(FATAL_ERROR "lib${library}.so is not installed under the name of its minor version")
  endif()
  string(REGEX MATCH " RPATH \"[^\"]*\"" run_path "${of_library}")
  if(NOT run_path MATCHES "ORIGIN" OR (provider STREQUAL "debian" AND NOT run_path MATCHES "isomer/kokkos/usr/lib"))
    message(FATAL_ERROR "lib${library}.so is installed with '${run_path}'")
  endif()
endforeach()
