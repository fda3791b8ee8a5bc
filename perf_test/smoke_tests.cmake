# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every suite runs on tiny arrays and verifies its results; and a damaged result is noticed.

function(isomer_perf_test name)
  add_test(NAME perf.${name} COMMAND isomer_perf ${ARGN})
  set_tests_properties(perf.${name} PROPERTIES TIMEOUT 120)
endfunction()

string(JOIN , suites permute permute6d high_rank random square2d skinny relayout cast small batch
  single_use call_count size_sweep
  records_permute rearrange record_loops record_reads records records_random model_check in_place in_place_square in_place_skinny in_place_rankn)
foreach(test "smoke" "notices_corruption")
  add_test(NAME perf.${test} COMMAND ${CMAKE_COMMAND} -DPERF=$<TARGET_FILE:isomer_perf>
    -DSUITES=${suites} -DCORRUPT=$<STREQUAL:${test},notices_corruption>
    -P ${CMAKE_CURRENT_SOURCE_DIR}/smoke_test.cmake)
  set_tests_properties(perf.${test} PROPERTIES TIMEOUT 300)
endforeach()
isomer_perf_test(smoke_all_types --suite=permute,in_place,relayout
  --type=u8,u16,u32,u64,f32,f64,c64,c128 --smoke)
set_tests_properties(perf.smoke_all_types PROPERTIES FAIL_REGULAR_EXPRESSION "FAILED")

isomer_perf_test(calibrates --calibrate=${CMAKE_CURRENT_BINARY_DIR}/smoke_model.txt --smoke)
set_tests_properties(perf.calibrates PROPERTIES
  PASS_REGULAR_EXPRESSION "chosen plan within 5 % of the best: .*written to .*smoke_model.txt"
  FIXTURES_SETUP smoke_model)
isomer_perf_test(takes_the_model_it_wrote --suite=square2d --smoke)
set_tests_properties(perf.takes_the_model_it_wrote PROPERTIES
  ENVIRONMENT ISOMER_MODEL=${CMAKE_CURRENT_BINARY_DIR}/smoke_model.txt
  FIXTURES_REQUIRED smoke_model FAIL_REGULAR_EXPRESSION "ISOMER_MODEL")

isomer_perf_test(calibrates_records
  --calibrate-records=${CMAKE_CURRENT_BINARY_DIR}/smoke_tree.txt --smoke)
set_tests_properties(perf.calibrates_records PROPERTIES
  PASS_REGULAR_EXPRESSION "tree=all nodes=[0-9]+ error=.*tree=sigma_only .*written to .*smoke_tree.txt")

add_test(NAME perf.writes_json COMMAND ${CMAKE_COMMAND} -DPERF=$<TARGET_FILE:isomer_perf>
  -DOUT=${CMAKE_CURRENT_BINARY_DIR}/smoke.json -P ${CMAKE_CURRENT_SOURCE_DIR}/json_test.cmake)
set_tests_properties(perf.writes_json PROPERTIES TIMEOUT 120)
isomer_perf_test(names_a_wrong_flag --no-such-flag)
set_tests_properties(perf.names_a_wrong_flag PROPERTIES
  PASS_REGULAR_EXPRESSION "^isomer_perf: \"--no-such-flag\" is no flag of isomer_perf")
isomer_perf_test(names_a_wrong_format --benchmark_format=yaml)
set_tests_properties(perf.names_a_wrong_format PROPERTIES
  PASS_REGULAR_EXPRESSION "^isomer_perf: --benchmark_format: was \"yaml\"")

isomer_perf_test(names_a_wrong_format_of_the_file --benchmark_out_format=yaml)
set_tests_properties(perf.names_a_wrong_format_of_the_file PROPERTIES
  PASS_REGULAR_EXPRESSION "^isomer_perf: --benchmark_out_format: was \"yaml\"")
isomer_perf_test(says_that_no_case_is_left --suite=cast --type=u8 --smoke)
set_tests_properties(perf.says_that_no_case_is_left PROPERTIES
  PASS_REGULAR_EXPRESSION "^isomer_perf: no case is left by --suite, --type")
isomer_perf_test(says_that_no_case_meets_the_filter --smoke --benchmark_filter=no_such)
set_tests_properties(perf.says_that_no_case_meets_the_filter PROPERTIES
  PASS_REGULAR_EXPRESSION "isomer_perf: --benchmark_filter: is met by none of [0-9]+ cases")
isomer_perf_test(names_a_file_that_cannot_be_written --smoke
  --calibrate=${CMAKE_CURRENT_BINARY_DIR}/no/such/folder/model.txt)
set_tests_properties(perf.names_a_file_that_cannot_be_written PROPERTIES
  PASS_REGULAR_EXPRESSION "^isomer_perf: [^\n]*/no/such/folder/model.txt: cannot be written")
add_test(NAME perf.lists_each_case_once COMMAND ${CMAKE_COMMAND} -DPERF=$<TARGET_FILE:isomer_perf>
  -P ${CMAKE_CURRENT_SOURCE_DIR}/list_test.cmake)
set_tests_properties(perf.lists_each_case_once PROPERTIES TIMEOUT 120)
isomer_perf_test(skips_what_no_memory_holds --benchmark_filter=permute
  --cases=${CMAKE_CURRENT_SOURCE_DIR}/cases/huge.txt)
set_tests_properties(perf.skips_what_no_memory_holds PROPERTIES
  PASS_REGULAR_EXPRESSION "skipped: needs [0-9]+ MiB of memory" FAIL_REGULAR_EXPRESSION "FAILED")
isomer_perf_test(forces_no_schema_of_the_c_interface --suite=high_rank --smoke --schema=tiled)
set_tests_properties(perf.forces_no_schema_of_the_c_interface PROPERTIES
  PASS_REGULAR_EXPRESSION "skipped: the C interface has no schema to force")

# A card that is not there: every case right, and a damaged one noticed.
isomer_perf_test(emulates --emulate=h200 --suite=permute,random,in_place,in_place_skinny --smoke
  --max-bytes=16K)
set_tests_properties(perf.emulates PROPERTIES
  PASS_REGULAR_EXPRESSION "emulated=h200 cases=[0-9]+ wrong=0 races=0 sectors_of_ideal_geomean=1\\.[01][0-9]* ")
isomer_perf_test(emulates_any_type --emulate=a100 --suite=permute,relayout --smoke --max-bytes=8K
  --type=u8,u16,f32,f64,c128)
set_tests_properties(perf.emulates_any_type PROPERTIES
  PASS_REGULAR_EXPRESSION "emulated=a100 cases=[0-9]+ wrong=0 races=0")
add_test(NAME perf.emulation_notices_corruption COMMAND ${CMAKE_COMMAND}
  -DPERF=$<TARGET_FILE:isomer_perf> -P ${CMAKE_CURRENT_SOURCE_DIR}/emulation_test.cmake)
set_tests_properties(perf.emulation_notices_corruption PROPERTIES TIMEOUT 120)
isomer_perf_test(emulates_no_unknown_card --emulate=b300)
set_tests_properties(perf.emulates_no_unknown_card PROPERTIES
  PASS_REGULAR_EXPRESSION "^isomer_perf: --emulate: was \"b300\", has to be one of h200, h100, a100")
isomer_perf_test(emulates_permutations_only --emulate=h200 --suite=small --smoke)
set_tests_properties(perf.emulates_permutations_only PROPERTIES
  PASS_REGULAR_EXPRESSION "suite small has cases that are no permutations; .* records_permute")
