# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Sets Kokkos_VERSION, Kokkos_DEVICES and Kokkos_ENABLE_<device> from KokkosCore_config.h.
macro(isomer_read_kokkos_config header)
  file(STRINGS ${header} isomer_kokkos_config REGEX "^#define KOKKOS_")
  string(REGEX MATCH "VERSION_MAJOR ([0-9]+).*VERSION_MINOR ([0-9]+).*VERSION_PATCH ([0-9]+)"
                     isomer_kokkos_version "${isomer_kokkos_config}")
  set(Kokkos_VERSION ${CMAKE_MATCH_1}.${CMAKE_MATCH_2}.${CMAKE_MATCH_3})
  set(Kokkos_DEVICES)
  foreach(isomer_device CUDA HIP SYCL OPENMP THREADS SERIAL)
    if(isomer_kokkos_config MATCHES "KOKKOS_ENABLE_${isomer_device}(;|$)")
      list(APPEND Kokkos_DEVICES ${isomer_device})
      set(Kokkos_ENABLE_${isomer_device} ON)
    endif()
  endforeach()
endmacro()
