# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the unpacked Kokkos below lib/isomer and makes it a package of its own in the same prefix.

set(ISOMER_INSTALLED_KOKKOS ${CMAKE_INSTALL_LIBDIR}/isomer/kokkos)
set(kokkos_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Kokkos)

install(DIRECTORY ${ISOMER_KOKKOS_PREFIX}/usr DESTINATION ${ISOMER_INSTALLED_KOKKOS}
        USE_SOURCE_PERMISSIONS
        PATTERN lib64 EXCLUDE PATTERN lib/*/cmake EXCLUDE PATTERN lib/*/gconv EXCLUDE)
install(FILES ${ISOMER_KOKKOS_PREFIX}/packages.txt DESTINATION ${ISOMER_INSTALLED_KOKKOS})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/package/KokkosConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/KokkosConfig.cmake INSTALL_DESTINATION ${kokkos_package_dir}
  PATH_VARS ISOMER_INSTALLED_KOKKOS)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/KokkosConfigVersion.cmake
  VERSION ${Kokkos_VERSION} COMPATIBILITY AnyNewerVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/KokkosConfig.cmake
              ${PROJECT_BINARY_DIR}/package/KokkosConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/kokkos/from_prefix.cmake
              ${PROJECT_SOURCE_DIR}/cmake/kokkos/read_config.cmake
        DESTINATION ${kokkos_package_dir})
