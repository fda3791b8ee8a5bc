// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/permuted_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "machine/host_kernels.hpp"

namespace isomer::records {
namespace {

using tile::BytePermutation;

/// Bytes of the vectors that are permuted.
constexpr std::int64_t permuted_vector = BytePermutation::vector_bytes;
/// Of blocks on either side: where pieces would be shorter than a lane, or would pass through a
/// buffer on their way past the caches, permutations of longer blocks are faster, too.
constexpr std::int64_t max_block_bytes = 1024;
constexpr std::int64_t max_long_block_bytes = 4096;
constexpr std::int64_t long_piece_bytes = 16;
/// Picks for a vector of the result, on average, with which permutations are faster than columns.
constexpr std::int64_t max_mean_picks = 6;
/// Bytes of the words that are written as a whole.
constexpr std::int64_t written_word = 8;
constexpr std::int64_t nowhere = -1;

/// The fewest records that both sides have in one piece, a vector long or more; 0 if there are
/// none.
std::int64_t records_of_block(PanelLayout const& src, PanelLayout const& dst, bool past_caches) {
  if (src.segment.size() != 1 || dst.segment.size() != 1) return 0;
  std::int64_t records = 1;
  bool are_long = past_caches;
  for (PanelLayout const* side : {&src, &dst})
    for (LeafRuns const& leaf : side->leaf) {
      records = std::max(records, leaf.run);
      are_long = are_long || (leaf.run > 1 && leaf.run * leaf.bytes < long_piece_bytes);
    }
  while (std::min(src.bytes_of(records), dst.bytes_of(records)) < permuted_vector) records *= 2;
  std::int64_t const most = are_long ? max_long_block_bytes : max_block_bytes;
  bool const are_short = std::max(src.bytes_of(records), dst.bytes_of(records)) <= most;
  return are_short && src.height % records == 0 ? records : 0;
}

/// The byte of a block of the source for each of the result's.
std::vector<std::int64_t> sources(PanelLayout const& src, PanelLayout const& dst,
                                  std::int64_t records) {
  std::vector<std::int64_t> source_of(static_cast<std::size_t>(dst.bytes_of(records)), nowhere);
  for (std::size_t leaf = 0; leaf < dst.leaf.size(); ++leaf)
    for (std::int64_t i = 0; i < records; ++i)
      for (std::int64_t b = 0; b < dst.leaf[leaf].bytes; ++b)
        source_of[static_cast<std::size_t>(dst.leaf[leaf].at(i) + b)] = src.leaf[leaf].at(i) + b;
  return source_of;
}

/// Whether each word of a block has a byte of some leaf: others are not written.
bool words_are_written(std::vector<std::int64_t> const& source_of) {
  for (auto word = source_of.begin(); word < source_of.end();) {
    auto const end = word + std::min<std::int64_t>(written_word, source_of.end() - word);
    if (std::all_of(word, end, [](std::int64_t from) { return from == nowhere; })) return false;
    word = end;
  }
  return true;
}

/// Where the vector begins that byte `from` is read with; the last one ends with the block.
std::int64_t vector_of(std::int64_t from, std::int64_t block_bytes) {
  return std::min(from / permuted_vector * permuted_vector, block_bytes - permuted_vector);
}

}  // namespace

PermutedBlocks::PermutedBlocks(PanelLayout const& src, PanelLayout const& dst, std::int64_t records)
    : records_(records), from_bytes_(src.bytes_of(records)), to_bytes_(dst.bytes_of(records)) {}

std::optional<PermutedBlocks> PermutedBlocks::between(PanelLayout const& src,
                                                      PanelLayout const& dst, bool past_caches) {
  std::int64_t const records = records_of_block(src, dst, past_caches);
  if (records == 0) return std::nullopt;
  std::vector<std::int64_t> const source_of = sources(src, dst, records);
  if (!words_are_written(source_of)) return std::nullopt;
  PermutedBlocks blocks(src, dst, records);
  for (std::int64_t to = 0; to < blocks.to_bytes_; to += permuted_vector)
    blocks.add_vector(source_of, vector_of(to, blocks.to_bytes_));
  auto const picks = static_cast<std::int64_t>(blocks.pick_.size());
  auto const vectors = static_cast<std::int64_t>(blocks.result_.size());
  bool const fits = std::all_of(
      blocks.result_.begin(), blocks.result_.end(),
      [](BytePermutation::Result const& r) { return r.picks <= BytePermutation::max_picks; });
  if (!fits || picks > max_mean_picks * vectors) return std::nullopt;
  return blocks;
}

void PermutedBlocks::add_vector(std::vector<std::int64_t> const& source_of, std::int64_t to) {
  BytePermutation::Result result{to, static_cast<int>(pick_.size()), 0};
  for (std::int64_t k = 0; k < permuted_vector; ++k) {
    std::int64_t const from = source_of[static_cast<std::size_t>(to + k)];
    if (from == nowhere) continue;
    std::int64_t const vector = vector_of(from, from_bytes_);
    auto pick = std::find_if(pick_.begin() + result.first, pick_.end(),
                             [&](BytePermutation::Pick const& p) { return p.from == vector; });
    if (pick == pick_.end()) {
      pick_.push_back({.index = {}, .from = vector});
      pick = pick_.end() - 1;
      std::fill(std::begin(pick->index), std::end(pick->index), BytePermutation::none);
      ++result.picks;
    }
    pick->index[k] = static_cast<unsigned char>(from - vector);
  }
  result_.push_back(result);
}

BytePermutation PermutedBlocks::permutation() const {
  return {.pick = pick_.data(),
          .result = result_.data(),
          .results = static_cast<int>(result_.size()),
          .from_bytes = from_bytes_,
          .to_bytes = to_bytes_};
}

void PermutedBlocks::move(char* to, char const* from, std::int64_t begin, std::int64_t end,
                          bool streams) const {
  std::int64_t const first = begin / records_;
  tile::byte_permutation()(permutation(), to + first * to_bytes_, from + first * from_bytes_,
                           end / records_ - first, streams);
}

}  // namespace isomer::records
