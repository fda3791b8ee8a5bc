# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# doc/check_names.cmake sees names, files, headings and options that are not there.

# expect(SENTENCE LINE): what the check says of a page with this line.
function(expect sentence line)
  file(WRITE ${DIR}/README.md "# Title\n\n## What `it()` says: all\n\n${line}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${DIR} -P ${ROOT}/doc/check_names.cmake
    OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  if(NOT said MATCHES "${sentence}")
    message(FATAL_ERROR "with '${line}' it has to say '${sentence}', it said: ${said}")
  endif()
endfunction()

file(REMOVE_RECURSE ${DIR})
file(WRITE ${DIR}/include/isomer/call.hpp "void call()\;\n")
file(WRITE ${DIR}/doc/page.md "# Page\n")
expect("1 names, links and options checked" "`isomer::call`")
expect("isomer::other stands in no public header" "`isomer::other`")
expect("1 names" "[here](doc/page.md)")
expect("links to doc/gone.md, which is not there" "[here](doc/gone.md)")
expect("2 names" "[here](doc/page.md#page), [there](#what-it-says-all)")
expect("links to #paging, which is no heading of [^ ]*/doc/page.md" "[here](doc/page.md#paging)")
expect("links to #what, which is no heading of [^ ]*/README.md" "[here](#what)")
expect("3 names" "`doc/page.md`, `include/isomer/`, `include/*/call.hpp`")
expect("names src/gone.cpp, which is not there" "`src/gone.cpp`")
file(WRITE ${DIR}/cmake/options.cmake "option(ISOMER_NEW \"..\" OFF)\n")
expect("building.md does not have the option ISOMER_NEW" "`doc/page.md`")
file(WRITE ${DIR}/doc/building.md "| option | |\n|---|---|\n| `ISOMER_NEW` | .. |\n")
expect("2 names" "`doc/page.md`")
