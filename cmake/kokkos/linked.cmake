# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# isomer_linked(RESULT ITEM...): the ITEMs and all that they link their users with, targets and others, each
# before what it needs. Conditions of the build alone are taken as met, other conditions as not.
function(isomer_linked result)
  set(found)
  foreach(item IN LISTS ARGN)
    string(REGEX REPLACE "^\\$<(LINK_ONLY|BUILD_INTERFACE):(.+)>$" "\\2" item "${item}")
    if(item MATCHES "[$]<|^::@")
      continue()
    endif()
    list(APPEND found ${item})
    if(TARGET ${item})
      get_target_property(next ${item} INTERFACE_LINK_LIBRARIES)
      if(next)
        isomer_linked(below ${next})
        list(APPEND found ${below})
      endif()
    endif()
  endforeach()
  # The last of each name stays.
  list(REVERSE found)
  list(REMOVE_DUPLICATES found)
  list(REVERSE found)
  set(${result} ${found} PARENT_SCOPE)
endfunction()
