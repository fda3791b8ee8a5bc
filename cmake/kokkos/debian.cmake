# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Debian's binary packages of Kokkos, unpacked into the build folder. One copy per variant serves
# all presets, so only the first configure needs the network.

set(ISOMER_KOKKOS_PACKAGES_openmp libkokkos-dev)
set(ISOMER_KOKKOS_PACKAGES_serial-kernels libtrilinos-kokkos-dev libtrilinos-kokkos-kernels-dev)
if(NOT DEFINED ISOMER_KOKKOS_PACKAGES_${ISOMER_KOKKOS_VARIANT})
  message(FATAL_ERROR "Isomer: ISOMER_KOKKOS_VARIANT is '${ISOMER_KOKKOS_VARIANT}', "
                      "it has to be openmp or serial-kernels")
endif()

if(PROJECT_IS_TOP_LEVEL)
  set(unpack_root ${PROJECT_SOURCE_DIR}/build/_kokkos)
else()
  set(unpack_root ${CMAKE_BINARY_DIR}/_kokkos)
endif()
set(ISOMER_KOKKOS_UNPACK_DIR ${unpack_root} CACHE PATH "Where Debian's Kokkos is unpacked")
set(ISOMER_KOKKOS_PREFIX ${ISOMER_KOKKOS_UNPACK_DIR}/${ISOMER_KOKKOS_VARIANT})

# packages.txt is written last: with it the copy is whole. The lock is for presets configured at once.
file(LOCK ${ISOMER_KOKKOS_PREFIX}.lock TIMEOUT 600)
if(NOT EXISTS ${ISOMER_KOKKOS_PREFIX}/packages.txt)
  message(STATUS "Isomer: unpacking Debian's Kokkos (${ISOMER_KOKKOS_VARIANT}) into ${ISOMER_KOKKOS_PREFIX}")
  execute_process(
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/unpack_debian_packages.sh ${ISOMER_KOKKOS_PREFIX}
            ${ISOMER_KOKKOS_PACKAGES_${ISOMER_KOKKOS_VARIANT}}
    RESULT_VARIABLE failed ERROR_VARIABLE why ERROR_STRIP_TRAILING_WHITESPACE)
  if(NOT failed STREQUAL "0")
    file(LOCK ${ISOMER_KOKKOS_PREFIX}.lock RELEASE)
    message(FATAL_ERROR
      "Isomer: no Kokkos at hand, and Debian's packages could not be unpacked:\n  ${why}\n"
      "Install Kokkos ${ISOMER_KOKKOS_MINIMUM} or newer and add its prefix to CMAKE_PREFIX_PATH, or "
      "give its sources with -DFETCHCONTENT_SOURCE_DIR_KOKKOS=DIR.")
  endif()
endif()
file(LOCK ${ISOMER_KOKKOS_PREFIX}.lock RELEASE)

include(${CMAKE_CURRENT_LIST_DIR}/from_prefix.cmake)
