# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

option(ISOMER_TEST_EACH "CTest knows every test case, not only every test program" OFF)

# isomer_add_gtest(TARGET PREFIX [EXEC] [ISA NAME] [SHARDS N] [TIMEOUT SECONDS] [PROPERTIES ...])
# Gives CTest the GoogleTest program TARGET as PREFIX, or as N parts of about as many test cases. With
# ISOMER_TEST_EACH each case is an entry of its own, and runs in a process of its own. Labels: EXEC
# says that kernels run in a Kokkos execution space; `pure` is what does not depend on it. ISA: with
# the host kernels of that instruction set.
function(isomer_add_gtest target prefix)
  cmake_parse_arguments(PARSE_ARGV 2 test "EXEC" "ISA;SHARDS;TIMEOUT" "PROPERTIES")
  set(label pure)
  if(test_EXEC)
    set(label exec)
    add_dependencies(isomer_exec_tests ${target})
  endif()
  # Threads that wait by spinning starve the tests that CTest runs beside this one.
  set(environment OMP_WAIT_POLICY=passive)
  if(test_ISA)
    list(APPEND environment ISOMER_ISA=${test_ISA})
  endif()
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 1200)
  endif()
  list(APPEND test_PROPERTIES LABELS ${label} TIMEOUT ${test_TIMEOUT})
  if(ISOMER_TEST_EACH)
    # PRE_TEST: the build does not run what it has just linked, so it works for another machine too.
    # NO_PRETTY_VALUES: some parameters are bytes of broken files, no part of a name.
    gtest_discover_tests(${target} NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
      TEST_PREFIX ${prefix}. PROPERTIES ${test_PROPERTIES} ENVIRONMENT "${environment}")
    return()
  endif()
  if(NOT test_SHARDS)
    set(test_SHARDS 1)
  endif()
  foreach(shard RANGE 1 ${test_SHARDS})
    set(name ${prefix})
    if(test_SHARDS GREATER 1)
      string(APPEND name .${shard}_of_${test_SHARDS})
    endif()
    math(EXPR index "${shard} - 1")
    add_test(NAME ${name} COMMAND ${target})
    # Those that were cut because they are long begin first.
    set_tests_properties(${name} PROPERTIES ${test_PROPERTIES} COST ${test_SHARDS}
      ENVIRONMENT "${environment};GTEST_TOTAL_SHARDS=${test_SHARDS};GTEST_SHARD_INDEX=${index};\
GTEST_OUTPUT=json:${PROJECT_BINARY_DIR}/Testing/gtest/${name}.json")
  endforeach()
endfunction()

# isomer_add_test(NAME SOURCE... [OPTIMIZED FILE...] [DEFINITIONS ...] [FIBERS | PLANNING] and what
# isomer_add_gtest takes)
# A test program `test_NAME` with the shared main: Kokkos is up while the tests run. It may include
# what src/ keeps to itself. OPTIMIZED names the files with long loops of their own. FIBERS is for
# device kernels: each thread runs on a fiber, and each access is judged, so neither Kokkos' space nor
# a sanitizer adds to it, and such builds leave it out (ISOMER_TEST_FIBERS). PLANNING is for what touches
# no data: sanitizers see it in the fuzz targets (ISOMER_TEST_PLANNING). ISAS: runs once more with the
# kernels of each of these instruction sets.
function(isomer_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "EXEC;FIBERS;PLANNING" "SHARDS;TIMEOUT" "DEFINITIONS;ISAS;OPTIMIZED;PROPERTIES")
  if((test_FIBERS AND NOT ISOMER_TEST_FIBERS) OR (test_PLANNING AND NOT ISOMER_TEST_PLANNING))
    return()
  endif()
  set(target test_${name})
  set(sources ${test_UNPARSED_ARGUMENTS} ${test_OPTIMIZED})
  list(REMOVE_DUPLICATES sources)
  add_executable(${target} ${sources})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(${target} PRIVATE ${test_DEFINITIONS})
  target_link_libraries(${target} PRIVATE isomer_test_main)
  if(test_FIBERS)
    target_link_libraries(${target} PRIVATE isomer_test_team)
  endif()
  isomer_set_warnings(${target})
  isomer_calls_only(${target} OPTIMIZED ${test_OPTIMIZED})
  isomer_precompile(${target} REUSE_FROM isomer_test_main)
  set(passed_on)
  if(test_EXEC)
    list(APPEND passed_on EXEC)
  endif()
  foreach(option SHARDS TIMEOUT PROPERTIES)
    if(test_${option})
      list(APPEND passed_on ${option} ${test_${option}})
    endif()
  endforeach()
  isomer_add_gtest(${target} ${name} ${passed_on})
  foreach(isa IN LISTS test_ISAS)
    isomer_add_gtest(${target} ${name}_with_${isa} ISA ${isa} ${passed_on})
  endforeach()
endfunction()
