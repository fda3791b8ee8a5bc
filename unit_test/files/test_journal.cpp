// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <isomer/error.hpp>

#include "files/journal/crc32c.hpp"
#include "files/journal/journal.hpp"
#include "support/message_of.hpp"

namespace isomer::files::test {
namespace {

using isomer::test::message_of;
using testing::HasSubstr;

Id some_id(std::uint8_t first) {
  Id id{};
  for (std::size_t k = 0; k < id.size(); ++k) id[k] = static_cast<std::byte>(first + k);
  return id;
}

Description some_description(std::size_t header_bytes) {
  Description d;
  d.id = some_id(1);
  d.file_bytes = 123456789012345;
  d.inode = 42;
  d.fresh_inode = 43;
  d.ring_pages = 7;
  d.has_header = true;
  d.numbers = {1, 2, 3, std::numeric_limits<std::uint64_t>::max()};
  d.name = "big.npy";
  d.words = "f8 (3, 4), axes 1,0";
  d.new_header = std::string(header_bytes, 'n');
  d.top = std::string(header_bytes + 100, 'o');
  d.bottom = "behind";
  d.sum = 99;
  d.elements = {8, {3, 4}, {1, 3}};
  return d;
}

void expect_same(Description const& a, Description const& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.file_bytes, b.file_bytes);
  EXPECT_EQ(a.inode, b.inode);
  EXPECT_EQ(a.fresh_inode, b.fresh_inode);
  EXPECT_EQ(a.ring_pages, b.ring_pages);
  EXPECT_EQ(a.has_header, b.has_header);
  EXPECT_EQ(a.numbers, b.numbers);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.words, b.words);
  EXPECT_EQ(a.new_header, b.new_header);
  EXPECT_EQ(a.top, b.top);
  EXPECT_EQ(a.bottom, b.bottom);
  EXPECT_EQ(a.sum, b.sum);
  EXPECT_EQ(a.elements, b.elements);
}

std::uint32_t sum_of(std::string_view text) {
  return crc32c(std::as_bytes(std::span(text.data(), text.size())));
}

TEST(Crc32c, IsThatOfOthers) {
  // RFC 3720, B.4, and the usual check value.
  EXPECT_EQ(sum_of("123456789"), 0xE3069283U);
  EXPECT_EQ(sum_of(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(sum_of(std::string(32, '\xff')), 0x62A8AB43U);
  EXPECT_EQ(sum_of(""), 0U);
}

TEST(Journal, HoldsDescriptionsOfAnyLength) {
  for (std::size_t const header : {0U, 64U, 4000U, 4068U, 20000U}) {
    Description const d = some_description(header);
    auto const bytes = bytes_of(d);
    EXPECT_EQ(bytes.size() % journal_page, 0U);
    auto const read = description_in(bytes);
    ASSERT_TRUE(read.has_value());
    expect_same(*read, d);
  }
}

TEST(Journal, BeginsWithASentenceForPeople) {
  Description d = some_description(64);
  auto const text = [&] {
    auto const bytes = bytes_of(d);
    return std::string(reinterpret_cast<char const*>(bytes.data()), 1000);
  };
  EXPECT_TRUE(text().starts_with(
      "part of big.npy is in here: do not delete, run isomer recover big.npy\n"));
  d.name = std::string(3000, 'x') + "\n";
  EXPECT_TRUE(text().starts_with("part of xxx"));
  EXPECT_TRUE(description_in(bytes_of(d)).has_value());
}

TEST(Journal, IsReadFromEitherCopyOfEachPage) {
  Description const d = some_description(9000);
  auto const whole = bytes_of(d);
  std::uint64_t const pages = preface_in(whole)->rest_pages();
  ASSERT_GT(pages, 2U);
  std::mt19937_64 random(1);
  auto const damage = [&](std::vector<std::byte>& bytes, std::uint64_t page) {
    bytes[page * journal_page + random() % journal_page] ^= std::byte{16};
  };
  auto pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, second_preface}};
  for (std::uint64_t k = 0; k < pages; ++k)
    pairs.emplace_back(first_rest_page + k, first_rest_page + pages + k);
  for (int n = 0; n < 200; ++n) {
    auto bytes = whole;
    for (auto const& [first, second] : pairs) damage(bytes, random() % 2 == 0 ? first : second);
    auto const read = description_in(bytes);
    ASSERT_TRUE(read.has_value());
    expect_same(*read, d);
  }
  for (auto const& [first, second] : pairs) {
    auto bytes = whole;
    damage(bytes, first);
    damage(bytes, second);
    EXPECT_FALSE(description_in(bytes).has_value());
  }
}

