// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "in_place/matrix_case.hpp"
#include "machine/host_kernels.hpp"
#include "with_kernels.hpp"

namespace isomer::tile {
namespace {

using in_place::GuardedBytes;

class ColumnKernelsOf : public test::WithKernels {};

TEST_P(ColumnKernelsOf, MoveBetweenRowsAndColumns) {
  for (std::int64_t const word : {1, 2, 4, 8, 16, 7})
    for (std::int64_t const height : {1, 3, 16, 64, 77, 130})
      for (int const columns : {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 61, 63, 64})
        for (int const way : {0, 1, 2, 3}) {
          bool const gathers = way % 2 == 0;
          std::int64_t const gap = way < 2 ? 5 : 0;
          SCOPED_TRACE(testing::Message() << height << " x " << columns << " words of " << word
                                          << (gathers ? ", gathered" : ", scattered")
                                          << (gap == 0 ? ", rows side by side" : ""));
          std::int64_t const stride = (columns + gap) * word;
          GuardedBytes rows((height - 1) * stride + columns * word, 3);
          GuardedBytes pieces(columns * height * word, 1);
          rows.fill(1, 0);
          pieces.fill(1, 1);
          GuardedBytes const rows_before = rows;
          GuardedBytes const pieces_before = pieces;
          std::vector<char*> column;
          std::vector<char const*> next;
          for (int c = 0; c < columns; ++c) {
            column.push_back(reinterpret_cast<char*>(pieces.data()) + c * height * word);
            next.push_back(column.back());
          }
          char* const first = reinterpret_cast<char*>(rows.data());
          PanelColumns const group{first,   stride,        height, word,
                                   columns, column.data(), first,  next.data()};
          int const which = column_kernel(word);
          (gathers ? kernels->columns.gather : kernels->columns.scatter)[which](group);
          for (std::int64_t r = 0; r < height; ++r)
            for (int c = 0; c < columns; ++c)
              ASSERT_EQ(0, std::memcmp(rows.data() + r * stride + c * word,
                                       pieces.data() + (c * height + r) * word,
                                       static_cast<std::size_t>(word)));
          // What was the source, and what lies between the rows, is as it was.
          auto const& source = gathers ? rows : pieces;
          auto const& source_before = gathers ? rows_before : pieces_before;
          ASSERT_EQ(0, std::memcmp(source.data(), source_before.data(),
                                   static_cast<std::size_t>(source.bytes())));
          for (std::int64_t r = 0; r + 1 < height; ++r)
            ASSERT_EQ(0, std::memcmp(rows.data() + r * stride + columns * word,
                                     rows_before.data() + r * stride + columns * word,
                                     static_cast<std::size_t>(gap * word)));
          ASSERT_TRUE(rows.guards_are_intact());
          ASSERT_TRUE(pieces.guards_are_intact());
        }
}

/// Columns in runs, as tiles of records have them: the runs of all columns side by side, then the
/// next one of each.
TEST_P(ColumnKernelsOf, MoveBetweenRowsAndColumnsInRuns) {
  for (std::int64_t const word : {1, 2, 4, 8, 16})
    for (std::int64_t const run : {16, 32, 64, 256})
      for (std::int64_t const height : {1, 16, 77, 128, 200})
        for (int const columns : {1, 2, 3, 4, 5, 6, 7, 8, 13, 16, 19, 64})
          for (int const way : {0, 1, 2, 3}) {
            bool const gathers = way % 2 == 0;
            std::int64_t const gap = way < 2 ? 1 : 0;
            SCOPED_TRACE(testing::Message()
                         << height << " x " << columns << " words of " << word << " in runs of "
                         << run << (gathers ? ", gathered" : ", scattered")
                         << (gap == 0 ? ", rows side by side" : ""));
            std::int64_t const stride = (columns + gap) * word;
            std::int64_t const step = columns * run + 3;
            std::int64_t const runs = (height * word + run - 1) / run;
            GuardedBytes rows((height - 1) * stride + columns * word, 3);
            GuardedBytes tiles(runs * step, 1);
            rows.fill(1, 0);
            tiles.fill(1, 1);
            std::vector<std::byte> before(tiles.data(), tiles.data() + tiles.bytes());
            std::vector<char*> column;
            for (int c = 0; c < columns; ++c)
              column.push_back(reinterpret_cast<char*>(tiles.data()) + c * run);
            PanelColumns const group{reinterpret_cast<char*>(rows.data()),
                                     stride,
                                     height,
                                     word,
                                     columns,
                                     column.data(),
                                     nullptr,
                                     nullptr,
                                     run,
                                     step};
            int const which = column_kernel(word);
            (gathers ? kernels->columns.gather : kernels->columns.scatter)[which](group);
            for (std::int64_t r = 0; r < height; ++r)
              for (int c = 0; c < columns; ++c) {
                std::int64_t const at = r * word / run * step + c * run + r * word % run;
                auto const size = static_cast<std::size_t>(word);
                ASSERT_EQ(
                    0, std::memcmp(rows.data() + r * stride + c * word, tiles.data() + at, size));
                if (gathers) std::memcpy(tiles.data() + at, before.data() + at, size);
              }
            // Nothing else of the tiles has changed.
            ASSERT_EQ(0, std::memcmp(tiles.data(), before.data(), before.size()));
            ASSERT_TRUE(rows.guards_are_intact());
            ASSERT_TRUE(tiles.guards_are_intact());
          }
}

/// Words of 8 bytes, some of which are two columns of halves, of which one may be nowhere.
TEST_P(ColumnKernelsOf, MoveHalvesOfWords) {
  constexpr std::int64_t word = 8;
  constexpr std::int64_t half = 4;
  constexpr std::uint64_t masks[]{0x1, 0x6, 0x29, 0xfff7, ~std::uint64_t{0}};
  for (std::int64_t const run : {0, 64, 128, 512})
    for (std::int64_t const height : {1, 8, 16, 77, 128, 200})
      for (int const columns : {1, 2, 3, 4, 5, 6, 7, 8, 13, 16, 64})
        for (std::uint64_t const halved : masks)
          for (int const way : {0, 1, 2, 3}) {
            bool const gathers = way % 2 == 0;
            std::int64_t const gap = way < 2 ? 1 : 0;
            SCOPED_TRACE(testing::Message()
                         << height << " x " << columns << " words in runs of " << run
                         << ", halved: " << halved << (gathers ? ", gathered" : ", scattered")
                         << (gap == 0 ? ", rows side by side" : ""));
            std::int64_t const stride = (columns + gap) * word;
            std::int64_t const in_run = run == 0 ? height * word : run;
            std::int64_t const step = columns * in_run + 3;
            std::int64_t const runs = (height * word + in_run - 1) / in_run;
            GuardedBytes rows((height - 1) * stride + columns * word, 3);
            GuardedBytes tiles(runs * step, 1);
            rows.fill(1, 0);
            tiles.fill(1, 1);
            std::vector<std::byte> before(tiles.data(), tiles.data() + tiles.bytes());
            std::vector<char*> column;
            std::vector<char*> upper;
            auto const is_halved = [&](int c) { return (halved >> c & 1U) != 0; };
            // Second halves before first ones; of every third word one is nowhere.
            for (int c = 0; c < columns; ++c) {
              char* const first = reinterpret_cast<char*>(tiles.data()) + c * in_run;
              column.push_back(is_halved(c) ? first + in_run / 2 : first);
              upper.push_back(is_halved(c) ? first : nullptr);
              if (!gathers || !is_halved(c) || c % 3 != 0) continue;
              (c % 2 == 0 ? column : upper).back() = nullptr;
            }
            PanelColumns const group{.rows = reinterpret_cast<char*>(rows.data()),
                                     .stride = stride,
                                     .height = height,
                                     .word = word,
                                     .columns = columns,
                                     .column = column.data(),
                                     .run = run,
                                     .step = run == 0 ? 0 : step,
                                     .halved = halved,
                                     .upper = upper.data()};
            (gathers ? kernels->columns.gather
                     : kernels->columns.scatter)[column_kernel(word)](group);
            auto const check = [&](char* of, std::int64_t r, std::int64_t bytes, int c,
                                   std::int64_t behind) {
              if (of == nullptr) return;
              std::int64_t const length = in_run * bytes / word;
              std::int64_t const at = reinterpret_cast<std::byte*>(of) - tiles.data() +
                                      r * bytes / length * step + r * bytes % length;
              auto const size = static_cast<std::size_t>(bytes);
              ASSERT_EQ(0, std::memcmp(rows.data() + r * stride + c * word + behind,
                                       tiles.data() + at, size));
              if (gathers) std::memcpy(tiles.data() + at, before.data() + at, size);
            };
            for (std::int64_t r = 0; r < height; ++r)
              for (int c = 0; c < columns; ++c) {
                auto const its = static_cast<std::size_t>(c);
                check(column[its], r, is_halved(c) ? half : word, c, 0);
                check(upper[its], r, half, c, half);
              }
            // Nothing else of the tiles has changed.
            ASSERT_EQ(0, std::memcmp(tiles.data(), before.data(), before.size()));
            ASSERT_TRUE(rows.guards_are_intact());
            ASSERT_TRUE(tiles.guards_are_intact());
          }
}

/// Past the caches: columns that begin with lines, while others begin anywhere, and rows that fill
/// lines. Shorter vectors are joined, of any columns.
TEST_P(ColumnKernelsOf, StreamWholeLines) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  bool const joins = kernels->isa.vector_bytes < 64;
  for (std::int64_t const word : {1, 2, 4, 8, 16})
    for (std::int64_t const height : {16, 32, 80, 192})
      for (int const columns : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 32, 64})
        for (std::uint64_t const halved : {0, 5})
          for (std::uint64_t const streams : {std::uint64_t{0}, all, std::uint64_t{0xd}})
            for (bool const gathers : {true, false}) {
              if (word < 4 && !(gathers && columns == 2)) continue;
              if (halved != 0 && word != 8) continue;
              bool const are_packed = columns > 1 && columns <= (gathers ? 6 : 7) && word <= 8;
              if (halved != 0 && !((are_packed || joins) && height * word % 128 == 0)) continue;
              if (!gathers && columns * word % 64 != 0 && !are_packed && !joins) continue;
              if (!gathers && streams != all) continue;
              SCOPED_TRACE(testing::Message()
                           << height << " x " << columns << " words of " << word
                           << (gathers ? ", gathered" : ", scattered") << ", halved: " << halved
                           << ", streamed: " << streams);
              std::int64_t const row = columns * word;
              std::int64_t const length = (height * word + 63) / 64 * 64 + 128;
              GuardedBytes rows(height * row);
              GuardedBytes pieces(columns * length);
              rows.fill(1, 0);
              pieces.fill(1, 1);
              std::vector<char*> column;
              std::vector<char*> upper;
              for (int c = 0; c < columns; ++c) {
                std::int64_t const behind_line = (streams >> c & 1U) != 0 ? 0 : 4;
                column.push_back(reinterpret_cast<char*>(pieces.data()) + c * length + behind_line);
                // Of words that are not streamed second halves are.
                upper.push_back(column.back() + height * word / 2 + (64 - behind_line) % 64);
              }
              PanelColumns const group{.rows = reinterpret_cast<char*>(rows.data()),
                                       .stride = row,
                                       .height = height,
                                       .word = word,
                                       .columns = columns,
                                       .column = column.data(),
                                       .halved = halved,
                                       .upper = upper.data(),
                                       .streams = streams,
                                       .upper_streams = streams == 0 ? 0 : all};
              (gathers ? kernels->columns.gather
                       : kernels->columns.scatter)[column_kernel(word)](group);
              for (std::int64_t r = 0; r < height; ++r)
                for (int c = 0; c < columns; ++c) {
                  bool const is_halved = (halved >> c & 1U) != 0;
                  std::int64_t const part = is_halved ? word / 2 : word;
                  for (int h = 0; h < (is_halved ? 2 : 1); ++h)
                    ASSERT_EQ(0,
                              std::memcmp(
                                  rows.data() + r * row + c * word + h * part,
                                  (h == 0 ? column : upper)[static_cast<std::size_t>(c)] + r * part,
                                  static_cast<std::size_t>(part)));
                }
              ASSERT_TRUE(rows.guards_are_intact());
              ASSERT_TRUE(pieces.guards_are_intact());
            }
}

