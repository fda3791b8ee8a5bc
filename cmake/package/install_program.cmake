# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the program `isomer`. Where Kokkos came with its own C library, bin/isomer is a script that
# starts the real program through the installed loader: an ELF file can name its loader only by an
# absolute path, and that would be one in the build folder.

file(RELATIVE_PATH from_bin /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
if(ISOMER_KOKKOS_CHOICE STREQUAL "debian")
  set(rpath "$ORIGIN/${from_bin}" "$ORIGIN/${from_bin}/isomer/kokkos/${kokkos_libdir}")
else()
  set(rpath "$ORIGIN/${from_bin}")
  set_target_properties(isomer_program PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
endif()

if(NOT ISOMER_KOKKOS_LOADER)
  set_target_properties(isomer_program PROPERTIES INSTALL_RPATH "${rpath}")
  install(TARGETS isomer_program)
  return()
endif()

# The same objects, linked for the host's own loader.
get_target_property(needs isomer_program LINK_LIBRARIES)
add_executable(isomer_program_installed $<TARGET_OBJECTS:isomer_program>)
target_link_libraries(isomer_program_installed PRIVATE ${needs})
set_target_properties(isomer_program_installed PROPERTIES
  LINKER_LANGUAGE CXX
  ISOMER_HOST_LOADER ON
  OUTPUT_NAME isomer
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/package)
install(TARGETS isomer_program_installed DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/isomer)

file(RELATIVE_PATH libexec_from_bin /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBEXECDIR})
cmake_path(GET ISOMER_KOKKOS_LOADER FILENAME loader)
set(libdir ${from_bin})
configure_file(${PROJECT_SOURCE_DIR}/cmake/package/isomer.sh.in ${PROJECT_BINARY_DIR}/package/isomer.sh
               @ONLY)
install(PROGRAMS ${PROJECT_BINARY_DIR}/package/isomer.sh DESTINATION ${CMAKE_INSTALL_BINDIR}
        RENAME isomer)
