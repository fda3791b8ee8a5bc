# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Debian's packages are unpacked into build/ of the checkout, or into the build folder where that cannot be
# written: here because build is a file, which holds root up too.
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

function(checkout)
  project_of("include(debian.cmake)\nmessage(\"unpacked into \${ISOMER_KOKKOS_PREFIX}.\")\n")
  file(COPY ${ROOT}/cmake/kokkos/debian.cmake DESTINATION ${DIR})
  file(WRITE ${DIR}/from_prefix.cmake "")
  file(WRITE ${DIR}/unpack_debian_packages.sh "#!/bin/sh\nmkdir -p $1 && echo $2 >$1/packages.txt\n")
  file(CHMOD ${DIR}/unpack_debian_packages.sh PERMISSIONS OWNER_READ OWNER_EXECUTE)
endfunction()

checkout()
expect("unpacked into ${DIR}/build/_kokkos/openmp\\." -DISOMER_KOKKOS_VARIANT=openmp)
checkout()
file(WRITE ${DIR}/build "")
expect("unpacked into ${DIR}/of_build/_kokkos/openmp\\." -DISOMER_KOKKOS_VARIANT=openmp)

# A copy that is whole is used where it lies; nothing is written beside it.
checkout()
file(WRITE ${DIR}/there/openmp/packages.txt "")
file(MAKE_DIRECTORY ${DIR}/there/openmp.lock)
expect("unpacked into ${DIR}/there/openmp\\." -DISOMER_KOKKOS_VARIANT=openmp
       -DISOMER_KOKKOS_UNPACK_DIR=${DIR}/there)
