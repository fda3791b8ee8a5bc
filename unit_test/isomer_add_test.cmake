# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# isomer_add_test(NAME SOURCE... [TIMEOUT SECONDS] [PROPERTIES ...])
# A test program `test_NAME` with the shared main (Kokkos is up while the tests run), whose test
# cases CTest knows one by one. It may include what src/ keeps to itself.
function(isomer_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "TIMEOUT" "PROPERTIES")
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 120)
  endif()
  set(target test_${name})
  add_executable(${target} ${test_UNPARSED_ARGUMENTS})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE isomer_test_main)
  isomer_set_warnings(${target})
  # Threads that wait by spinning starve the tests that CTest runs beside this one.
  list(APPEND test_PROPERTIES ENVIRONMENT OMP_WAIT_POLICY=passive)
  # PRE_TEST: the build does not run what it has just linked, so it works for another machine too.
  gtest_discover_tests(${target}
    DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    TEST_PREFIX ${name}. PROPERTIES TIMEOUT ${test_TIMEOUT} ${test_PROPERTIES})
endfunction()
