# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Whether an installed Kokkos can be used. Debian's own package cannot: its targets file names
# libraries that the package does not ship, and that is a fatal error inside find_package.
function(isomer_system_has_kokkos result)
  set(${result} FALSE PARENT_SCOPE)
  set(debian /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
  if(EXISTS ${debian}/cmake/Kokkos AND NOT EXISTS ${debian}/libkokkossimd.a
     AND NOT EXISTS ${debian}/libkokkossimd.so)
    list(APPEND CMAKE_IGNORE_PATH ${debian}/cmake/Kokkos)
  endif()
  find_package(Kokkos ${ISOMER_KOKKOS_MINIMUM} CONFIG QUIET)
  if(Kokkos_FOUND)
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# Whether a repository answers with the release, within a few seconds.
function(isomer_repository_answers result repository release)
  set(${result} FALSE PARENT_SCOPE)
  find_package(Git QUIET)
  if(NOT Git_FOUND)
    return()
  endif()
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env GIT_TERMINAL_PROMPT=0
            ${GIT_EXECUTABLE} ls-remote --exit-code ${repository}
            refs/tags/${release}
    TIMEOUT 10 RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed STREQUAL "0")
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# What 'auto' means here. The repository is asked once per build folder, the system each time, since
# CMAKE_PREFIX_PATH may have changed.
function(isomer_find_kokkos_choice result)
  if(FETCHCONTENT_SOURCE_DIR_KOKKOS OR ISOMER_KOKKOS_REPOSITORY_ANSWERED)
    set(choice fetch)
  else()
    isomer_system_has_kokkos(installed)
    if(installed)
      set(choice system)
    else()
      if(NOT DEFINED ISOMER_KOKKOS_REPOSITORY_ANSWERED)
        isomer_repository_answers(answered ${ISOMER_KOKKOS_REPOSITORY} ${ISOMER_KOKKOS_RELEASE})
        set(ISOMER_KOKKOS_REPOSITORY_ANSWERED ${answered} CACHE INTERNAL "")
      endif()
      set(choice debian)
      if(ISOMER_KOKKOS_REPOSITORY_ANSWERED)
        set(choice fetch)
      endif()
    endif()
  endif()
  set(${result} ${choice} PARENT_SCOPE)
endfunction()

# Sets ISOMER_KOKKOS_CHOICE.
function(isomer_choose_kokkos)
  if(NOT ISOMER_KOKKOS_PROVIDER MATCHES "^(auto|system|fetch|debian)$")
    message(FATAL_ERROR "Isomer: ISOMER_KOKKOS_PROVIDER is '${ISOMER_KOKKOS_PROVIDER}', "
                        "it has to be auto, system, fetch or debian")
  endif()
  set(choice ${ISOMER_KOKKOS_PROVIDER})
  if(choice STREQUAL "auto")
    isomer_find_kokkos_choice(choice)
  endif()
  set(ISOMER_KOKKOS_CHOICE ${choice} PARENT_SCOPE)
endfunction()
