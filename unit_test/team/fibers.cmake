# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Runs kernels on fibers and judges them: library isomer_test_team, for the tests of each kernel and
# for isomer_perf --emulate.
set(fiber_sources fiber.cpp fiber_block.cpp fiber_launcher.cpp fiber_league.cpp findings.cpp
  global_memory.cpp shared_memory.cpp)
if(TARGET isomer_test_team)
  return()
endif()
list(TRANSFORM fiber_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/ OUTPUT_VARIABLE fiber_paths)
add_library(isomer_test_team STATIC EXCLUDE_FROM_ALL ${fiber_paths})
target_include_directories(isomer_test_team
  PUBLIC ${PROJECT_SOURCE_DIR}/unit_test ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(isomer_test_team PUBLIC Kokkos::kokkos)
target_compile_features(isomer_test_team PUBLIC cxx_std_20)
isomer_set_warnings(isomer_test_team)