TEST(Journal, ThatIsCutShortHoldsNothing) {
  auto const whole = bytes_of(some_description(9000));
  for (std::uint64_t bytes = 0; bytes < whole.size(); bytes += 1000)
    EXPECT_FALSE(description_in(std::span(whole).first(bytes)).has_value());
}

/// A whole preface that says something else.
std::vector<std::byte> with_number(std::size_t at, std::uint8_t value) {
  auto bytes = bytes_of(some_description(64));
  for (std::uint64_t const page : {std::uint64_t{0}, second_preface}) {
    auto const begin = std::span(bytes).subspan(page * journal_page, journal_page);
    begin[at] = static_cast<std::byte>(value);
    std::uint32_t const sum = crc32c(begin.first(journal_page - 4));
    for (unsigned k = 0; k < 4; ++k)
      begin[journal_page - 4 + k] = static_cast<std::byte>(sum >> (8 * k) & 0xffU);
  }
  return bytes;
}

TEST(Journal, OfAnotherVersionIsRefused) {
  constexpr std::size_t format = 1024 + 8;
  constexpr std::size_t schedules = 1024 + 12;
  EXPECT_TRUE(description_in(with_number(format, 1)).has_value());
  EXPECT_THAT(message_of([] { description_in(with_number(format, 2)); }), HasSubstr("format 2"));
  EXPECT_THAT(message_of([] { description_in(with_number(schedules, 3)); }),
              HasSubstr("schedules 3"));
}

TEST(Journal, OfImpossibleLengthIsRefused) {
  constexpr std::size_t length = 1024 + 32;
  EXPECT_THAT(message_of([] { description_in(with_number(length + 7, 9)); }),
              HasSubstr("it cannot have more than"));
  EXPECT_THAT(message_of([] { description_in(with_number(length, 1)); }),
              HasSubstr("does not fit its length"));
}

TEST(Records, AreReadBack) {
  Id const id = some_id(3);
  auto const page = bytes_of(id, {std::uint64_t{1} << 40U, 12.5});
  auto const record = record_in(id, page);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->t, std::uint64_t{1} << 40U);
  EXPECT_EQ(record->seconds, 12.5);
  EXPECT_FALSE(record_in(some_id(4), page).has_value());
  EXPECT_FALSE(record_in(id, std::span(page).first(100)).has_value());
}

TEST(Records, ThatAreDamagedCountForNothing) {
  Id const id = some_id(3);
  auto const page = bytes_of(id, {5, 1.0});
  for (std::size_t at = 0; at < page.size(); at += at < 64 ? 1 : 61) {
    auto damaged = page;
    damaged[at] ^= std::byte{1};
    EXPECT_FALSE(record_in(id, damaged).has_value()) << at;
  }
}

TEST(Marks, SayOfWhichCompanionTheyAre) {
  std::string const mark = mark_of(some_id(1));
  EXPECT_EQ(mark.size(), mark_bytes);
  EXPECT_TRUE(is_mark(mark + "more"));
  EXPECT_TRUE(is_mark_of(some_id(1), mark));
  EXPECT_FALSE(is_mark_of(some_id(2), mark));
  EXPECT_FALSE(is_mark("\x93NUMPY and thirty bytes behind that"));
  EXPECT_FALSE(is_mark(mark.substr(0, 31)));
}

}  // namespace
}  // namespace isomer::files::test
