# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds that are tested, not measured, compile fast with ISOMER_FAST_COMPILE: headers that most
# files of a target include are precompiled, and what only calls the library is optimised as little as
# costs no time (GCC's -Og: as fast to compile as -O0, and templates of Kokkos run 15 times as fast;
# Clang's -O0, for which it takes a third of the time of its -Og).
# ISOMER_UNITE compiles the files of a namespace as one, for builds from nothing.
# Builds without them show that every file includes what it needs.

# isomer_calls_only(TARGET [OPTIMIZED FILE...])
# TARGET holds no loop over data of its own, except in the FILEs, which keep the build type's flags.
function(isomer_calls_only target)
  cmake_parse_arguments(PARSE_ARGV 1 calls "" "" "OPTIMIZED")
  if(NOT ISOMER_FAST_COMPILE)
    return()
  endif()
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Og> $<$<CXX_COMPILER_ID:Clang,AppleClang>:-O0>)
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

# isomer_precompile_kokkos(TARGET SOURCE...): Kokkos_Core.hpp for those SOURCEs that include it anyhow,
# by themselves or through headers of Isomer. The others, and what these include of the standard library
# before it, are compiled as without precompiled headers.
function(isomer_precompile_kokkos target)
  isomer_precompile(${target} <Kokkos_Core.hpp>)
  foreach(source IN LISTS ARGN)
    isomer_includes_kokkos(does ${source})
    if(NOT does)
      set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

# isomer_includes_kokkos(RESULT FILE): whether FILE, below src/ or include/, comes to Kokkos_Core.hpp.
function(isomer_includes_kokkos result file)
  get_property(known GLOBAL PROPERTY isomer_includes_kokkos_${file})
  if(NOT DEFINED known)
    set(known OFF)
    # Headers guard themselves against going round.
    set_property(GLOBAL PROPERTY isomer_includes_kokkos_${file} OFF)
    file(STRINGS ${file} lines REGEX "^#include [<\"]")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include [<\"]([^>\"]*).*" "\\1" name "${line}")
      if(name STREQUAL Kokkos_Core.hpp)
        set(known ON)
      endif()
      foreach(root src include)
        if(NOT known AND EXISTS ${PROJECT_SOURCE_DIR}/${root}/${name})
          isomer_includes_kokkos(known ${PROJECT_SOURCE_DIR}/${root}/${name})
        endif()
      endforeach()
    endforeach()
    set_property(GLOBAL PROPERTY isomer_includes_kokkos_${file} ${known})
  endif()
  set(${result} ${known} PARENT_SCOPE)
endfunction()

# isomer_unite(TARGET): files are compiled together, except those with flags of their own: those below
# src/in_place, of records, of files, of the C interface and of the program each, and all others of the
# library. Names without linkage are unique there.
function(isomer_unite target)
  if(NOT ISOMER_UNITE OR Kokkos_ENABLE_CUDA)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON
    UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(folder MATCHES "^src/(in_place|records|files|c|program)(/|$)")
      set(folder src/${CMAKE_MATCH_1})
    elseif(folder MATCHES "^src/")
      set(folder src/core)
    endif()
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# isomer_check_syntax_only(): what this folder compiles never runs, so the compiler stops when it knows
# that it could; the objects are empty.
macro(isomer_check_syntax_only)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT Kokkos_ENABLE_CUDA)
    set(CMAKE_CXX_COMPILE_OBJECT "<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only <SOURCE> \
&& ${CMAKE_COMMAND} -E touch <OBJECT>")
  endif()
endmacro()