TEST_P(ColumnKernelsOf, StreamPiecesOfWholeLines) {
  for (std::int64_t const bytes : {64, 128, 320})
    for (std::int64_t const gap : {0, 64}) {
      constexpr std::int64_t pieces = 3;
      GuardedBytes to(pieces * (bytes + gap));
      GuardedBytes from(pieces * (bytes + 5), 3);
      to.fill(1, 0);
      from.fill(1, 1);
      GuardedBytes expected = to;
      for (std::int64_t p = 0; p < pieces; ++p)
        std::memcpy(expected.data() + p * (bytes + gap), from.data() + p * (bytes + 5),
                    static_cast<std::size_t>(bytes));
      char* const to_row = reinterpret_cast<char*>(to.data());
      char const* const from_row = reinterpret_cast<char const*>(from.data());
      kernels->pieces.copy_grid({.bytes = bytes,
                                 .to = {&to_row, 0, bytes + gap, 0},
                                 .from = {&from_row, 0, bytes + 5, 0},
                                 .rows = 1,
                                 .pieces = pieces,
                                 .streams = true});
      ASSERT_EQ(0, std::memcmp(to.data(), expected.data(), static_cast<std::size_t>(to.bytes())));
      ASSERT_TRUE(to.guards_are_intact());
      ASSERT_TRUE(from.guards_are_intact());
    }
}

