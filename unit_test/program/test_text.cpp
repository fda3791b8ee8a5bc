// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "program/failure.hpp"
#include "program/three_digits.hpp"

namespace {

using namespace isomer::program;

TEST(ThreeDigits, AreWhatAReaderWantsOfAQuantity) {
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(three_digits(0.001234), "0.00123");
  EXPECT_EQ(three_digits(1.234), "1.23");
  EXPECT_EQ(three_digits(12.34), "12.3");
  EXPECT_EQ(three_digits(99.99), "100");
  EXPECT_EQ(three_digits(1234.4), "1234");
}

TEST(OneLine, KeepsLettersAndReplacesControlCharacters) {
  EXPECT_EQ(one_line("größe a\tb\nc\x7f"), "größe a?b?c?");
}

TEST(OneLine, ReplacesTheControlCharactersBeyondAscii) {
  EXPECT_EQ(one_line("a\xc2\x80z\xc2\x9b\xc2\xa0"), "a?z?\xc2\xa0");
  EXPECT_EQ(one_line("\x9b\x33\x31m\xe4\x85"), "?31m\xe4?");
  // Bytes of that range are parts of characters, but not of those that are too long or cut off.
  EXPECT_EQ(one_line("\xe2\x82\x9b\xf0\x9f\x98\x80"), "\xe2\x82\x9b\xf0\x9f\x98\x80");
  EXPECT_EQ(one_line("\xc0\x9b\xe0\x82\x9b\xe2\x82"), "\xc0?\xe0??\xe2?");
}

TEST(Failures, HaveTheExitCodesThatTheHelpPromises) {
  EXPECT_EQ(Failure("x").exit_code(), 1);
  EXPECT_EQ(UsageError("x").exit_code(), 2);
  EXPECT_STREQ(system_failure("a.npy", "", 2).what(), "a.npy: No such file or directory");
  EXPECT_STREQ(system_failure("a.npy", "no room", 28).what(),
               "a.npy: no room: No space left on device");
}

}  // namespace
