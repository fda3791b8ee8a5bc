// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "files/group.hpp"
#include "files/schedule/steps.hpp"

/// Schedules on plain bytes: what a file, its spare room and a new file hold after each group.
namespace isomer::files::test {

using Bytes = std::vector<std::uint8_t>;

struct Medium {
  Bytes file{};
  Bytes spare{};
  Bytes fresh{};
};

/// With a file of random bytes; whole pages, so that it may be longer than the file.
Medium medium_for(Schedule const& schedule, std::mt19937_64& random);

/// What the file holds afterwards: the array permuted, everything else as it was.
Bytes expected(Numbers const& numbers, Bytes const& file);

/// Reads, moves and writes of a group. With guard bytes around its buffers; returns what is wrong.
std::string do_group(Group const& group, std::uint64_t page, Medium& medium);

/// Edges to their places, as the runner does at the end. The result: the file or the new file.
Bytes finished(Schedule const& schedule, Medium medium);

/// All groups on random bytes, checked, compared with the index loop; empty if all is right. Groups
/// larger than `most` bytes are wrong. Where `again`, groups are done twice from a torn state, as
/// after a crash.
std::string wrong_with(Schedule const& schedule, std::mt19937_64& random, bool again,
                       std::uint64_t most = ~std::uint64_t{0});

std::string described(Numbers const& numbers);

/// `cases`; more of them for a long run (ISOMER_SCHEDULES_TIMES=50), fewer under sanitizers.
int times(int cases);

/// Random numbers of a kind that make a schedule.
Numbers random_numbers(Kind kind, std::mt19937_64& random);

/// The same of slots, wide or blocks, twice: three axes are reversed, first two of them item by
/// item.
Numbers random_steps(Kind kind, std::mt19937_64& random);

}  // namespace isomer::files::test
