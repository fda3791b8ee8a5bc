# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

find_package(GTest QUIET)
if(NOT TARGET GTest::gmock_main)
  message(FATAL_ERROR "Isomer: the tests need GoogleTest with GoogleMock (Debian: libgtest-dev, "
                      "libgmock-dev). Install it, or configure with -DIsomer_ENABLE_TESTS=OFF.")
endif()
include(GoogleTest)
