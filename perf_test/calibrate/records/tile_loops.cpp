// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/tile_loops.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <isomer/records/detail/host_blocks.hpp>

namespace isomer::perf {
namespace {

using records::Pattern;

std::int64_t soa_capacity(TrainingKernel const& kernel) {
  std::int64_t const blocks = (kernel.records + 63) / 64;
  return (blocks + 1 - blocks % 2) * 64;
}

/// Where records are, in words of a leaf.
struct Place {
  std::int64_t tile;       ///< records
  std::int64_t tile_step;  ///< from a tile to the next
  std::int64_t leaf_step;  ///< from a used leaf to the next
  int shift;               ///< from a record to its tile; of SoA, what makes every tile the first
  std::uint64_t mask;      ///< from a record to its place in a tile
};

Place place_of(TrainingKernel const& kernel, int tile_class) {
  if (tile_class == 0 || kernel.leaves == 1) {
    std::int64_t const capacity = soa_capacity(kernel);
    return {kernel.records, 0, kernel.spread() * capacity, 63, ~std::uint64_t{0}};
  }
  std::int64_t const tile = records::tile_of_class(tile_class);
  return {tile, tile * kernel.leaves, kernel.spread() * tile, tile_class - 1,
          static_cast<std::uint64_t>(tile - 1)};
}

/// Adds up used leaves of a record, and writes to the first of them.
template <int Used, int Written, class Word>
Word visit(Word* record, std::int64_t leaf_step) {
  Word sum = 0;
  for (int k = 0; k < Used; ++k) sum += record[k * leaf_step];
  for (int k = 0; k < Written; ++k) record[k * leaf_step] = sum + static_cast<Word>(k + 1);
  return sum;
}

/// The base of a tile once, then a loop over it.
template <int Used, int Written, class Word>
Word visit_tiles(Word* data, Place const& place, std::int64_t records) {
  std::int64_t const leaf_step = place.leaf_step;
  std::int64_t const tile = place.tile;
  Word sum = 0;
  for (std::int64_t first = 0; first < records; first += tile, data += place.tile_step) {
    Word* const base = data;
    ISOMER_INDEPENDENT
    for (std::int64_t i = 0; i < tile; ++i) sum += visit<Used, Written>(base + i, leaf_step);
  }
  return sum;
}

/// Without the promise, which Clang would warn that it cannot use here.
template <int Used, int Written, class Word>
Word visit_aos(Word* data, Place const& place, std::int64_t records) {
  std::int64_t const leaf_step = place.leaf_step;
  std::int64_t const record_step = place.tile_step;
  Word sum = 0;
  for (std::int64_t i = 0; i < records; ++i)
    sum += visit<Used, Written>(data + i * record_step, leaf_step);
  return sum;
}

template <int Used, int Written, class Word>
Word visit_named(Word* data, Place const& place, std::span<std::uint32_t const> index) {
  Word sum = 0;
  for (std::uint64_t const record : index) {
    auto const tile = static_cast<std::int64_t>(record >> place.shift);
    auto const in_tile = static_cast<std::int64_t>(record & place.mask);
    sum += visit<Used, Written>(data + tile * place.tile_step + in_tile, place.leaf_step);
  }
  return sum;
}

/// One loop of an item, or of all items at home.
template <int Used, int Written, class Word>
Word visit_all(TrainingKernel const& kernel, Word* data, Place const& place,
               std::span<std::uint32_t const> index) {
  if (kernel.pattern == Pattern::gather) return visit_named<Used, Written>(data, place, index);
  if (place.tile == 1) return visit_aos<Used, Written>(data, place, kernel.records);
  return visit_tiles<Used, Written>(data, place, kernel.records);
}

template <class Word>
using Loop = Word (*)(TrainingKernel const&, Word*, Place const&, std::span<std::uint32_t const>);

constexpr int most_used_log2 = 5;

/// Of 2^n used leaves: none written, half of them, all.
template <class Word>
Loop<Word> loop_of(int used, int written) {
  static constexpr auto table = []<int... Log2>(std::integer_sequence<int, Log2...>) {
    return std::array{std::array<Loop<Word>, 3>{visit_all<(1 << Log2), 0, Word>,
                                                visit_all<(1 << Log2), ((1 << Log2) + 1) / 2, Word>,
                                                visit_all<(1 << Log2), (1 << Log2), Word>}...};
  }
  (std::make_integer_sequence<int, most_used_log2 + 1>{});
  auto const row = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(used)) - 1);
  return table[row][written == 0 ? 0 : 2 * written <= used ? 1 : 2];
}

template <class Word>
std::uint64_t run(TrainingKernel const& kernel, int tile_class, Word* data,
                  std::span<std::uint32_t const> index) {
  Place const place = place_of(kernel, tile_class);
  if (!kernel.is_in_two)
    return loop_of<Word>(kernel.used, kernel.written)(kernel, data, place, index);
  int const half = kernel.used / 2;
  auto const loop = loop_of<Word>(half, kernel.written / 2);
  std::size_t const item =
      kernel.pattern == Pattern::gather ? static_cast<std::size_t>(kernel.loop) : index.size();
  Word sum = 0;
  for (std::size_t first = 0; first == 0 || first < index.size();
       first += std::max<std::size_t>(item, 1)) {
    auto const named = index.subspan(first, std::min(item, index.size() - first));
    sum += loop(kernel, data, place, named);
    sum += loop(kernel, data + half * place.leaf_step, place, named);
  }
  return sum;
}

}  // namespace

bool is_tried(TrainingKernel const& kernel, int tile_class) {
  return records::tile_of_class(tile_class) < kernel.records;
}

std::int64_t footprint(TrainingKernel const& kernel) {
  return soa_capacity(kernel) * kernel.record_bytes();
}

std::uint64_t run_pass(TrainingKernel const& kernel, int tile_class, std::byte* data,
                       std::span<std::uint32_t const> index) {
  if (kernel.leaf_bytes == 4)
    return run(kernel, tile_class, reinterpret_cast<std::uint32_t*>(data), index);
  return run(kernel, tile_class, reinterpret_cast<std::uint64_t*>(data), index);
}

}  // namespace isomer::perf
