// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/journal/crc32c.hpp"

#include <array>
#include <cstddef>

namespace isomer::files {
namespace {

constexpr std::uint32_t polynomial = 0x82F63B78U;
constexpr int slices = 8;

using Tables = std::array<std::array<std::uint32_t, 256>, slices>;

/// Table k: what a byte does to the sum k bytes later.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? polynomial : 0U);
    tables[0][byte] = sum;
  }
  for (std::size_t k = 1; k < slices; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      std::uint32_t const before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8U) ^ tables[0][before & 0xffU];
    }
  return tables;
}

constexpr Tables crc_tables = make_tables();

std::uint32_t word_at(std::byte const* bytes) {
  std::uint32_t word = 0;
  for (unsigned k = 0; k < 4; ++k) word |= std::to_integer<std::uint32_t>(bytes[k]) << (8U * k);
  return word;
}

}  // namespace

std::uint32_t crc32c(std::span<std::byte const> bytes) {
  std::uint32_t sum = ~0U;
  std::byte const* at = bytes.data();
  std::byte const* const end = at + bytes.size();
  Tables const& after = crc_tables;
  for (; end - at >= slices; at += slices) {
    std::uint32_t const low = word_at(at) ^ sum;
    std::uint32_t const high = word_at(at + 4);
    sum = after[7][low & 0xffU] ^ after[6][low >> 8U & 0xffU] ^ after[5][low >> 16U & 0xffU] ^
          after[4][low >> 24U] ^ after[3][high & 0xffU] ^ after[2][high >> 8U & 0xffU] ^
          after[1][high >> 16U & 0xffU] ^ after[0][high >> 24U];
  }
  for (; at != end; ++at)
    sum = (sum >> 8U) ^ after[0][(sum ^ std::to_integer<std::uint32_t>(*at)) & 0xffU];
  return ~sum;
}

}  // namespace isomer::files
