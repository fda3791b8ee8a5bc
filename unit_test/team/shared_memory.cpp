// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/shared_memory.hpp"

#include <algorithm>
#include <cstring>

namespace isomer::test {

SharedMemory::SharedMemory(int bytes, Findings& findings)
    : findings_(&findings),
      data_(static_cast<std::size_t>(bytes)),
      state_(static_cast<std::size_t>(bytes)) {}

void SharedMemory::begin_block() {
  std::fill(data_.begin(), data_.end(), std::byte{0xA5});
  std::fill(state_.begin(), state_.end(), Byte{});
}

void SharedMemory::report(Wrong what, Actor const& by, int at) {
  findings_->add({what, by.block, by.thread, at, by.line, "shared memory"});
}

bool SharedMemory::exists(Actor const& by, int at, int width) {
  if (at % width != 0) report(Wrong::misaligned, by, at);
  if (at >= 0 && at + width <= static_cast<int>(data_.size())) return true;
  report(Wrong::outside_shared, by, at);
  return false;
}

bool SharedMemory::races_with_readers(Byte const& byte, Actor const& by) {
  if (byte.reader < 0 || byte.read_epoch != by.epoch) return false;
  if ((byte.reader_warps & ~(1U << by.warp())) != 0) return true;
  return byte.read_warp_epoch == by.warp_epoch &&
         (byte.reader != by.thread || byte.several_readers);
}

bool SharedMemory::read(Actor const& by, void* word, int at, int width) {
  if (!exists(by, at, width)) return false;
  for (int k = at; k < at + width; ++k) {
    Byte& byte = state_[static_cast<std::size_t>(k)];
    if (byte.in_flight) report(Wrong::before_wait, by, k);
    else if (!byte.is_written) report(Wrong::unwritten, by, k);
    else if (races_with(byte.last, by)) report(Wrong::shared_race, by, k);
    bool const same_phase = byte.read_epoch == by.epoch;
    bool const same_warp = byte.reader >= 0 && byte.reader / Actor::lanes == by.warp();
    bool const together = same_phase && same_warp && byte.read_warp_epoch == by.warp_epoch;
    byte.several_readers = together && (byte.several_readers || byte.reader != by.thread);
    byte.reader_warps = (same_phase ? byte.reader_warps : 0) | 1U << by.warp();
    byte.reader = static_cast<std::int16_t>(by.thread);
    byte.read_epoch = by.epoch;
    byte.read_warp_epoch = by.warp_epoch;
  }
  std::memcpy(word, data_.data() + at, static_cast<std::size_t>(width));
  return true;
}

void SharedMemory::check_write(Actor const& by, int at, int width) {
  for (int k = at; k < at + width; ++k) {
    Byte const& byte = state_[static_cast<std::size_t>(k)];
    if (byte.in_flight) report(Wrong::before_wait, by, k);
    if (races_with(byte.last, by) || races_with_readers(byte, by))
      report(Wrong::shared_race, by, k);
  }
}

bool SharedMemory::write(Actor const& by, int at, void const* word, int width) {
  if (!exists(by, at, width)) return false;
  check_write(by, at, width);
  for (int k = at; k < at + width; ++k) {
    Byte& byte = state_[static_cast<std::size_t>(k)];
    byte.last = written(by);
    byte.is_written = true;
  }
  std::memcpy(data_.data() + at, word, static_cast<std::size_t>(width));
  return true;
}

bool SharedMemory::begin_copy(Actor const& by, int at, int width) {
  if (!exists(by, at, width)) return false;
  check_write(by, at, width);
  for (int k = at; k < at + width; ++k) state_[static_cast<std::size_t>(k)].in_flight = true;
  return true;
}

void SharedMemory::land(Actor const& by, int at, void const* word, int width) {
  for (int k = at; k < at + width; ++k) state_[static_cast<std::size_t>(k)].in_flight = false;
  write(by, at, word, width);
}

void SharedMemory::land_early(int at, void const* word, int width) {
  std::memcpy(data_.data() + at, word, static_cast<std::size_t>(width));
}

}  // namespace isomer::test
