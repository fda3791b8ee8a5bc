// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/guarded_array.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace isomer::test {
namespace {

constexpr std::size_t margin = 256;
constexpr std::size_t boundary = 128;

std::uint64_t scrambled(std::uint64_t x) {  // the finalizer of splitmix64
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// Eight bytes at a time.
void write_scrambled(std::byte* to, std::size_t bytes, std::uint64_t seed) {
  for (std::size_t k = 0; k < bytes; k += sizeof(seed)) {
    std::uint64_t const word = scrambled(seed + k);
    std::memcpy(to + k, &word, std::min(sizeof(word), bytes - k));
  }
}

}  // namespace

GuardedArray::GuardedArray(ArrayShape shape, int misalignment) : shape_(std::move(shape)) {
  auto const span = static_cast<std::size_t>(shape_.span() * shape_.element_bytes);
  bytes_ = margin + boundary + static_cast<std::size_t>(misalignment) + span + margin;
  buffer_.reset(static_cast<std::byte*>(Kokkos::kokkos_malloc<Memory>("guarded array", bytes_)));
  auto const start = reinterpret_cast<std::uintptr_t>(buffer_.get()) + margin;
  begin_ =
      margin + (boundary - start % boundary) % boundary + static_cast<std::size_t>(misalignment);
  write_scrambled(buffer_.get(), bytes_, 0x9e3779b97f4a7c15U);
}

GuardedArray::GuardedArray(GuardedArray const& other)
    : shape_(other.shape_), begin_(other.begin_), bytes_(other.bytes_) {
  buffer_.reset(static_cast<std::byte*>(Kokkos::kokkos_malloc<Memory>("guarded array", bytes_)));
  std::memcpy(buffer_.get(), other.buffer_.get(), bytes_);
}

void write_distinct(std::byte* element, int element_bytes, std::int64_t number, int which) {
  // The number itself, low byte first; behind it bytes that tell the number and their own place.
  auto const n = static_cast<std::uint64_t>(number);
  int const low = std::min(element_bytes, 4);
  for (int k = 0; k < low; ++k)
    element[k] = static_cast<std::byte>(n >> (8U * static_cast<unsigned>(which * low + k)));
  write_scrambled(element + low, static_cast<std::size_t>(element_bytes - low),
                  n * 64 + static_cast<std::uint64_t>(1000 * which + 1));
}

void GuardedArray::fill(int which) const {
  std::int64_t number = 0;
  for_each_index(shape_.extent, [&](Index const& index) {
    write_distinct(at(index), shape_.element_bytes, number++, which);
  });
}

detail::ViewInfo GuardedArray::info(detail::Order order) const {
  detail::ViewInfo info;
  info.data = data();
  info.rank = shape_.rank();
  info.order = order;
  info.element_bytes = shape_.element_bytes;
  std::copy(shape_.extent.begin(), shape_.extent.end(), info.extent.begin());
  std::copy(shape_.stride.begin(), shape_.stride.end(), info.stride.begin());
  return info;
}

std::string GuardedArray::place(std::size_t byte) const {
  std::ostringstream text;
  auto const span = static_cast<std::size_t>(shape_.span() * shape_.element_bytes);
  if (byte < begin_) {
    text << "guard byte " << begin_ - byte << " before the first element";
  } else if (byte >= begin_ + span) {
    text << "guard byte " << byte - begin_ - span << " behind the last element";
  } else {
    auto const offset = static_cast<std::int64_t>(byte - begin_) / shape_.element_bytes;
    text << "byte " << static_cast<std::int64_t>(byte - begin_) % shape_.element_bytes << " of ";
    bool is_element = false;
    for_each_index(shape_.extent, [&](Index const& index) {
      if (is_element || shape_.offset(index) != offset) return;
      is_element = true;
      text << "the element at (";
      for (std::size_t k = 0; k < index.size(); ++k) text << (k == 0 ? "" : ", ") << index[k];
      text << ")";
    });
    if (!is_element) text << "a gap, " << offset << " elements behind the first";
  }
  return text.str();
}

testing::AssertionResult same_bytes(GuardedArray const& actual, GuardedArray const& expected) {
  if (!(actual.shape_ == expected.shape_) || actual.begin_ != expected.begin_ ||
      actual.bytes_ != expected.bytes_)
    return testing::AssertionFailure() << "the arrays compared are of different shapes";
  auto const* const a = actual.buffer_.get();
  auto const* const e = expected.buffer_.get();
  if (std::memcmp(a, e, actual.bytes_) == 0) return testing::AssertionSuccess();
  std::size_t different = 0;
  std::size_t first = actual.bytes_;
  for (std::size_t k = 0; k < actual.bytes_; ++k) {
    if (a[k] == e[k]) continue;
    first = std::min(first, k);
    ++different;
  }
  return testing::AssertionFailure()
         << different << " of " << actual.bytes_ << " bytes differ, first " << expected.place(first)
         << ": " << std::to_integer<int>(a[first]) << " instead of "
         << std::to_integer<int>(e[first]);
}

}  // namespace isomer::test
