# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# A project above has made Kokkos' targets, of sources or in a folder of its own, and has no variables of
# its package: version and devices come from the header.
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

set(above [[
add_library(kokkoscore INTERFACE)
target_include_directories(kokkoscore INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/none> $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/config>
  $<INSTALL_INTERFACE:include>)
add_library(kokkos INTERFACE)
target_link_libraries(kokkos INTERFACE $<LINK_ONLY:kokkoscore>)
add_library(Kokkos::kokkos ALIAS kokkos)
]])
string(APPEND above "include(${ROOT}/cmake/kokkos/kokkos.cmake)\n"
  "message(\"backends: \${Kokkos_ENABLE_SERIAL} \${Kokkos_ENABLE_CUDA}.\")\n")

# header(MAJOR MINOR DEVICE...)
function(header major minor)
  set(text "#define KOKKOS_VERSION_MAJOR ${major}\n#define KOKKOS_VERSION_MINOR ${minor}\n"
           "#define KOKKOS_VERSION_PATCH 1\n/* #undef KOKKOS_ENABLE_OPENMP */\n")
  foreach(device IN LISTS ARGN)
    list(APPEND text "#define KOKKOS_ENABLE_${device}\n")
  endforeach()
  list(JOIN text "" text)
  file(WRITE ${DIR}/config/KokkosCore_config.h "${text}")
endfunction()

project_of("${above}")
header(4 7 SERIAL)
expect("Kokkos 4\\.7\\.1 \\(SERIAL\\) from 'parent' backends: ON \\.")
expect("refused: this Kokkos has no CUDA" -DISOMER_REQUIRE_DEVICE=CUDA)
header(5 0 CUDA SERIAL)
expect("Kokkos 5\\.0\\.1 \\(CUDA;SERIAL\\) from 'parent' backends: ON ON\\." -DISOMER_REQUIRE_DEVICE=CUDA)
header(4 4 SERIAL)
expect("refused: Kokkos 4\\.5 or newer is needed, this one is 4\\.4\\.1" -DISOMER_REQUIRE_DEVICE=)
# What the project knows is not looked up.
expect("Kokkos 5\\.1\\.0 \\(OPENMP\\) from 'parent'" -DKokkos_VERSION=5.1.0 -DKokkos_DEVICES=OPENMP)
file(REMOVE ${DIR}/config/KokkosCore_config.h)
expect("refused: holds KokkosCore_config\\.h" -UKokkos_VERSION -UKokkos_DEVICES)
