# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The pinned release, built as part of this build. FETCHCONTENT_SOURCE_DIR_KOKKOS names a copy that
# is at hand already; Kokkos' own options (Kokkos_ENABLE_CUDA, Kokkos_ARCH_*, ..) work as usual.

include(FetchContent)

# Kokkos has one parallel backend of the host at a time.
find_package(OpenMP QUIET COMPONENTS CXX)
if(OpenMP_CXX_FOUND AND NOT DEFINED Kokkos_ENABLE_OPENMP
   AND NOT Kokkos_ENABLE_THREADS AND NOT Kokkos_ENABLE_HPX)
  set(Kokkos_ENABLE_OPENMP ON CACHE BOOL "Kokkos on OpenMP")
endif()
if(NOT DEFINED Kokkos_ENABLE_SERIAL)
  set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "Kokkos on one thread")
endif()

FetchContent_Declare(Kokkos
  GIT_REPOSITORY ${ISOMER_KOKKOS_REPOSITORY}
  GIT_TAG ${ISOMER_KOKKOS_RELEASE}
  GIT_SHALLOW TRUE
  GIT_PROGRESS TRUE
  SYSTEM) # our warnings are not for its headers
message(STATUS "Isomer: building Kokkos ${ISOMER_KOKKOS_RELEASE} from source")
# As the library itself is: both may become part of a shared one.
if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  FetchContent_MakeAvailable(Kokkos)
  unset(CMAKE_POSITION_INDEPENDENT_CODE)
else()
  FetchContent_MakeAvailable(Kokkos)
endif()

if(NOT TARGET Kokkos::kokkos)
  message(FATAL_ERROR "Isomer: the fetched Kokkos defines no target Kokkos::kokkos; "
                      "is FETCHCONTENT_SOURCE_DIR_KOKKOS (${FETCHCONTENT_SOURCE_DIR_KOKKOS}) Kokkos?")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/read_config.cmake)
isomer_read_kokkos_config(${kokkos_BINARY_DIR}/KokkosCore_config.h)