/// Pieces at even distances, from rows anywhere, on some pages; neighbours where nothing lies
/// between them.
TEST_P(ColumnKernelsOf, CopyGridsOfPieces) {
  for (std::int64_t const bytes : {1, 2, 3, 4, 8, 9, 12, 13, 15, 16, 24, 32, 48, 64, 100, 128, 300})
    for (std::int64_t const rows : {1, 3})
      for (std::int64_t const pieces : {1, 2, 5})
        for (std::int64_t const pages : {1, 3})
          for (std::int64_t const gap : {0, 7}) {
            SCOPED_TRACE(testing::Message() << pages << " x " << rows << " x " << pieces
                                            << " pieces of " << bytes << ", " << gap << " apart");
            // The source the other way round: pieces of all rows, then the next one of each.
            std::int64_t const to_row = pieces * (bytes + gap);
            std::int64_t const from_piece = rows * bytes + 5;
            GuardedBytes to(pages * rows * to_row, 1);
            GuardedBytes from(pages * pieces * from_piece, 3);
            to.fill(1, 0);
            from.fill(1, 1);
            GuardedBytes expected = to;
            std::vector<char*> to_rows;
            std::vector<char const*> from_rows;
            for (std::int64_t r = 0; r < rows; ++r) {
              // Rows need not follow each other.
              std::int64_t const at = (r + 1) % rows;
              to_rows.push_back(reinterpret_cast<char*>(to.data()) + at * to_row - 2);
              from_rows.push_back(reinterpret_cast<char const*>(from.data()) + r * bytes - 3);
              for (std::int64_t g = 0; g < pages; ++g)
                for (std::int64_t p = 0; p < pieces; ++p)
                  std::memcpy(expected.data() + (g * rows + at) * to_row + p * (bytes + gap),
                              from.data() + (g * pieces + p) * from_piece + r * bytes,
                              static_cast<std::size_t>(bytes));
            }
            kernels->pieces.copy_grid(
                {.bytes = bytes,
                 .to = {to_rows.data(), 2, bytes + gap, rows * to_row},
                 .from = {from_rows.data(), 3, from_piece, pieces * from_piece},
                 .rows = rows,
                 .pieces = pieces,
                 .pages = pages});
            ASSERT_EQ(
                0, std::memcmp(to.data(), expected.data(), static_cast<std::size_t>(to.bytes())));
            ASSERT_TRUE(to.guards_are_intact());
            ASSERT_TRUE(from.guards_are_intact());
          }
}

