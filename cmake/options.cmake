# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What to build. Inside another project only the library is built, and installed only when asked.

# isomer_option(NAME OLD-NAME TEXT DEFAULT): named as in Kokkos' ecosystem. The old name still works: of
# a build folder once, since its value is kept by the new name; as a variable of a project above for as
# long as that sets it, whatever the folder holds.
function(isomer_option name old text default)
  if(DEFINED CACHE{${old}})
    message(NOTICE "Isomer: ${old} is called ${name} now")
    set(${name} $CACHE{${old}} CACHE BOOL "${text}" FORCE)
    unset(${old} CACHE)
  endif()
  option(${name} "${text}" ${default})
  if(DEFINED ${old})
    message(NOTICE "Isomer: ${old} is called ${name} now")
    set(${name} ${${old}} PARENT_SCOPE)
  endif()
endfunction()

option(BUILD_SHARED_LIBS "Build a shared library" OFF)
isomer_option(Isomer_ENABLE_PROGRAM ISOMER_BUILD_PROGRAM
  "Build the command line program" ${PROJECT_IS_TOP_LEVEL})
isomer_option(Isomer_ENABLE_TESTS ISOMER_BUILD_TESTS
  "Build the tests (needs GoogleTest)" ${PROJECT_IS_TOP_LEVEL})
isomer_option(Isomer_ENABLE_BENCHMARKS ISOMER_BUILD_PERF
  "Build isomer_perf (needs Google Benchmark)" ${PROJECT_IS_TOP_LEVEL})
isomer_option(Isomer_ENABLE_EXAMPLES ISOMER_BUILD_EXAMPLES
  "Build the examples" ${PROJECT_IS_TOP_LEVEL})
isomer_option(Isomer_ENABLE_FUZZ ISOMER_BUILD_FUZZ "Build the fuzz targets (needs Clang)" OFF)
isomer_option(Isomer_ENABLE_INSTALL ISOMER_INSTALL
  "Install the library and its package file" ${PROJECT_IS_TOP_LEVEL})
option(ISOMER_TEST_PACKAGING "Test each header alone, and use from outside projects" ON)
option(ISOMER_TEST_SAMPLE "Take a part of the types and cases over which tests repeat themselves" OFF)
option(ISOMER_TEST_FIBERS "Run device kernels thread by thread, whatever Kokkos is" ON)
option(ISOMER_TEST_PLANNING "Test what chooses and prices, which touches no data" ON)
option(ISOMER_TEST_INSTRUMENTED "Run the tests that watch each access to memory (GCC, OpenMP)" OFF)
option(ISOMER_TEST_CABANA "Test as_records with an installed Cabana" OFF)
option(ISOMER_CUDA_COMPILE "Compile the kernels with nvcc, without a CUDA build of Kokkos" OFF)
option(ISOMER_FAST_COMPILE "Precompile headers, hardly optimise callers of the library" OFF)
option(ISOMER_UNITE "Compile the files of a namespace together" OFF)
option(ISOMER_WARNINGS_AS_ERRORS "Stop at warnings; meant for CI" OFF)

# A library that is sold by its speed is not to be measured unoptimised by accident.
get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT multi_config)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(CMAKE_CXX_EXTENSIONS OFF)
endif()
