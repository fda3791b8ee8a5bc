// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/journal/crc32c.hpp"

#include <array>

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

std::uint32_t word_at(std::span<std::byte const> bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t k = 0; k < 4; ++k)
    word |= static_cast<std::uint32_t>(bytes[at + k]) << (8U * static_cast<unsigned>(k));
  return word;
}

}  // namespace

std::uint32_t crc32c(std::span<std::byte const> bytes) {
  std::uint32_t sum = ~0U;
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint32_t const low = word_at(bytes, at) ^ sum;
    std::uint32_t const high = word_at(bytes, at + 4);
    sum = crc_tables[7][low & 0xffU] ^ crc_tables[6][low >> 8U & 0xffU] ^
          crc_tables[5][low >> 16U & 0xffU] ^ crc_tables[4][low >> 24U] ^
          crc_tables[3][high & 0xffU] ^ crc_tables[2][high >> 8U & 0xffU] ^
          crc_tables[1][high >> 16U & 0xffU] ^ crc_tables[0][high >> 24U];
  }
  for (; at < bytes.size(); ++at)
    sum = (sum >> 8U) ^ crc_tables[0][(sum ^ static_cast<std::uint32_t>(bytes[at])) & 0xffU];
  return ~sum;
}

}  // namespace isomer::files
