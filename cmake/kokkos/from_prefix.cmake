# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Defines Kokkos::kokkos (and Kokkos::kokkoskernels) for packages unpacked at ISOMER_KOKKOS_PREFIX.
# Debian's own KokkosTargets.cmake cannot be used: it holds absolute paths and names libraries that
# the package does not ship. This file is installed too, for a Kokkos installed along with Isomer.

file(GLOB ISOMER_KOKKOS_LIBDIR ${ISOMER_KOKKOS_PREFIX}/usr/lib/*-linux-gnu*)
set(isomer_kokkos_include ${ISOMER_KOKKOS_PREFIX}/usr/include/kokkos)

include(${CMAKE_CURRENT_LIST_DIR}/read_config.cmake)
isomer_read_kokkos_config(${isomer_kokkos_include}/KokkosCore_config.h)

file(GLOB isomer_kokkos_libraries ${ISOMER_KOKKOS_LIBDIR}/libkokkos*.so)
add_library(Kokkos::kokkos INTERFACE IMPORTED GLOBAL)
target_include_directories(Kokkos::kokkos INTERFACE ${isomer_kokkos_include})
target_compile_features(Kokkos::kokkos INTERFACE cxx_std_20)
target_compile_definitions(Kokkos::kokkos INTERFACE $<$<COMPILE_LANGUAGE:CXX>:KOKKOS_DEPENDENCE>)
target_link_libraries(Kokkos::kokkos INTERFACE ${isomer_kokkos_libraries} ${CMAKE_DL_LIBS})
if(Kokkos_ENABLE_OPENMP)
  target_compile_options(Kokkos::kokkos INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fopenmp>)
  target_link_options(Kokkos::kokkos INTERFACE -fopenmp)
endif()

# A C library beside Kokkos means that the host's is older than what Kokkos was built for: programs
# then start through this newer loader. RPATH, not RUNPATH, since Kokkos' own needs are met by it too.
file(GLOB ISOMER_KOKKOS_LOADER ${ISOMER_KOKKOS_LIBDIR}/ld-linux*.so.*)
if(ISOMER_KOKKOS_LOADER)
  target_link_options(Kokkos::kokkos INTERFACE
    -Wl,--disable-new-dtags -Wl,--allow-shlib-undefined
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:ISOMER_HOST_LOADER>>>:-Wl,--dynamic-linker=${ISOMER_KOKKOS_LOADER}>)
endif()

file(GLOB isomer_kokkoskernels ${ISOMER_KOKKOS_LIBDIR}/libtrilinos_kokkoskernels.so)
if(isomer_kokkoskernels)
  file(GLOB isomer_kokkoskernels_needs
       ${ISOMER_KOKKOS_LIBDIR}/lapack/liblapack.so.3 ${ISOMER_KOKKOS_LIBDIR}/blas/libblas.so.3)
  add_library(Kokkos::kokkoskernels INTERFACE IMPORTED GLOBAL)
  target_include_directories(Kokkos::kokkoskernels INTERFACE ${ISOMER_KOKKOS_PREFIX}/usr/include/trilinos)
  target_link_libraries(Kokkos::kokkoskernels INTERFACE
    ${isomer_kokkoskernels} ${isomer_kokkoskernels_needs} Kokkos::kokkos)
endif()
