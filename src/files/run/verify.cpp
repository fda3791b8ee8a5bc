// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/verify.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "files/store/buffer.hpp"

namespace isomer::files {
namespace {

// Multiply and fold: constants of wyhash and of the golden ratio.
std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 32U;
  value *= 0xd6e8feb86659fd93U;
  value ^= value >> 29U;
  value *= 0x9e3779b97f4a7c15U;
  return value ^ value >> 32U;
}

std::uint64_t hash(std::uint64_t number, std::byte const* element, std::uint64_t bytes) {
  std::uint64_t sum = mixed(number + 1);
  for (std::uint64_t at = 0; at < bytes; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, element + at,
                static_cast<std::size_t>(std::min<std::uint64_t>(sizeof word, bytes - at)));
    sum = mixed(sum ^ word);
  }
  return sum;
}

/// Calls use(element) for each, in the order of the file. False: cut short.
template <class Use>
bool for_each_element(StoreFile& file, std::uint64_t offset, Elements const& elements,
                      Reading const& reading, Use const& use) {
  std::uint64_t const count = bytes_of(elements) / elements.bytes;
  std::uint64_t const at_once = std::max<std::uint64_t>(reading.memory / elements.bytes, 1);
  Buffer buffer(std::min(at_once, count) * elements.bytes);
  for (std::uint64_t first = 0; first < count; first += at_once) {
    if (first > 0 && reading.goes_on && !reading.goes_on()) return false;
    std::uint64_t const here = std::min(at_once, count - first);
    std::uint64_t const bytes = here * elements.bytes;
    reading.requests.run(Direction::read,
                         {{&file, offset + first * elements.bytes, buffer.data(), bytes}});
    for (std::uint64_t k = 0; k < here; ++k) use(buffer.data() + k * elements.bytes);
    if (reading.told) reading.told(bytes);
  }
  return true;
}

}  // namespace

std::uint64_t bytes_of(Elements const& elements) {
  return std::accumulate(elements.extents.begin(), elements.extents.end(), elements.bytes,
                         std::multiplies<>());
}

std::optional<std::uint64_t> sum_of_source(StoreFile& file, std::uint64_t offset,
                                           Elements const& elements, Reading const& reading) {
  std::size_t const rank = elements.extents.size();
  std::vector<std::uint64_t> index(rank, 0);
  std::uint64_t number = 0;
  std::uint64_t sum = 0;
  bool const is_all = for_each_element(file, offset, elements, reading, [&](std::byte const* from) {
    sum += hash(number, from, elements.bytes);
    for (std::size_t k = rank; k-- > 0;) {
      number += elements.steps[k];
      if (++index[k] < elements.extents[k]) break;
      number -= elements.extents[k] * elements.steps[k];
      index[k] = 0;
    }
  });
  return is_all ? std::optional(sum) : std::nullopt;
}

std::optional<std::uint64_t> sum_of_result(StoreFile& file, std::uint64_t offset,
                                           Elements const& elements, Reading const& reading) {
  std::uint64_t number = 0;
  std::uint64_t sum = 0;
  bool const is_all = for_each_element(file, offset, elements, reading, [&](std::byte const* from) {
    sum += hash(number++, from, elements.bytes);
  });
  return is_all ? std::optional(sum) : std::nullopt;
}

}  // namespace isomer::files