/// Of rows of two words one is left out, or written twice from one column.
TEST_P(ColumnKernelsOf, TakeRowsOfTwoWordsApart) {
  for (std::int64_t const word : {1, 2, 4, 8})
    for (std::int64_t const height : {1, 16, 77, 128, 200})
      for (int const wanted : {0, 1}) {
        SCOPED_TRACE(testing::Message() << height << " rows of words of " << word << ", number "
                                        << wanted << " wanted");
        auto const size = static_cast<std::size_t>(word);
        GuardedBytes rows(2 * height * word, 3);
        GuardedBytes kept(height * word, 1);
        rows.fill(1, 0);
        kept.fill(1, 1);
        auto* const column_of_kept = reinterpret_cast<char*>(kept.data());
        std::vector<char*> column{nullptr, nullptr};
        column[static_cast<std::size_t>(wanted)] = column_of_kept;
        PanelColumns group{reinterpret_cast<char*>(rows.data()),
                           2 * word,
                           height,
                           word,
                           2,
                           column.data(),
                           nullptr,
                           nullptr};
        kernels->columns.gather[column_kernel(word)](group);
        for (std::int64_t r = 0; r < height; ++r)
          ASSERT_EQ(
              0, std::memcmp(kept.data() + r * word, rows.data() + (2 * r + wanted) * word, size));
        kept.fill(1, 2);
        column = {column_of_kept, column_of_kept};
        kernels->columns.scatter[column_kernel(word)](group);
        for (std::int64_t r = 0; r < 2 * height; ++r)
          ASSERT_EQ(0, std::memcmp(rows.data() + r * word, kept.data() + r / 2 * word, size));
        ASSERT_TRUE(rows.guards_are_intact());
        ASSERT_TRUE(kept.guards_are_intact());
      }
}

TEST_P(ColumnKernelsOf, MovePiecesOfAnyLength) {
  for (std::int64_t bytes = 1; bytes < 300; ++bytes)
    for (int const misalignment : {0, 1, 40})
      for (auto const move : {kernels->pieces.vectors, kernels->pieces.string_instruction}) {
        if (move == nullptr) continue;
        GuardedBytes from(bytes, misalignment);
        GuardedBytes to(bytes, 5);
        from.fill(1, 0);
        to.fill(1, 1);
        auto* const there = reinterpret_cast<char*>(to.data());
        auto* const here = reinterpret_cast<char const*>(from.data());
        move(there, here, bytes, {here, there});
        ASSERT_EQ(0, std::memcmp(there, here, static_cast<std::size_t>(bytes))) << bytes;
        ASSERT_TRUE(to.guards_are_intact()) << bytes;
      }
}

INSTANTIATE_TEST_SUITE_P(Each, ColumnKernelsOf, testing::ValuesIn(test::instruction_sets()),
                         [](auto const& name) { return std::string(name.param); });

}  // namespace
}  // namespace isomer::tile
