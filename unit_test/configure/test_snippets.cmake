# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# doc/check_snippets.cmake compares a snippet with its origin in any folder, and refuses an origin that it
# does not understand.

# expect(SENTENCE ORIGIN SHOWN): what the check says of a page with this snippet.
function(expect sentence origin shown)
  file(WRITE ${DIR}/README.md "Text\n\n<!-- ${origin} -->\n```c\n${shown}\n```\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${DIR} -P ${ROOT}/doc/check_snippets.cmake
    OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  if(NOT said MATCHES "${sentence}")
    message(FATAL_ERROR "with '${origin}' it has to say '${sentence}', it said: ${said}")
  endif()
endfunction()

file(REMOVE_RECURSE ${DIR})
file(WRITE ${DIR}/unit_test/c/program.c "  // [c]\n  call();\n  // [c end]\n")
file(WRITE ${DIR}/unit_test/c/program.f90 "  ! [fortran]\n  call it()\n  ! [fortran end]\n")
expect("1 snippets are what is compiled" "unit_test/c/program.c [c]" "call();")
expect("1 snippets are what is compiled" "unit_test/c/program.f90 [fortran]" "call it()")
expect("README.md shows call another" "unit_test/c/program.f90 [fortran]" "call another()")
expect("README.md shows other" "unit_test/c/program.c [c]" "other();")
expect("origin that is not understood: unit_test/c/program.c c" "unit_test/c/program.c c" "call();")
expect("origin that is not understood: somewhere" "somewhere" "call();")
expect("names unit_test/c/gone.c, which is not there" "unit_test/c/gone.c [c]" "call();")
