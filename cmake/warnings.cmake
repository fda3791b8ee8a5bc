# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Warnings for a target of this project. Private: a consumer never sees them.
function(isomer_set_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:
      -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
      -Woverloaded-virtual -Wcast-align -Wno-unknown-pragmas>)
  if(NOT Kokkos_ENABLE_CUDA) # what nvcc writes between its stages is not pedantic C++
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wpedantic>)
  endif()
  if(ISOMER_WARNINGS_AS_ERRORS)
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  endif()
endfunction()
