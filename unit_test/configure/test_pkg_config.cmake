# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# isomer.pc names the folder of Kokkos' targets and all that they link, whoever has made them.
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

set(kokkos [[
add_library(CUDA::cudart SHARED IMPORTED)
set_target_properties(CUDA::cudart PROPERTIES IMPORTED_LOCATION /cuda/libcudart.so)
add_library(OpenMP::OpenMP_CXX INTERFACE IMPORTED)
target_link_libraries(OpenMP::OpenMP_CXX INTERFACE /gcc/libgomp.so /usr/lib/libpthread.a)
add_library(Kokkos::LIBDL INTERFACE IMPORTED)
target_link_libraries(Kokkos::LIBDL INTERFACE dl)
add_library(Kokkos::kokkoscore STATIC IMPORTED)
set_target_properties(Kokkos::kokkoscore PROPERTIES IMPORTED_LOCATION /far/lib64/libkokkoscore.a
  INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:Kokkos::LIBDL>;OpenMP::OpenMP_CXX;/usr/lib/libhwloc.so;CUDA::cudart")
add_library(Kokkos::kokkoscontainers STATIC IMPORTED)
set_target_properties(Kokkos::kokkoscontainers PROPERTIES
  IMPORTED_LOCATION /far/lib64/libkokkoscontainers.a INTERFACE_LINK_LIBRARIES Kokkos::kokkoscore)
add_library(Kokkos::kokkos INTERFACE IMPORTED)
target_link_libraries(Kokkos::kokkos INTERFACE Kokkos::kokkoscore Kokkos::kokkoscontainers)
set(Kokkos_ENABLE_OPENMP ON)
set(CMAKE_INSTALL_LIBDIR lib)
set(CMAKE_INSTALL_INCLUDEDIR include)
]])
foreach(choice system parent)
  project_of("${kokkos}set(ISOMER_KOKKOS_CHOICE ${choice})\n\
include(${ROOT}/cmake/package/install_pkg_config.cmake)\n")
  expect("")
  file(READ ${DIR}/of_build/package/isomer.pc text)
  foreach(part "kokkos_libdir=/far/lib64\n"
          " -lkokkoscontainers -lkokkoscore -ldl /usr/lib/libhwloc.so /cuda/libcudart.so -fopenmp -lstdc++")
    string(FIND "${text}" "${part}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "with a Kokkos from '${choice}' isomer.pc has to say '${part}':\n${text}")
    endif()
  endforeach()
endforeach()
