// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <ostream>
#include <vector>

#include "support/message_of.hpp"

namespace isomer::test {
namespace {

using testing::HasSubstr;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t half = std::int64_t{1} << 62;

/// A view that is only looked at.
struct Looked {
  int element_bytes;
  std::vector<std::int64_t> extent;
  std::vector<std::int64_t> stride;
};

void PrintTo(Looked const& view, std::ostream* out) {
  *out << view.element_bytes << "-byte elements, extents " << testing::PrintToString(view.extent)
       << ", strides " << testing::PrintToString(view.stride);
}

detail::ViewInfo info_of(Looked const& view) {
  static std::byte somewhere;
  detail::ViewInfo info;
  info.data = &somewhere;
  info.rank = static_cast<int>(view.extent.size());
  info.order = detail::Order::stride;
  info.element_bytes = view.element_bytes;
  std::copy(view.extent.begin(), view.extent.end(), info.extent.begin());
  std::copy(view.stride.begin(), view.stride.end(), info.stride.begin());
  return info;
}

void require(Looked const& view) { detail::require_addressable("call", "dst", info_of(view)); }

class BeyondTheLastAddress : public testing::TestWithParam<Looked> {};

TEST_P(BeyondTheLastAddress, IsRefused) {
  EXPECT_THAT(message_of([] { require(GetParam()); }),
              HasSubstr("its last byte has to lie within 2^63 - 1 bytes"));
}

INSTANTIATE_TEST_SUITE_P(
    EachSum, BeyondTheLastAddress,
    testing::Values(Looked{1, {3}, {half}},                             // the reach of an axis
                    Looked{1, {2, 2}, {half, half}},                    // the reach of all axes
                    Looked{1, {2, 2, 2, 2}, {half, half, half, half}},  // .. which turns to 0
                    Looked{1, {2}, {most}},                             // the last element itself
                    Looked{1, {2, 2}, {half, half - 1}},                // .. of two axes
                    Looked{2, {2}, {half - 1}},                         // its bytes
                    Looked{16, {2, 2}, {half / 8, half / 8}}));

class AtTheLastAddress : public testing::TestWithParam<Looked> {};

TEST_P(AtTheLastAddress, IsAccepted) { EXPECT_NO_THROW(require(GetParam())); }

INSTANTIATE_TEST_SUITE_P(EachSum, AtTheLastAddress,
                         testing::Values(Looked{1, {2}, {most - 1}}, Looked{1, {most}, {1}},
                                         Looked{1, {2, 2}, {half, half - 2}},
                                         Looked{2, {2}, {half - 2}},
                                         Looked{16, {2, 2}, {half / 16, half / 16 - 2}}));

TEST(Addressable, IsNoViewThatGoesBackwards) {
  EXPECT_THAT(message_of([] {
                require({1, {2, 3}, {3, -1}});
              }),
              HasSubstr("strides 3x-1, strides have to be 0 or more, and less than 2^63"));
}

TEST(Addressable, IsEveryViewWithoutElements) {
  EXPECT_NO_THROW(require({8, {2, 0, 2}, {most, most, most}}));
}

}  // namespace
}  // namespace isomer::test
