# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# A static Kokkos of a package fits a shared library if it was compiled for one.
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

# fits(FLAG ANSWER): a Kokkos that was compiled with this flag.
function(fits flag answer)
  project_of("enable_language(CXX)\nadd_library(Kokkos::kokkoscore STATIC IMPORTED)\n\
set_target_properties(Kokkos::kokkoscore PROPERTIES IMPORTED_LOCATION ${DIR}/libkokkoscore.a)\n\
include(${ROOT}/cmake/kokkos/fits_shared.cmake)\nisomer_kokkos_fits_shared(fits)\nmessage(\"fits: \${fits}.\")\n")
  file(WRITE ${DIR}/core.cpp "extern int value[4];\nint value[4];\nint first() { return value[0]; }\n")
  execute_process(COMMAND ${CXX} ${flag} -c ${DIR}/core.cpp -o ${DIR}/core.o COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${AR} rc ${DIR}/libkokkoscore.a ${DIR}/core.o COMMAND_ERROR_IS_FATAL ANY)
  expect("fits: ${answer}\\." -DCMAKE_CXX_COMPILER=${CXX})
endfunction()

fits(-fPIC 1)
fits(-fno-pic "")
