// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/global_memory.hpp"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace isomer::test {
namespace {

bool is_ordered(Clock const& clock, std::int32_t block, std::uint32_t when) {
  return clock[static_cast<std::size_t>(block)] >= when;
}

std::uint32_t now(Actor const& by, Clock const& clock) {
  return clock[static_cast<std::size_t>(by.block)];
}

}  // namespace

void GlobalMemory::add(Range range) {
  range.state.resize(range.bytes);
  ranges_.push_back(std::move(range));
}
void GlobalMemory::add_source(std::string name, std::byte const* data, std::size_t bytes) {
  add({std::move(name), data, bytes, Use::source});
}
void GlobalMemory::add_destination(std::string name, std::byte* data,
                                   std::vector<bool> is_element) {
  std::size_t const bytes = is_element.size();
  add({std::move(name), data, bytes, Use::destination, std::move(is_element)});
}
void GlobalMemory::add_flags(std::string name, std::uint32_t const* flags, std::size_t count) {
  add({std::move(name), reinterpret_cast<std::byte const*>(flags), count * sizeof *flags,
       Use::flags});
}
void GlobalMemory::add_workspace(std::string name, std::byte* data, std::size_t bytes) {
  add({std::move(name), data, bytes, Use::workspace});
}

void GlobalMemory::add_scratch(std::string name, std::byte* data, std::size_t bytes) {
  add({std::move(name), data, bytes, Use::scratch});
}

void GlobalMemory::add_in_place(std::string name, std::byte* data, std::size_t bytes) {
  add({std::move(name), data, bytes, Use::in_place});
}

void GlobalMemory::report(Wrong what, Actor const& by, Range const& range, std::ptrdiff_t offset) {
  findings_->add({what, by.block, by.thread, offset, by.line, range.name});
}

GlobalMemory::Range* GlobalMemory::range_of(Actor const& by, void const* address, int width) {
  auto const at = reinterpret_cast<std::uintptr_t>(address);
  auto const count = static_cast<std::uintptr_t>(width);
  std::int64_t nearest = INT64_MAX;
  for (Range& range : ranges_) {
    auto const first = reinterpret_cast<std::uintptr_t>(range.data);
    if (at >= first && at + count <= first + range.bytes) {
      if (at % count != 0)
        report(Wrong::misaligned, by, range, static_cast<std::int64_t>(at - first));
      return &range;
    }
    auto const offset = static_cast<std::int64_t>(at - first);
    if (std::abs(offset) < std::abs(nearest)) nearest = offset;
  }
  findings_->add(
      {Wrong::outside_global, by.block, by.thread, nearest, by.line, "the nearest array"});
  return nullptr;
}

bool GlobalMemory::follows_a_write_at_once(Byte const& byte, Actor const& by, Clock const& clock,
                                           Range const& range, std::ptrdiff_t offset) {
  if (byte.writer < 0) return false;
  bool const is_own = byte.writer == by.block;
  if (is_own ? !races_with(byte.last, by) : is_ordered(clock, byte.writer, byte.write_clock))
    return false;
  report(is_own ? Wrong::block_race : Wrong::global_race, by, range, offset);
  return true;
}

bool GlobalMemory::read(Actor const& by, Clock const& clock, void* word, std::byte const* from,
                        int width) {
  Range* const range = range_of(by, from, width);
  if (range == nullptr) return false;
  std::ptrdiff_t const first = from - range->data;
  if (range->use == Use::destination || range->use == Use::flags)
    report(Wrong::outside_global, by, *range, first);
  for (std::ptrdiff_t k = first; k < first + width; ++k) {
    Byte& byte = range->state[static_cast<std::size_t>(k)];
    follows_a_write_at_once(byte, by, clock, *range, k);
    byte.reader = by.block;
    byte.read_clock = now(by, clock);
  }
  std::memcpy(word, from, static_cast<std::size_t>(width));
  return true;
}

bool GlobalMemory::write(Actor const& by, Clock const& clock, std::byte* to, void const* word,
                         int width) {
  Range* const range = range_of(by, to, width);
  if (range == nullptr) return false;
  std::ptrdiff_t const first = to - range->data;
  if (range->use == Use::source || range->use == Use::flags) {
    report(Wrong::outside_global, by, *range, first);
    return false;
  }
  for (std::ptrdiff_t k = first; k < first + width; ++k) {
    Byte& byte = range->state[static_cast<std::size_t>(k)];
    if (range->use == Use::destination && !range->is_element[static_cast<std::size_t>(k)])
      report(Wrong::gap, by, *range, k);
    if (byte.copies != 0) report(Wrong::source_changed, by, *range, k);
    if (!follows_a_write_at_once(byte, by, clock, *range, k) && byte.reader >= 0 &&
        byte.reader != by.block && !is_ordered(clock, byte.reader, byte.read_clock))
      report(Wrong::global_race, by, *range, k);
    byte.writer = by.block;
    byte.last = written(by);
    byte.write_clock = now(by, clock);
    ++byte.writes;
  }
  std::memcpy(to, word, static_cast<std::size_t>(width));
  return true;
}

bool GlobalMemory::note_copy(Actor const& by, std::byte const* from, int width, int step) {
  Range* const range = range_of(by, from, width);
  if (range == nullptr) return false;
  std::ptrdiff_t const first = from - range->data;
  for (std::ptrdiff_t k = first; k < first + width; ++k) {
    Byte& byte = range->state[static_cast<std::size_t>(k)];
    byte.copies = static_cast<std::uint16_t>(byte.copies + step);
  }
  return true;
}

bool GlobalMemory::has_flag(Actor const& by, std::uint32_t const* flag) {
  Range* const range = range_of(by, flag, sizeof *flag);
  if (range == nullptr) return false;
  if (range->use == Use::flags || range->use == Use::scratch) return true;
  report(Wrong::outside_global, by, *range, reinterpret_cast<std::byte const*>(flag) - range->data);
  return false;
}

void GlobalMemory::check_written() {
  for (Range const& range : ranges_) {
    if (range.use != Use::destination && range.use != Use::in_place) continue;
    for (std::size_t k = 0; k < range.bytes; ++k) {
      Byte const& byte = range.state[k];
      bool const is_element = range.use == Use::in_place || range.is_element[k];
      if (is_element && byte.writes != 1)
        report(Wrong::not_once, {byte.writer, -1, 0}, range, static_cast<std::ptrdiff_t>(k));
    }
  }
}

}  // namespace isomer::test
