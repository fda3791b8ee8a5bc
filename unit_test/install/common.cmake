# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

function(run)
  list(JOIN ARGV " " line)
  message("-- ${line}")
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The Kokkos of the build that the test belongs to.
set(of_kokkos
  -DFETCHCONTENT_SOURCE_DIR_KOKKOS=${kokkos_source} -DKokkos_DIR=${kokkos_dir}
  -DISOMER_KOKKOS_PROVIDER=${provider} -DISOMER_KOKKOS_VARIANT=${variant}
  -DISOMER_KOKKOS_UNPACK_DIR=${unpacked})
