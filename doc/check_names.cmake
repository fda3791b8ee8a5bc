# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DROOT=DIR -P check_names.cmake
# Every isomer::name in README.md and doc/ stands in a public header, and every file of this
# repository that they link to exists.
cmake_minimum_required(VERSION 3.25)

file(GLOB headers ${ROOT}/include/isomer/*.hpp ${ROOT}/include/isomer/*.hpp.in
     ${ROOT}/include/isomer/records/*.hpp
     ${ROOT}/include/isomer/advisor/*.hpp)
set(api "")
foreach(header ${headers})
  file(READ ${header} text)
  string(APPEND api "${text}")
endforeach()

set(wrong "")
set(count 0)
file(GLOB pages ${ROOT}/README.md ${ROOT}/CONTRIBUTING.md ${ROOT}/doc/*.md ${ROOT}/example/*.md)
foreach(page ${pages})
  file(READ ${page} text)
  cmake_path(GET page PARENT_PATH folder)

  string(REGEX MATCHALL "isomer::[A-Za-z_]+" names "${text}")
  list(REMOVE_DUPLICATES names)
  foreach(name ${names})
    string(REPLACE "isomer::" "" name ${name})
    math(EXPR count "${count} + 1")
    if(NOT api MATCHES "(^|[^A-Za-z_])${name}([^A-Za-z_]|$)")
      string(APPEND wrong "  ${page}: isomer::${name} stands in no public header\n")
    endif()
  endforeach()

  # Square brackets would be taken for the quotes of list elements.
  string(REPLACE "](" "@(" text "${text}")
  string(REGEX REPLACE "[][]" "" text "${text}")
  string(REGEX MATCHALL "@\\([^)#:]+[)#]" links "${text}")
  foreach(link ${links})
    string(REGEX REPLACE "@\\(([^)#]+)[)#]" "\\1" link "${link}")
    math(EXPR count "${count} + 1")
    if(NOT EXISTS ${folder}/${link})
      string(APPEND wrong "  ${page}: links to ${link}, which is not there\n")
    endif()
  endforeach()
endforeach()

if(wrong)
  message(FATAL_ERROR "The documentation is not true:\n${wrong}")
endif()
if(count EQUAL 0)
  message(FATAL_ERROR "nothing was found to check below ${ROOT}")
endif()
message(STATUS "${count} names and links checked")
