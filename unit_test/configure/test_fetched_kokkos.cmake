# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# What a Kokkos is configured with that Isomer builds itself.
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

project_of([[
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/KokkosCore_config.h
  "#define KOKKOS_VERSION_MAJOR 5\n#define KOKKOS_VERSION_MINOR 1\n#define KOKKOS_VERSION_PATCH 0\n")
add_library(Kokkos::kokkos INTERFACE IMPORTED GLOBAL)
message("OpenMP: ${Kokkos_ENABLE_OPENMP}, position independent: ${CMAKE_POSITION_INDEPENDENT_CODE}.")
]] sources)
file(WRITE ${DIR}/modules/FindOpenMP.cmake "set(OpenMP_CXX_FOUND TRUE)\n")
file(WRITE ${DIR}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(Small LANGUAGES NONE)\n"
  "list(APPEND CMAKE_MODULE_PATH ${DIR}/modules)\ninclude(${ROOT}/cmake/kokkos/kokkos.cmake)\n"
  "message(\"left: \${CMAKE_POSITION_INDEPENDENT_CODE}.\")\n")

# configured(SENTENCE ARGUMENT...): in a build folder of its own.
function(configured sentence)
  file(REMOVE_RECURSE ${DIR}/of_build)
  expect("${sentence}" -DFETCHCONTENT_SOURCE_DIR_KOKKOS=${DIR}/sources ${ARGN})
endfunction()

configured("OpenMP: ON, position independent: ON\\. .*left: \\.")
configured("OpenMP: , position independent: ON\\." -DKokkos_ENABLE_THREADS=ON)
configured("OpenMP: , position independent: ON\\." -DKokkos_ENABLE_HPX=ON)
configured("OpenMP: OFF, position independent: OFF\\. .*left: OFF\\."
           -DKokkos_ENABLE_OPENMP=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=OFF)
