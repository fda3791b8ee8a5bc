# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Provides CLI11::CLI11 to the programs, never to the library: an installed one that is new enough, or
# else the pinned release from CLI11's own repository. FETCHCONTENT_SOURCE_DIR_CLI11 names sources at hand.

set(ISOMER_CLI11_MINIMUM 2.1)
set(ISOMER_CLI11_RELEASE v2.7.2)
set(ISOMER_CLI11_REPOSITORY https://github.com/CLIUtils/CLI11.git)

find_package(CLI11 ${ISOMER_CLI11_MINIMUM} QUIET)
if(NOT TARGET CLI11::CLI11)
  if(NOT FETCHCONTENT_SOURCE_DIR_CLI11 AND NOT ISOMER_CLI11_ANSWERED)
    isomer_repository_answers(answered ${ISOMER_CLI11_REPOSITORY} ${ISOMER_CLI11_RELEASE})
    if(NOT answered)
      message(FATAL_ERROR
        "Isomer: command lines are read with CLI11 ${ISOMER_CLI11_MINIMUM} or newer (Debian: "
        "libcli11-dev), which is not installed, and its repository does not answer. Install it, give "
        "its sources with -DFETCHCONTENT_SOURCE_DIR_CLI11=DIR, or configure with "
        "-DIsomer_ENABLE_PROGRAM=OFF and -DIsomer_ENABLE_BENCHMARKS=OFF.")
    endif()
    set(ISOMER_CLI11_ANSWERED TRUE CACHE INTERNAL "")
  endif()
  include(FetchContent)
  set(CLI11_INSTALL OFF CACHE INTERNAL "")
  FetchContent_Declare(CLI11 GIT_REPOSITORY ${ISOMER_CLI11_REPOSITORY}
                       GIT_TAG ${ISOMER_CLI11_RELEASE} GIT_SHALLOW TRUE SYSTEM)
  FetchContent_MakeAvailable(CLI11)
endif()
