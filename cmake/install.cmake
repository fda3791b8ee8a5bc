# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake --install: library, headers, package file and program; a Kokkos that Isomer provided itself
# goes along, so that the prefix alone is enough for a consumer. Nothing installed names the build.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Isomer)

install(TARGETS isomer isomer_files EXPORT IsomerTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/isomer DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN *.hpp PATTERN *.h PATTERN *.f90)
install(FILES ${PROJECT_BINARY_DIR}/include/isomer/version.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isomer)
install(EXPORT IsomerTargets NAMESPACE Isomer:: DESTINATION ${package_dir})

# Shared libraries find each other and Kokkos, wherever the prefix is.
set_property(TARGET isomer isomer_files APPEND PROPERTY INSTALL_RPATH $ORIGIN)
if(ISOMER_KOKKOS_CHOICE STREQUAL "debian")
  file(RELATIVE_PATH kokkos_libdir ${ISOMER_KOKKOS_PREFIX} ${ISOMER_KOKKOS_LIBDIR})
  set_property(TARGET isomer isomer_files APPEND PROPERTY INSTALL_RPATH
    $ORIGIN/isomer/kokkos/${kokkos_libdir})
else()
  set_target_properties(isomer isomer_files PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
endif()

# Where the Kokkos of this build is found again: at its own place, or below the same prefix.
get_target_property(kokkos_is_installed Kokkos::kokkos IMPORTED)
if(kokkos_is_installed AND Kokkos_DIR)
  set(ISOMER_KOKKOS_HINT ${Kokkos_DIR})
endif()
set(ISOMER_KOKKOS_BACKENDS)
foreach(backend SERIAL OPENMP THREADS CUDA HIP SYCL)
  if(Kokkos_ENABLE_${backend})
    list(APPEND ISOMER_KOKKOS_BACKENDS ${backend})
  endif()
endforeach()
configure_package_config_file(cmake/package/IsomerConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/IsomerConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/IsomerConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/IsomerConfig.cmake
              ${PROJECT_BINARY_DIR}/package/IsomerConfigVersion.cmake
        DESTINATION ${package_dir})

if(ISOMER_KOKKOS_CHOICE STREQUAL "debian")
  include(${CMAKE_CURRENT_LIST_DIR}/package/install_kokkos.cmake)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/package/install_pkg_config.cmake)
if(TARGET isomer_program)
  include(${CMAKE_CURRENT_LIST_DIR}/package/install_program.cmake)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/man/isomer.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
