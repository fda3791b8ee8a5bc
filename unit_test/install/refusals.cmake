# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The package refuses a Kokkos that it was not built for, in a sentence.

# refuses(VERSION BACKENDS SENTENCE): what find_package says of a Kokkos that claims to be that.
function(refuses version backends sentence)
  set(folder ${work}/other_kokkos)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/kokkos/KokkosConfigVersion.cmake
    "set(PACKAGE_VERSION ${version})\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
  set(text "set(Kokkos_VERSION ${version})\nadd_library(Kokkos::kokkos INTERFACE IMPORTED)\n")
  foreach(backend IN LISTS backends)
    string(APPEND text "set(Kokkos_ENABLE_${backend} ON)\n")
  endforeach()
  file(WRITE ${folder}/kokkos/KokkosConfig.cmake "${text}")
  file(WRITE ${folder}/CMakeLists.txt
    "cmake_minimum_required(VERSION 3.25)\nproject(refused NONE)\nfind_package(Isomer CONFIG REQUIRED)\n")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${folder} -B ${folder}/build -DCMAKE_PREFIX_PATH=${work}/prefix
            -DKokkos_DIR=${folder}/kokkos
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  if(status EQUAL 0 OR NOT said MATCHES "${sentence}")
    message(FATAL_ERROR "a Kokkos ${version} with ${backends} should be refused with '${sentence}', "
                        "find_package said: ${said}")
  endif()
endfunction()

refuses(3.1.4 "SERIAL;OPENMP" "this Isomer was built with Kokkos [0-9.]+, the project uses Kokkos 3.1.4")
refuses(${kokkos_version} "SYCL"
  "this Isomer was built for a Kokkos with [A-Z, ]+, the project's Kokkos has SYCL")
