// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/gather_tables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace isomer::detail {
namespace {

/// The numbers of a vector's words as a vector.
template <class Word>
void add_index(GatheredVector const& vector, std::size_t bytes, std::vector<char>& vectors) {
  std::array<Word, tile::line_bytes / sizeof(Word)> words{};
  std::copy_n(vector.index.begin(), vector.words, words.begin());
  std::size_t const end = vectors.size();
  vectors.resize(end + bytes);
  std::memcpy(vectors.data() + end, words.data(), bytes);
}

/// What each source of a vector of bytes has of it, the numbers of bytes in the source.
void add_lanes(GatheredVector const& vector, std::vector<char>& lanes) {
  constexpr std::size_t bytes = 16;
  constexpr char of_others = -128;
  std::size_t const begin = lanes.size();
  lanes.resize(begin + 2 * static_cast<std::size_t>(vector.pairs) * bytes, of_others);
  for (int k = 0; k < vector.words; ++k) {
    std::size_t pair = 0;
    while ((vector.from[pair] >> static_cast<unsigned>(k) & 1U) == 0) ++pair;
    std::size_t const number = vector.index[static_cast<std::size_t>(k)];
    std::size_t const source = 2 * pair + number / bytes;
    lanes[begin + source * bytes + static_cast<std::size_t>(k)] = static_cast<char>(number % bytes);
  }
}

}  // namespace

void GatherTables::add(std::vector<GatheredVector> const& vectors, std::int64_t word,
                       tile::Isa const& isa) {
  auto const bytes = static_cast<std::size_t>(isa.vector_bytes);
  for (GatheredVector const& vector : vectors) {
    gathers_.push_back({vector.out, static_cast<int>(vector.words * word), vector.pairs, nullptr,
                        nullptr, nullptr});
    source_.insert(source_.end(), vector.source.begin(), vector.source.begin() + 2 * vector.pairs);
    from_.insert(from_.end(), vector.from.begin(), vector.from.begin() + vector.pairs);
    if (word == 1) add_lanes(vector, index_);
    else if (word == 2) add_index<std::uint16_t>(vector, bytes, index_);
    else if (word == 4) add_index<std::uint32_t>(vector, bytes, index_);
    else add_index<std::uint64_t>(vector, bytes, index_);
    index_end_.push_back(index_.size());
  }
}

tile::VectorGather const* GatherTables::view() {
  tile::Offset const* source = source_.data();
  unsigned const* from = from_.data();
  std::size_t index = 0;
  for (std::size_t k = 0; k < gathers_.size(); ++k) {
    tile::VectorGather& gather = gathers_[k];
    gather.source = source;
    gather.from = from;
    gather.index = index_.data() + index;
    source += 2 * gather.pairs;
    from += gather.pairs;
    index = index_end_[k];
  }
  return gathers_.empty() ? nullptr : gathers_.data();
}

}  // namespace isomer::detail
