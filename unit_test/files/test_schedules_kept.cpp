// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "schedule_medium.hpp"

namespace isomer::files::test {
namespace {

/// FNV-1a over every number of every group.
class Sum {
 public:
  void add(std::uint64_t number) {
    for (int k = 0; k < 8; ++k) {
      sum_ = (sum_ ^ (number & 0xff)) * 0x100000001b3;
      number >>= 8;
    }
  }
  void add(Pages const& pages) {
    for (std::uint64_t const n :
         {static_cast<std::uint64_t>(pages.where), pages.first, pages.count, pages.at})
      add(n);
  }
  void add(EdgeBytes const& edge) {
    for (std::uint64_t const n : {edge.spare_page, edge.skip, edge.count}) add(n);
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325;
};

/// What a file holds in the end depends on where groups put things, so all of that is counted; a
/// move only on what it does, which other tests see.
std::uint64_t sum_of(Schedule const& schedule) {
  Sum sum;
  for (std::uint64_t t = 0; t < schedule.groups(); ++t) {
    Group const group = schedule.group(t);
    for (Pages const& pages : group.reads) sum.add(pages);
    for (Pages const& pages : group.writes) sum.add(pages);
    sum.add(group.dead);
    sum.add(group.in_bytes);
    sum.add(group.out_bytes);
    sum.add(static_cast<std::uint64_t>(group.pass));
    sum.add(group.over ? 1 : 0);
  }
  sum.add(schedule.spare_pages());
  sum.add(schedule.head());
  sum.add(schedule.tail());
  return sum.value();
}

struct Kept {
  std::vector<std::uint64_t> numbers;
  std::uint64_t sum;
};

/// A companion that a killed process left names nothing but numbers: they have to give the same
/// groups in every later version. Never change a line; a new version has new numbers.
TEST(KeptSchedules, OfVersionOneAreWhatTheyWere) {
  Kept const kept[] = {
      {{1, 1, 64, 7823, 128, 16, 3, 8, 60, 1, 0, 1, 2, 1, 1, 0, 0, 1, 2, 0, 64, 42, 64},
       0x1094beedeea91524},
      {{1, 2, 128, 35115, 0, 16, 2, 199, 11, 0, 1, 1, 1, 0, 0, 1, 0, 256, 59, 384},
       0x5f457fe425c1d0ac},
      {{1, 1, 16, 685, 25, 4, 1, 165, 0, 1, 1, 0, 0, 0, 16, 53, 48}, 0xe1e4f3345a3e4486},
      {{1, 1, 16, 3991, 13, 34, 2, 1, 117, 0, 1, 1, 1, 0, 0, 1, 0, 96, 39, 16}, 0x2c56946257e23b1a},
      {{1, 3, 16, 896, 16, 22, 3, 1, 40, 1, 2, 1, 0, 1, 2, 0, 2, 1, 0, 1, 1, 0, 0},
       0x52c29b32fff68b05},
      {{1, 3, 128, 6383, 284, 14, 2, 72, 6, 0, 1, 1, 2, 0, 0, 1, 1, 9, 0, 0}, 0x9efb53e1a80efb05},
      {{1, 3, 32, 3558, 24, 31, 4, 57, 1, 1, 2, 0, 3, 2, 1, 1, 2, 0, 0, 3, 2, 1, 1, 2, 0, 0},
       0xf47492d0f786b765},
      {{1, 3, 16, 913, 7, 20, 3, 22, 1, 2, 0, 1, 2, 1, 2, 0, 0, 1, 2, 1, 5, 0, 0},
       0x9d96cdb242794da5},
      {{1, 3, 32, 161852, 76, 12, 4, 1, 35, 35, 11, 0, 2, 1, 3, 1, 3, 0, 0, 2, 1, 3, 4, 0, 0, 0},
       0x2377520a556823c9},
      {{1, 3, 64, 44449, 73, 8, 4, 1, 43, 43, 3, 0, 2, 1, 3, 1, 3, 0, 0, 2, 1, 3, 7, 0, 0, 0},
       0xb0b1955764c18551},
      {{1, 3, 128, 332343, 253, 16, 4, 2, 24, 24, 18, 0, 2, 1, 3, 1, 3, 0, 0, 2, 1, 3, 5, 0, 0, 0},
       0x45530be702ecce75},
      {{1, 3, 16, 27659, 11, 4, 4, 2, 24, 24, 6, 0, 2, 1, 3, 1, 3, 0, 0, 2, 1, 3, 4, 0, 0, 0},
       0x7480fecbb03df465},
      {{1, 4, 32, 1368, 75, 8, 3, 51, 3, 1, 1, 2, 0, 1, 4, 0, 1, 2, 0, 64, 17, 16, 6},
       0x19a230790d83ae10},
      {{1, 4, 4096, 163694, 7996, 40, 4, 23, 10, 1,    16, 1, 2,
        0, 3, 1,    4,      0,    1,  2, 0,  3,  4096, 3,  1, 6},
       0xdf9b0ee5b7da147a},
      {{1, 4, 64, 10116, 36, 4, 3, 24, 5, 21, 1, 0, 2, 1, 4, 0, 1, 0, 2, 128, 19, 14, 10},
       0x995ce9bc1f4b2ef4},
      {{1, 4, 16, 2522, 24, 2, 4, 15, 41, 1, 2, 1, 2, 0, 3, 1, 4, 0, 1, 2, 0, 3, 32, 7, 13, 5},
       0x0eedfde846d30c49},
      {{1, 5, 16, 1296, 16, 4, 4, 2, 1, 160, 1, 2, 0, 1, 3, 1, 5, 0, 2, 0, 1, 3, 32, 7, 2, 0},
       0xb1a9f6a83bbe2385},
      {{1, 5, 16, 5671, 22, 22, 3, 1, 32, 8, 2, 1, 0, 1, 5, 0, 2, 1, 0, 48, 1, 5, 0},
       0x16837c4b1ac11c74},
      {{1, 5, 32, 12340, 44, 2, 3, 58, 106, 1, 2, 1, 0, 1, 5, 0, 2, 1, 0, 64, 6, 7, 0},
       0x369b217ef24abae2},
      {{1, 5, 128, 40668, 141, 16, 2, 27, 93, 1, 0, 1, 5, 0, 1, 0, 256, 7, 9, 0},
       0xcb7a7f4087de454c},
      {{1, 5, 128, 41700, 141, 16, 2, 27, 96, 1, 0, 1, 5, 0, 1, 0, 256, 7, 9, 1},
       0x09dca1f5f8ecfc74},
      {{1, 5, 64, 19349, 149, 5, 3, 2, 6, 320, 2, 1, 0, 1, 5, 0, 2, 1, 0, 128, 9, 1, 1},
       0x48828dd4477ff287},
      {{1, 6, 16, 2441, 22, 16, 4, 2, 75, 1, 1, 1, 2, 3, 0, 1, 6, 0, 1, 2, 3, 0, 1, 41, 9, 0},
       0x7fd55e9aaa7c43bd},
      {{1, 6, 4096, 170545, 8966, 28, 3, 6, 46, 20, 2, 0, 1, 1, 6, 0, 2, 0, 1, 225, 9, 4, 0},
       0x90ea85560dbfb2cf},
      {{1, 6, 32, 377, 14, 2, 2, 2, 73, 1, 0, 1, 6, 0, 1, 0, 2, 12, 6, 0}, 0x3361cc8e891e18f7},
      {{1, 6, 32, 843, 43, 8, 3, 30, 1, 3, 2, 0, 1, 1, 6, 0, 2, 0, 1, 25, 3, 1, 0},
       0xdc284babbb4bd968},
      {{1, 4, 32, 38165, 85, 7, 3, 17, 5, 64, 1, 0, 2, 1, 7, 0, 1, 0, 2, 2, 3, 0, 0},
       0x13a5ecd786469379},
      {{1, 4, 128, 32883, 45, 1, 4, 4, 16, 1, 512, 2, 1, 0, 3, 1, 7, 0, 2, 1, 0, 3, 2, 1, 0, 0},
       0xdb992fe195b49114},
      {{1, 4, 16, 4471, 32, 16, 3, 23, 3, 4, 1, 0, 2, 1, 7, 0, 1, 0, 2, 2, 9, 0, 0},
       0x60c8f8ca08c2b826},
      {{1, 4, 4096, 609757, 8526, 1, 3, 18, 2, 16384, 1, 0, 2, 1, 7, 0, 1, 0, 2, 2, 5, 0, 0},
       0xc8be7818e52e4cc6},
      {{1, 4, 128, 27664, 128, 8, 4, 142, 2, 1, 12, 0, 1, 2, 3, 1, 8, 0, 0, 1, 2, 3, 0, 6, 0, 0},
       0x7f7d73c50e9241ce},
      {{1, 4, 16, 518, 14, 4, 1, 126, 0, 1, 8, 0, 0, 0, 5, 0, 0}, 0x687f74dcffb9b4c3},
      {{1, 4, 128, 10253, 269, 4, 3, 48, 2, 26, 0, 1, 2, 1, 8, 0, 0, 1, 2, 0, 2, 0, 0},
       0xff31d475e55c4e6c},
      {{1, 4, 4096, 196096, 5260, 31, 4, 38, 1, 162, 1, 3, 2,
        1, 0, 1,    8,      0,    3,  2, 1,  0, 0,   8, 0, 0},
       0xab235cefbc6261f3},
      // Two steps, the first of them item by item.
      {{1, 4, 16, 1719, 17, 8, 3, 6, 7, 5, 2, 1, 0,  2, 4,  1,
        0, 2, 1,  32,   16, 7, 4, 4, 0, 2, 1, 0, 16, 1, 12, 2},
       0xef09ef38d9086c37},
      {{1, 4, 16, 2234, 13, 8,  3,  5, 11, 5, 2, 1, 0,  2, 4, 1,
        0, 2, 1,  32,   1,  17, 11, 4, 0,  2, 1, 0, 16, 9, 3, 11},
       0xdd241e6b325a835b},
      {{1, 5, 16, 1347, 25, 8, 3, 5, 4, 8, 2, 1, 0,  2, 5, 1,
        0, 2, 1,  16,   4,  6, 1, 5, 0, 2, 1, 0, 16, 4, 3, 1},
       0x24dd86c020f1cfcd},
      {{1, 5, 16, 3440, 40, 7, 3, 4, 12, 10, 2, 1, 0,  2, 5, 1,
        0, 2, 1,  32,   4,  7, 1, 5, 0,  2,  1, 0, 32, 2, 2, 1},
       0x425239450752fdfb},
      {{1, 6, 32, 497, 19, 2, 3, 2, 8, 13, 2, 1, 0, 2,  6, 1,
        0, 2, 1,  7,   12, 1, 0, 6, 0, 2,  1, 0, 2, 60, 3, 0},
       0x1f5ec322969802b9},
      {{1, 6, 16, 332, 4, 3, 3, 4, 6, 4, 2, 1, 0, 2, 6, 1,
        0, 2, 1,  2,   1, 8, 0, 6, 0, 2, 1, 0, 4, 5, 1, 0},
       0x6cac24dd156dc466},
  };
  for (Kept const& one : kept) {
    auto const schedule = schedule_of(one.numbers);
    EXPECT_EQ(sum_of(*schedule), one.sum) << described(Numbers::read(one.numbers));
  }
}

}  // namespace
}  // namespace isomer::files::test
