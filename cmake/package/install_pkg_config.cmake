# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# isomer.pc, found by its own place, so that the prefix may be moved.

set(folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH ISOMER_PC_PREFIX /${folder} /)
string(REGEX REPLACE "/$" "" ISOMER_PC_PREFIX "${ISOMER_PC_PREFIX}")

set(libs -L\${kokkos_libdir} -Wl,-rpath,\${kokkos_libdir})
if(ISOMER_KOKKOS_CHOICE STREQUAL "debian")
  cmake_path(RELATIVE_PATH ISOMER_KOKKOS_LIBDIR BASE_DIRECTORY ${ISOMER_KOKKOS_PREFIX}
             OUTPUT_VARIABLE below)
  set(ISOMER_PC_KOKKOS_LIBDIR "\${prefix}/${ISOMER_INSTALLED_KOKKOS}/${below}")
  foreach(library IN LISTS isomer_kokkos_libraries)
    cmake_path(GET library STEM name)
    string(REGEX REPLACE "^lib" "-l" name ${name})
    list(APPEND libs ${name})
  endforeach()
  if(ISOMER_KOKKOS_LOADER)
    cmake_path(GET ISOMER_KOKKOS_LOADER FILENAME loader)
    list(APPEND libs -Wl,--disable-new-dtags -Wl,--allow-shlib-undefined
         -Wl,--dynamic-linker=\${kokkos_libdir}/${loader})
  endif()
else()
  list(APPEND libs -lkokkoscontainers -lkokkoscore)
  if(ISOMER_KOKKOS_CHOICE STREQUAL "system")
    get_target_property(core Kokkos::kokkoscore LOCATION)
    cmake_path(GET core PARENT_PATH ISOMER_PC_KOKKOS_LIBDIR)
  else()
    set(ISOMER_PC_KOKKOS_LIBDIR "\${libdir}")
  endif()
endif()
if(Kokkos_ENABLE_OPENMP)
  list(APPEND libs -fopenmp)
endif()
list(JOIN libs " " ISOMER_PC_KOKKOS_LIBS)

configure_file(${CMAKE_CURRENT_LIST_DIR}/isomer.pc.in ${PROJECT_BINARY_DIR}/package/isomer.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/isomer.pc DESTINATION ${folder})
