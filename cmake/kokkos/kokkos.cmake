# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Provides Kokkos::kokkos, and Kokkos::kokkoskernels where there is one. In this order:
#   parent  a project above that has made the target already
#   system  find_package: what the user has installed
#   fetch   the pinned release from Kokkos' own repository, if that answers
#   debian  Debian's binary packages, unpacked into the build folder; nothing is installed
# Leaves Kokkos_VERSION and Kokkos_DEVICES, and ISOMER_KOKKOS_CHOICE: the word above that was taken.

set(ISOMER_KOKKOS_PROVIDER auto CACHE STRING "Where Kokkos comes from: auto, system, fetch or debian")
set_property(CACHE ISOMER_KOKKOS_PROVIDER PROPERTY STRINGS auto system fetch debian)
set(ISOMER_KOKKOS_VARIANT openmp CACHE STRING "Which packages 'debian' takes: openmp or serial-kernels")
set_property(CACHE ISOMER_KOKKOS_VARIANT PROPERTY STRINGS openmp serial-kernels)
set(ISOMER_REQUIRE_DEVICE "" CACHE STRING "A device that Kokkos must have, CUDA for instance")

set(ISOMER_KOKKOS_MINIMUM 4.5)
set(ISOMER_KOKKOS_RELEASE 5.2.2)
set(ISOMER_KOKKOS_REPOSITORY https://github.com/kokkos/kokkos.git)

include(${CMAKE_CURRENT_LIST_DIR}/choose.cmake)

# Imported targets are private to a folder by default; a project above links Isomer and needs them.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL TRUE)
if(TARGET Kokkos::kokkos)
  set(ISOMER_KOKKOS_CHOICE parent)
else()
  isomer_choose_kokkos()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/${ISOMER_KOKKOS_CHOICE}.cmake)
unset(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL)

message(STATUS "Isomer: Kokkos ${Kokkos_VERSION} (${Kokkos_DEVICES}) from '${ISOMER_KOKKOS_CHOICE}'")

if(Kokkos_VERSION VERSION_LESS ISOMER_KOKKOS_MINIMUM)
  message(FATAL_ERROR "Isomer: Kokkos ${ISOMER_KOKKOS_MINIMUM} or newer is needed, this one is "
                      "${Kokkos_VERSION}")
endif()
if(ISOMER_REQUIRE_DEVICE AND NOT ISOMER_REQUIRE_DEVICE IN_LIST Kokkos_DEVICES)
  message(FATAL_ERROR
    "Isomer: this Kokkos has no ${ISOMER_REQUIRE_DEVICE}. Put one that has it on CMAKE_PREFIX_PATH, or "
    "give Kokkos' sources with -DFETCHCONTENT_SOURCE_DIR_KOKKOS=DIR to have it built.")
endif()
