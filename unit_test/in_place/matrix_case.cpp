// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/matrix_case.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <ostream>

namespace isomer::in_place {

namespace {

constexpr std::size_t guard_bytes = 192;

std::byte guard_at(std::size_t place) { return static_cast<std::byte>(0xA5 ^ (place * 7)); }

}  // namespace

std::ostream& operator<<(std::ostream& out, Step const& step) {
  return out << "[" << step.batch << "][" << step.rows << "][" << step.middle << "][" << step.cols
             << "] chunks of " << step.chunk_bytes << " bytes";
}

GuardedBytes::GuardedBytes(std::int64_t bytes, int misalignment)
    : size_(static_cast<std::size_t>(bytes) + 2 * guard_bytes + 128),
      all_(new std::byte[size_]),
      bytes_(bytes) {
  auto const address = reinterpret_cast<std::uintptr_t>(all_.get()) + guard_bytes;
  begin_ = guard_bytes + (64 - address % 64) + static_cast<std::size_t>(misalignment);
  for_each_guard([&](std::size_t k) { all_[k] = guard_at(k); });
}

GuardedBytes::GuardedBytes(GuardedBytes const& other) : GuardedBytes(other.bytes_) {
  std::memcpy(data(), other.data(), static_cast<std::size_t>(bytes_));
}

template <class Visit>
void GuardedBytes::for_each_guard(Visit const& visit) const {
  for (std::size_t k = 0; k < begin_; ++k) visit(k);
  for (auto k = begin_ + static_cast<std::size_t>(bytes_); k < size_; ++k) visit(k);
}

void GuardedBytes::fill(std::int64_t chunk_bytes, int which) {
  int const turn = static_cast<int>(which * chunk_bytes * 8 % 64);
  std::byte* at = data();
  std::byte* const end = data() + bytes_;
  for (std::uint64_t number = 0; at != end; ++number) {
    // Words that tell the number and their place in the chunk.
    std::uint64_t word = std::rotr(number, turn);
    for (std::byte* const next = at + std::min(chunk_bytes, end - at); at != next;) {
      auto const count = std::min<std::ptrdiff_t>(sizeof(word), next - at);
      std::memcpy(at, &word, static_cast<std::size_t>(count));
      word += 0x2929292929292929U;
      at += count;
    }
  }
}

testing::AssertionResult GuardedBytes::guards_are_intact() const {
  auto result = testing::AssertionSuccess();
  for_each_guard([&](std::size_t k) {
    if (result && all_[k] != guard_at(k))
      result = testing::AssertionFailure()
               << "guard byte " << static_cast<std::int64_t>(k) - static_cast<std::int64_t>(begin_)
               << " of " << bytes_ << " was overwritten";
  });
  return result;
}

testing::AssertionResult is_transposed(GuardedBytes const& after, GuardedBytes const& before,
                                       Step const& step) {
  auto const chunk = static_cast<std::size_t>(step.chunk_bytes);
  for (std::int64_t b = 0; b < step.batch; ++b)
    for (std::int64_t i = 0; i < step.rows; ++i)
      for (std::int64_t m = 0; m < step.middle; ++m)
        for (std::int64_t j = 0; j < step.cols; ++j) {
          std::int64_t const from = ((b * step.rows + i) * step.middle + m) * step.cols + j;
          std::int64_t const to = ((b * step.cols + j) * step.middle + m) * step.rows + i;
          if (std::memcmp(after.data() + to * step.chunk_bytes,
                          before.data() + from * step.chunk_bytes, chunk) != 0)
            return testing::AssertionFailure()
                   << "chunk (" << b << ", " << j << ", " << m << ", " << i
                   << ") of the result is not chunk (" << b << ", " << i << ", " << m << ", " << j
                   << ") of " << testing::PrintToString(step);
        }
  return after.guards_are_intact();
}

}  // namespace isomer::in_place
