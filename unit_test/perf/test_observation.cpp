// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/observation.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "made_up_observations.hpp"

namespace {

using namespace isomer::perf;
using isomer::detail::Kernel;

/// What is said against a file with this line.
std::string reason(std::string const& line) {
  try {
    read_observations(observations_head() + line + "\n");
  } catch (std::runtime_error const& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Observations, AreReadFromTheLinesThatTheyWrote) {
  auto all = made_up(2);
  all[0].what = "4 B 5:1:7 / 5";
  all[1].passes.push_back(some_pass(Kernel::pieces, 2, 64, 1.5));
  std::string text = observations_head();
  for (auto const& seen : all) text += line_of(seen);
  auto const read = read_observations(text);
  ASSERT_EQ(read.size(), all.size());
  for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(line_of(read[k]), line_of(all[k]));
  EXPECT_EQ(read[0].what, "4 B 5:1:7 / 5");
  ASSERT_EQ(read[1].passes.size(), 2u);
  EXPECT_EQ(read[1].passes[1].kernel, Kernel::pieces);
  EXPECT_EQ(read[1].passes[1].work.runs_read, 1.5);
}

TEST(Observations, AreInPlaceIfTheirKernelsAre) {
  auto seen = made_up(1).front();
  for (Kernel const kernel : {Kernel::tile_staged, Kernel::record_copy}) {
    seen.passes.front().kernel = kernel;
    EXPECT_FALSE(seen.is_in_place());
  }
  for (Kernel const kernel : {Kernel::swap, Kernel::cycles, Kernel::push, Kernel::record_panels}) {
    seen.passes.front().kernel = kernel;
    EXPECT_TRUE(seen.is_in_place());
  }
}

TEST(Observations, OfAnotherVersionAreRefused) {
  EXPECT_THROW(read_observations("problem,speed\n1,2\n"), std::runtime_error);
}

TEST(Observations, AreRefusedAtALineThatIsNone) {
  EXPECT_EQ(reason("1 panel 2 0.5 0.25; pieces memory 2 bytes=3; a matrix"), "accepted");
  EXPECT_EQ(reason("1 panel 2 0.5 0.25; a matrix"), "line 2: has no pass");
  EXPECT_EQ(reason("-1 panel 2 0.5 0.25; pieces memory 2; a matrix"),
            "line 2: problem has to be in 0..10000000");
  EXPECT_EQ(reason("2147483647 panel 2 0.5 0.25; pieces memory 2; a matrix"),
            "line 2: problem has to be in 0..10000000");
  EXPECT_EQ(reason("1 panel 2 -0.5 0.25; pieces memory 2; a matrix"),
            "line 2: seconds have to be above 0");
  EXPECT_EQ(reason("1 panel 2 0.5 0; pieces memory 2; a matrix"),
            "line 2: copy's seconds have to be above 0");
  EXPECT_EQ(reason("1 panel 2 0.5; pieces memory 2; a matrix"), "line 2: has no copy's seconds");
  EXPECT_EQ(reason("1 panel 2 0.5 0.25; places memory 2; "), "line 2: a name is unknown");
  EXPECT_EQ(reason("1 panel 2 0.5 0.25; pieces memory 2 luck=3; "), "line 2: a name is unknown");
  EXPECT_EQ(reason("1 panel 2 0.5 0.25; pieces memory 2 bytes=x; "), "line 2: has no value");
}

}  // namespace
