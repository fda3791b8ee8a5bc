// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes as a companion: they are refused with one clear line, or understood, and what is
// understood survives being written and read again. Numbers that make a schedule make groups.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <isomer/error.hpp>

#include "files/group.hpp"
#include "files/journal/crc32c.hpp"
#include "files/journal/journal.hpp"
#include "files/run/fit.hpp"
#include "files/schedule/check.hpp"

namespace {

using namespace isomer::files;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_clear(std::string const& reason) {
  require(!reason.empty() && reason.size() < 300 && reason.find('\n') == std::string::npos);
}

/// Sums as they would be, so that what is behind them is reached.
std::vector<std::byte> sealed(std::span<std::byte const> bytes) {
  std::vector<std::byte> pages(bytes.begin(), bytes.end());
  for (std::size_t at = 0; at + journal_page <= pages.size(); at += journal_page) {
    auto const page = std::span(pages).subspan(at, journal_page);
    std::uint32_t const sum = crc32c(page.first(journal_page - 4));
    for (unsigned k = 0; k < 4; ++k)
      page[journal_page - 4 + k] = static_cast<std::byte>(sum >> (8 * k) & 0xffU);
  }
  return pages;
}

void check_schedule(Description const& description) {
  try {
    auto const schedule = schedule_of(description.numbers);
    require(schedule->numbers() == description.numbers);
    constexpr std::uint64_t most_groups = 10000;
    if (schedule->groups() > most_groups || !fits(description, *schedule)) return;
    check(*schedule);
  } catch (isomer::Error const& error) {
    require_clear(error.what());
  }
}

void check(std::span<std::byte const> bytes) {
  try {
    auto const description = description_in(bytes);
    if (!description) return;
    auto const written = bytes_of(*description);
    auto const again = description_in(written);
    require(again && bytes_of(*again) == written);
    for (std::uint64_t page = 1; page < second_preface; ++page)
      record_in(description->id, bytes.subspan(page * journal_page, journal_page));
    constexpr std::uint64_t most = 1U << 20U;  // larger ones are made, but not here
    if (std::all_of(description->numbers.begin(), description->numbers.end(),
                    [](std::uint64_t n) { return n < most; }))
      check_schedule(*description);
  } catch (isomer::Error const& error) {
    require_clear(error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const bytes = std::as_bytes(std::span(data, size));
  check(bytes);
  check(sealed(bytes));
  return 0;
}
