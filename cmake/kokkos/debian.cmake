# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Debian's binary packages of Kokkos, unpacked into build/ of the checkout, or into the build folder where
# that cannot be written. One copy per variant serves all presets, so only the first configure needs the
# network.

set(ISOMER_KOKKOS_PACKAGES_openmp libkokkos-dev)
set(ISOMER_KOKKOS_PACKAGES_serial-kernels libtrilinos-kokkos-dev libtrilinos-kokkos-kernels-dev)
if(NOT DEFINED ISOMER_KOKKOS_PACKAGES_${ISOMER_KOKKOS_VARIANT})
  message(FATAL_ERROR "Isomer: ISOMER_KOKKOS_VARIANT is '${ISOMER_KOKKOS_VARIANT}', "
                      "it has to be openmp or serial-kernels")
endif()

set(unpack_root ${CMAKE_BINARY_DIR}/_kokkos)
if(PROJECT_IS_TOP_LEVEL AND NOT ISOMER_KOKKOS_UNPACK_DIR)
  set(shared_root ${PROJECT_SOURCE_DIR}/build/_kokkos)
  execute_process(COMMAND ${CMAKE_COMMAND} -E make_directory ${shared_root} OUTPUT_QUIET ERROR_QUIET)
  execute_process(COMMAND ${CMAKE_COMMAND} -E touch ${shared_root}/${ISOMER_KOKKOS_VARIANT}.lock
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed STREQUAL "0")
    set(unpack_root ${shared_root})
  endif()
endif()
set(ISOMER_KOKKOS_UNPACK_DIR ${unpack_root} CACHE PATH "Where Debian's Kokkos is unpacked")
set(ISOMER_KOKKOS_PREFIX ${ISOMER_KOKKOS_UNPACK_DIR}/${ISOMER_KOKKOS_VARIANT})

# packages.txt is written last: with it the copy is whole, and may lie where nothing can be written. The
# lock is for presets configured at once.
set(packages ${ISOMER_KOKKOS_PREFIX}/packages.txt)
if(NOT EXISTS ${packages})
  file(LOCK ${ISOMER_KOKKOS_PREFIX}.lock TIMEOUT 600)
  set(failed 0)
  if(NOT EXISTS ${packages})
    message(STATUS "Isomer: unpacking Debian's Kokkos (${ISOMER_KOKKOS_VARIANT}) into ${ISOMER_KOKKOS_PREFIX}")
    execute_process(
      COMMAND ${CMAKE_CURRENT_LIST_DIR}/unpack_debian_packages.sh ${ISOMER_KOKKOS_PREFIX}
              ${ISOMER_KOKKOS_PACKAGES_${ISOMER_KOKKOS_VARIANT}}
      RESULT_VARIABLE failed ERROR_VARIABLE why ERROR_STRIP_TRAILING_WHITESPACE)
  endif()
  file(LOCK ${ISOMER_KOKKOS_PREFIX}.lock RELEASE)
  if(NOT failed STREQUAL "0")
    message(FATAL_ERROR
      "Isomer: no Kokkos at hand, and Debian's packages could not be unpacked:\n  ${why}\n"
      "Install Kokkos ${ISOMER_KOKKOS_MINIMUM} or newer and add its prefix to CMAKE_PREFIX_PATH, or "
      "give its sources with -DFETCHCONTENT_SOURCE_DIR_KOKKOS=DIR.")
  endif()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/from_prefix.cmake)
