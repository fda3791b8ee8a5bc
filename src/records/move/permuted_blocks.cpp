// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/permuted_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "machine/host_kernels.hpp"

namespace isomer::records {
namespace {

using tile::BytePermutation;

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

/// Whether pieces that keep their order are faster: as long as what one instruction permutes, or
/// half as long where a vector needs two.
bool pieces_suffice(PanelLayout const& src, PanelLayout const& dst, int window_bytes) {
  bool const is_whole = BytePermutation::has_whole_windows(window_bytes);
  std::int64_t const fewest = is_whole ? window_bytes : window_bytes / 2;
  for (std::size_t k = 0; k < src.leaf.size(); ++k)
    if (std::min(src.leaf[k].run, dst.leaf[k].run) * src.leaf[k].bytes < fewest) return false;
  return true;
}

/// The fewest records that both sides have in one piece, a vector long or more; what leaves past
/// the caches is whole lines if it can be. 0 if there are none.
std::int64_t records_of_block(PanelLayout const& src, PanelLayout const& dst, bool past_caches,
                              int window_bytes) {
  if (src.segment.size() != 1 || dst.segment.size() != 1) return 0;
  std::int64_t records = 1;
  std::int64_t const vector_bytes = BytePermutation::vector_bytes(window_bytes);
  bool are_long = past_caches && BytePermutation::has_whole_windows(window_bytes);
  for (PanelLayout const* side : {&src, &dst})
    for (LeafRuns const& leaf : side->leaf) {
      records = std::max(records, leaf.run);
      are_long = are_long || (leaf.run > 1 && leaf.run * leaf.bytes < long_piece_bytes);
    }
  while (std::min(src.bytes_of(records), dst.bytes_of(records)) < vector_bytes) records *= 2;
  std::int64_t const most = are_long ? max_long_block_bytes : max_block_bytes;
  auto const may_be = [&](std::int64_t count) {
    return std::max(src.bytes_of(count), dst.bytes_of(count)) <= most && src.height % count == 0;
  };
  if (!may_be(records)) return 0;
  std::int64_t lines = records;
  while (dst.bytes_of(lines) % BytePermutation::line_bytes != 0 && may_be(2 * lines)) lines *= 2;
  return past_caches && dst.bytes_of(lines) % BytePermutation::line_bytes == 0 ? lines : records;
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

}  // namespace

PermutedBlocks::PermutedBlocks(PanelLayout const& src, PanelLayout const& dst, std::int64_t records,
                               int window_bytes)
    : records_(records),
      window_(window_bytes),
      from_bytes_(src.bytes_of(records)),
      to_bytes_(dst.bytes_of(records)) {}

std::optional<PermutedBlocks> PermutedBlocks::between(PanelLayout const& src,
                                                      PanelLayout const& dst, bool past_caches,
                                                      int window_bytes) {
  std::int64_t const vector_bytes = BytePermutation::vector_bytes(window_bytes);
  std::int64_t const records = records_of_block(src, dst, past_caches, window_bytes);
  if (records == 0 || pieces_suffice(src, dst, window_bytes)) return std::nullopt;
  std::vector<std::int64_t> const source_of = sources(src, dst, records);
  if (!words_are_written(source_of)) return std::nullopt;
  PermutedBlocks blocks(src, dst, records, window_bytes);
  for (std::int64_t to = 0; to < blocks.to_bytes_; to += vector_bytes)
    blocks.add_vector(source_of, std::min(to, blocks.to_bytes_ - vector_bytes));
  auto const picks = static_cast<std::int64_t>(blocks.pick_.size());
  auto const vectors = static_cast<std::int64_t>(blocks.result_.size());
  bool const fits = std::all_of(
      blocks.result_.begin(), blocks.result_.end(),
      [](BytePermutation::Result const& r) { return r.picks <= BytePermutation::max_picks; });
  if (!fits || picks > max_mean_picks * vectors) return std::nullopt;
  return blocks;
}

/// Where the window begins that byte `from` is read with: the last one ends with the block, and
/// whole vectors are read as they lie in it.
std::int64_t PermutedBlocks::window_of(std::int64_t from) const {
  std::int64_t const begin =
      BytePermutation::has_whole_windows(window_) ? from / window_ * window_ : from;
  return std::min<std::int64_t>(begin, from_bytes_ - window_);
}

void PermutedBlocks::add_vector(std::vector<std::int64_t> const& source_of, std::int64_t to) {
  result_.push_back({to, static_cast<int>(pick_.size()), 0});
  int const windows = BytePermutation::vector_bytes(window_) / window_;
  for (int which = 0; which < windows; ++which) add_window(source_of, to, which);
}

/// What one of a vector's windows takes: from the first byte on that is left, as many as there are.
void PermutedBlocks::add_window(std::vector<std::int64_t> const& source_of, std::int64_t to,
                                int which) {
  BytePermutation::Result& result = result_.back();
  std::vector<std::pair<std::int64_t, std::int64_t>> left;  // byte of the source, of the vector
  int const first = which * window_;
  for (int k = first; k < first + window_; ++k)
    if (std::int64_t const from = source_of[static_cast<std::size_t>(to + k)]; from != nowhere)
      left.emplace_back(from, k);
  std::sort(left.begin(), left.end());
  int picks = 0;
  for (auto next = left.begin(); next != left.end(); ++picks) {
    if (picks == result.picks) {
      BytePermutation::Pick& empty = pick_.emplace_back();
      std::fill(std::begin(empty.index), std::end(empty.index), BytePermutation::none);
      ++result.picks;
    }
    BytePermutation::Pick& pick = *(pick_.begin() + result.first + picks);
    std::int64_t const begin = pick.from[which] = window_of(next->first);
    for (; next != left.end() && next->first < begin + window_; ++next)
      pick.index[next->second] = static_cast<unsigned char>(next->first - begin);
  }
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
  tile::byte_permuter().move(permutation(), to + first * to_bytes_, from + first * from_bytes_,
                             end / records_ - first, streams);
}

}  // namespace isomer::records
