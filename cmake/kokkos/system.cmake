# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# An installed Kokkos; its Kokkos Kernels too, when there is one.

find_package(Kokkos ${ISOMER_KOKKOS_MINIMUM} CONFIG)
if(NOT Kokkos_FOUND)
  message(FATAL_ERROR
    "Isomer: no installed Kokkos ${ISOMER_KOKKOS_MINIMUM} or newer was found. Add its prefix to "
    "CMAKE_PREFIX_PATH, or configure with -DISOMER_KOKKOS_PROVIDER=auto to have one provided.")
endif()
find_package(KokkosKernels CONFIG QUIET)
