# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# isomer_require_all_listed(DIR FILE...)
# Stops the configure step when a .cpp below DIR is not among the FILEs (relative to DIR): a test
# or a source in no list looks alive and never runs. Folders below DIR with a CMakeLists.txt of
# their own keep their own list.
function(isomer_require_all_listed dir)
  file(GLOB_RECURSE unlisted CONFIGURE_DEPENDS RELATIVE ${dir} ${dir}/*.cpp)
  file(GLOB_RECURSE owners RELATIVE ${dir} ${dir}/CMakeLists.txt)
  list(REMOVE_ITEM owners CMakeLists.txt)
  foreach(owner IN LISTS owners)
    cmake_path(GET owner PARENT_PATH folder)
    list(FILTER unlisted EXCLUDE REGEX "^${folder}/")
  endforeach()
  list(REMOVE_ITEM unlisted ${ARGN})
  if(unlisted)
    list(JOIN unlisted "\n  " unlisted)
    message(FATAL_ERROR "Isomer: in no CMake list, though below ${dir}:\n  ${unlisted}")
  endif()
endfunction()
