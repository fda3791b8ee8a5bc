# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Old names of options count: of a build folder, and of a project above whatever the folder holds.
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

project_of("if(DEFINED given)\n  set(ISOMER_BUILD_TESTS \${given})\nendif()\nadd_subdirectory(below)\n")
project_of("include(${ROOT}/cmake/options.cmake)\nmessage(\"tests: \${Isomer_ENABLE_TESTS}.\")\n" below)
set(notice "ISOMER_BUILD_TESTS is called Isomer_ENABLE_TESTS now")

expect("tests: OFF\\.")
expect("${notice} tests: ON\\." -DISOMER_BUILD_TESTS=ON)
expect("^tests: ON\\.")
expect("${notice} tests: OFF\\." -Dgiven=OFF)
expect("${notice} tests: ON\\." -Dgiven=ON)
expect("${notice} tests: OFF\\." -Dgiven=OFF -DIsomer_ENABLE_TESTS=ON)
expect("^tests: ON\\." -Ugiven)
