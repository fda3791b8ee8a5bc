# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# project_of(TEXT [FOLDER]): a project without languages in FOLDER, or in DIR itself, and no other file there.
function(project_of text)
  file(REMOVE_RECURSE ${DIR}/${ARGN})
  file(WRITE ${DIR}/${ARGN}/CMakeLists.txt
    "cmake_minimum_required(VERSION 3.25)\nproject(Small LANGUAGES NONE)\n${text}")
endfunction()

# expect(SENTENCE ARGUMENT...): what configuring the project in DIR with these arguments says, as a regular
# expression; beginning with "refused: ", the configuration fails with the rest of it.
function(expect sentence)
  execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${DIR} -B ${DIR}/of_build ${ARGN}
    RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  set(has_to_fail FALSE)
  if(sentence MATCHES "^refused: (.*)")
    set(sentence "${CMAKE_MATCH_1}")
    set(has_to_fail TRUE)
  endif()
  if(NOT said MATCHES "${sentence}" OR (has_to_fail AND NOT failed) OR (failed AND NOT has_to_fail))
    message(FATAL_ERROR "with '${ARGN}' it has to say '${sentence}', it ended with ${failed} and said: ${said}")
  endif()
endfunction()
