# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Nothing below the prefix needs the build folder or the place it was first installed to.

file(GLOB_RECURSE texts ${work}/prefix/*.cmake)
if(EXISTS ${work}/prefix/bin/isomer)
  file(READ ${work}/prefix/bin/isomer start LIMIT 2)
  if(start STREQUAL "#!")
    list(APPEND texts ${work}/prefix/bin/isomer)
  endif()
endif()
foreach(text IN LISTS texts)
  file(STRINGS ${text} lines)
  foreach(path ${build} ${source} ${work}/staged)
    string(FIND "${lines}" ${path} at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${text} names ${path}")
    endif()
  endforeach()
endforeach()

# Programs and shared libraries: the loader they name and where they look for libraries.
file(GLOB_RECURSE binaries ${work}/prefix/bin/* ${work}/prefix/libexec/* ${work}/prefix/lib*/*.so*)
foreach(binary IN LISTS binaries)
  execute_process(COMMAND readelf -W -l -d ${binary} OUTPUT_VARIABLE elf ERROR_QUIET)
  if(elf MATCHES "(interpreter: |R(UN)?PATH[^\n]*)${build}")
    message(FATAL_ERROR "${binary} needs the build folder:\n${elf}")
  endif()
endforeach()

if(EXISTS ${work}/prefix/bin/isomer)
  run(${work}/prefix/bin/isomer --help)
endif()
