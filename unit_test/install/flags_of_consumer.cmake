# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -Dconsumer=BUILD-DIR -P flags_of_consumer.cmake
# Neither warnings nor instruction sets nor optimisation come to the consumer's own file with Isomer.

file(READ ${consumer}/compile_commands.json commands)
string(REGEX MATCH "\"command\": \"[^\n]*consumer\\.cpp\"" command "${commands}")
if(NOT command)
  message(FATAL_ERROR "No compile command for consumer.cpp in ${consumer}")
endif()
if(command MATCHES " (-W[a-z][^ ]*|-m[a-z]+[^ ]*|-O[1-3])")
  message(FATAL_ERROR "This reached the consumer: ${CMAKE_MATCH_1}\n${command}")
endif()
