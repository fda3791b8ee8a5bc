// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <ostream>
#include <string>

#include <Kokkos_Core.hpp>

#include "in_place/matrix_case.hpp"
#include "plan/in_place/methods_in_place.hpp"
#include "support/machines.hpp"

/// Passes, and bytes read from and written to the array, of every decomposition on one thread:
/// counted from what doc/in_place.md says that each of its passes does (what they do is recorded by
/// unit_test/instrumented/test_traffic.cpp). What goes through the workspace lies in a
/// cache or is counted where it leaves the array and comes back.
namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

struct Traffic {
  int passes = 0;
  std::int64_t read = 0;
  std::int64_t written = 0;

  /// A pass that touches this many bytes of the array.
  void pass(std::int64_t bytes) {
    ++passes;
    read += bytes;
    written += bytes;
  }
  friend bool operator==(Traffic const&, Traffic const&) = default;
};

void PrintTo(Traffic const& traffic, std::ostream* out) {
  *out << traffic.passes << " passes, " << traffic.read << " bytes read, " << traffic.written
       << " written";
}

/// The number before, or behind, some words of a move's own description.
std::int64_t number_before(std::string const& text, std::string const& words) {
  auto const end = text.find(words);
  EXPECT_NE(end, std::string::npos) << text;
  auto const begin = text.rfind(' ', end - 1);
  return std::atoll(text.c_str() + (begin == std::string::npos ? 0 : begin + 1));
}
std::int64_t number_behind(std::string const& text, std::string const& words) {
  auto const at = text.find(words);
  EXPECT_NE(at, std::string::npos) << text;
  return std::atoll(text.c_str() + at + words.size());
}

Traffic once(Step const& step, std::string const&) {
  Traffic traffic;
  traffic.pass(step.bytes());
  return traffic;
}

/// Both passes leave out the strip, rows (or columns) that fill no panel: it leaves the array
/// before one of them and comes back behind the other.
Traffic panels(Step const& step, std::string const& described) {
  bool const backward = described.find(" columns") != std::string::npos;
  std::int64_t const height = number_before(described, backward ? " columns" : " rows");
  std::int64_t const cut = backward ? step.cols : step.rows;
  std::int64_t const strip = step.bytes() / cut * (cut % height);
  Traffic traffic;
  traffic.pass(step.bytes() - strip);
  traffic.pass(step.bytes() - strip);
  traffic.read += strip;
  traffic.written += strip;
  return traffic;
}

/// The rows are pushed together or apart, and the square is transposed; what juts out leaves the
/// array once and comes back once.
Traffic cut(Step const& step, std::string const&) {
  std::int64_t const side = std::min(step.rows, step.cols);
  std::int64_t const square = step.batch * side * side * step.chunk_bytes;
  Traffic traffic;
  traffic.pass(square);
  traffic.pass(square);
  traffic.read += step.bytes() - square;
  traffic.written += step.bytes() - square;
  return traffic;
}

/// Each of the three permutations moves everything, unless one of its sides is 1.
Traffic gcd_pass(Step const& step, std::string const& described) {
  std::int64_t const d = number_behind(described, "common divisor ");
  Traffic traffic;
  if (step.rows != d) traffic.pass(step.bytes());
  traffic.pass(step.bytes());
  if (step.cols != d) traffic.pass(step.bytes());
  return traffic;
}

/// Rows, and columns behind them; before them once more unless the first rotation falls away.
Traffic c2r(Step const& step, std::string const&) {
  Traffic traffic;
  traffic.pass(step.bytes());
  traffic.pass(step.bytes());
  if (std::gcd(step.rows, step.cols) > 1) traffic.pass(step.bytes());
  return traffic;
}

std::map<std::string, std::function<Traffic(Step const&, std::string const&)>> const counted{
    {"square", once},   {"blocks", once},  {"cycles", once},
    {"skinny", panels}, {"panel", panels}, {"gcd_pass", gcd_pass},
    {"cut", cut},       {"c2r", c2r},      {"r2c", c2r}};

class Accounting : public testing::TestWithParam<Decomposition<Exec> const*> {};

TEST_P(Accounting, IsWhatThePassesTouch) {
  auto const& decomposition = *GetParam();
  std::string const name(decomposition.name());
  ASSERT_TRUE(counted.contains(name)) << "a new decomposition is to be counted too";
  int done = 0;
  for (std::int64_t const batch : {1, 3})
    for (std::int64_t const chunk : {4, 8, 24})
      for (std::int64_t const rows : {8, 17, 96, 250, 1000, 3001})
        for (std::int64_t const cols : {8, 17, 96, 100, 257, 1000, 2048}) {
          Step const step{batch, rows, 1, cols, chunk};
          auto const& machine = test::machines()[static_cast<std::size_t>(done) % 4];
          Limits const limits{std::size_t{4} << 20, test::with_threads(machine, 1),
                              &detail::default_rates(machine)};
          auto const estimate = decomposition.estimate(step, limits);
          if (!estimate) continue;
          ++done;
          auto const described = decomposition.prepare(step, limits)->describe();
          Traffic const said{estimate->passes, estimate->bytes_read, estimate->bytes_written};
          EXPECT_EQ(said, counted.at(name)(step, described))
              << testing::PrintToString(step) << ": " << described;
        }
  EXPECT_GT(done, 10);
}

INSTANTIATE_TEST_SUITE_P(All, Accounting, testing::ValuesIn(methods<Exec>()),
                         [](auto const& each) { return std::string(each.param->name()); });

}  // namespace
}  // namespace isomer::in_place
