# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The Kokkos of a project above. Where that has built it, or has found it in another folder, the
# variables of Kokkos' package are unknown here, and its configuration header says the same.

include(${CMAKE_CURRENT_LIST_DIR}/linked.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/read_config.cmake)

# isomer_kokkos_header(RESULT): KokkosCore_config.h in the include folders of Kokkos' targets.
function(isomer_kokkos_header result)
  isomer_linked(linked Kokkos::kokkos)
  set(${result} FALSE PARENT_SCOPE)
  foreach(target IN LISTS linked)
    if(TARGET ${target})
      get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
      string(REGEX REPLACE "[$]<INSTALL_INTERFACE:[^>]*>" "" folders "${folders}")
      string(REGEX REPLACE "[$]<BUILD_INTERFACE:([^>]*)>" "\\1" folders "${folders}")
      foreach(folder IN LISTS folders)
        if(EXISTS ${folder}/KokkosCore_config.h)
          set(${result} ${folder}/KokkosCore_config.h PARENT_SCOPE)
          return()
        endif()
      endforeach()
    endif()
  endforeach()
endfunction()

if(NOT Kokkos_VERSION OR NOT Kokkos_DEVICES)
  isomer_kokkos_header(isomer_kokkos_header)
  if(NOT isomer_kokkos_header)
    message(FATAL_ERROR
      "Isomer: no include folder of the project's Kokkos::kokkos holds KokkosCore_config.h, so that its "
      "version and devices are unknown. Set Kokkos_VERSION and Kokkos_DEVICES before Isomer is added.")
  endif()
  isomer_read_kokkos_config(${isomer_kokkos_header})
endif()
