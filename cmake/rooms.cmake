# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# isomer_require_rooms(DIR)
# Stops the configure step when a source below DIR includes one of a room that it must not know:
# rooms are entered from above only, and those of one line do not know each other.
set(isomer_room_order
  "program c"
  "files"
  "plan"
  "records"
  "schema in_place"
  "cost"
  "tiling"
  "machine"
  "tile"
  "problem team"
  "index")

function(isomer_require_rooms dir)
  set(below)
  list(REVERSE isomer_room_order)
  foreach(line IN LISTS isomer_room_order)
    string(REPLACE " " ";" rooms "${line}")
    foreach(room IN LISTS rooms)
      _isomer_check_room(${dir} ${room} "${room};${below}")
    endforeach()
    list(APPEND below ${rooms})
  endforeach()
  file(GLOB folders RELATIVE ${dir} LIST_DIRECTORIES true ${dir}/*)
  foreach(folder IN LISTS folders)
    if(IS_DIRECTORY ${dir}/${folder} AND NOT folder IN_LIST below)
      message(FATAL_ERROR "Isomer: ${dir}/${folder} is no room of cmake/rooms.cmake")
    endif()
  endforeach()
endfunction()

function(_isomer_check_room dir room known)
  file(GLOB_RECURSE sources RELATIVE ${dir}
    ${dir}/${room}/*.hpp ${dir}/${room}/*.cpp ${dir}/${room}/*.inl)
  foreach(source IN LISTS sources)
    file(STRINGS ${dir}/${source} includes REGEX "^#include \"[a-z_]+/")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "^#include \"([a-z_]+)/([^\"]*)\".*" "\\1" of "${include}")
      if(NOT of IN_LIST known)
        string(REGEX REPLACE "^#include " "" name "${include}")
        message(FATAL_ERROR
          "Isomer: src/${source} includes ${name}, but the room ${room}/ must not know ${of}/ "
          "(cmake/rooms.cmake)")
      endif()
    endforeach()
  endforeach()
endfunction()
