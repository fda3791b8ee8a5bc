// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>

#include <isomer/isomer.hpp>

namespace {

static_assert(isomer::version == ISOMER_VERSION);
static_assert(ISOMER_VERSION ==
              ISOMER_VERSION_MAJOR * 10000 + ISOMER_VERSION_MINOR * 100 + ISOMER_VERSION_PATCH);

#if ISOMER_VERSION < 100
#error "the preprocessor compares it"
#endif

TEST(Version, IsThatOfTheProject) {
  std::string const project = ISOMER_TEST_PROJECT_VERSION;
  EXPECT_EQ(isomer::version_string, project);
  EXPECT_EQ(ISOMER_VERSION_STRING, project);
  EXPECT_EQ(std::to_string(ISOMER_VERSION_MAJOR) + '.' + std::to_string(ISOMER_VERSION_MINOR) +
                '.' + std::to_string(ISOMER_VERSION_PATCH),
            project);
}

}  // namespace
