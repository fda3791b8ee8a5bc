# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds that are tested, not measured, compile fast with ISOMER_FAST_COMPILE: headers that most
# files of a target include are precompiled, and what only calls the library is optimised as little as
# costs no time (-Og: as fast to compile as -O0, and templates of Kokkos run 15 times as fast).
# Builds without it show that every file includes what it needs.

# isomer_calls_only(TARGET [OPTIMIZED FILE...])
# TARGET holds no loop over data of its own, except in the FILEs, which keep the build type's flags.
function(isomer_calls_only target)
  cmake_parse_arguments(PARSE_ARGV 1 calls "" "" "OPTIMIZED")
  if(NOT ISOMER_FAST_COMPILE)
    return()
  endif()
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Og>)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  string(REGEX MATCH "-O[^ ]*" level "${CMAKE_CXX_FLAGS_${type}}")
  set_property(SOURCE ${calls_OPTIMIZED} APPEND PROPERTY COMPILE_OPTIONS ${level})
  # A precompiled header is for one level of optimisation.
  set_property(SOURCE ${calls_OPTIMIZED} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# isomer_precompile(TARGET HEADER...): the HEADERs, or with REUSE_FROM OTHER those of OTHER. nvcc has
# no precompiled headers.
function(isomer_precompile target)
  if(ISOMER_FAST_COMPILE AND NOT Kokkos_ENABLE_CUDA)
    if(ARGV1 STREQUAL "REUSE_FROM")
      target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    else()
      target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
  endif()
endfunction()

# isomer_check_syntax_only(): what this folder compiles never runs, so the compiler stops when it knows
# that it could; the objects are empty.
macro(isomer_check_syntax_only)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT Kokkos_ENABLE_CUDA)
    set(CMAKE_CXX_COMPILE_OBJECT "<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only <SOURCE> \
&& ${CMAKE_COMMAND} -E touch <OBJECT>")
  endif()
endmacro()
