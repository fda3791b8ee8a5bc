// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/regroup.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>
#include <variant>

#include "records/move/whole_lines.hpp"

namespace isomer::records {
namespace {

/// Both sides of what is permuted at once: the vectors of a block go one after the other through
/// all blocks.
constexpr std::int64_t permuted_at_once = 32 << 10;
/// Bytes of the longest vectors.
constexpr std::int64_t longest_vector = 64;

/// Bytes that a record has on both sides.
std::int64_t both_sides_of_record(PanelLayout const& src, PanelLayout const& dst) {
  return std::max<std::int64_t>(1, (src.bytes + dst.bytes) / src.height);
}

/// Whether one matrix of words that vectors hold few of is all, in runs that are stored by halves
/// of vectors at least.
bool columns_suffice(RegroupSteps const& made) {
  auto const* const matrix = std::get_if<MatrixStep>(&made.steps.front().moves);
  if (matrix == nullptr || made.steps.size() > 1 || matrix->word < 4) return false;
  LeafRuns const& runs = matrix->column.front().runs;
  return runs.run * runs.bytes >= longest_vector / 2;
}

void move_pieces(PieceStep const& step, BlockPart const& part, bool streams) {
  Pieces const& pieces = step.pieces;
  auto const at = [&](From from, Pieces::Origin const& origin, Segments<char const> side) {
    if (from == From::side) return const_cast<char*>(side[origin.segment]) + origin.offset;
    // Scratch begins with the block.
    return part.scratch + origin.offset - part.block * pieces.src.bytes;
  };
  Pieces::Places places;
  for (std::size_t k = 0; k < pieces.leaf.size(); ++k) {
    places.src[k] = at(step.src, pieces.leaf[k].src, part.src);
    places.dst[k] = at(step.dst, pieces.leaf[k].dst, part.dst);
  }
  pieces.move(places, part.begin, part.end, streams && step.dst == From::side);
}

}  // namespace

Regroup::Unit::Unit(PanelLayout const& src, PanelLayout const& dst) {
  for (PanelLayout const* side : {&src, &dst})
    for (LeafRuns const& leaf : side->leaf) {
      if (has_column_kernel(leaf.bytes)) vector = std::max(vector, longest_vector / leaf.bytes);
      if (leaf.run < side->height) longest_run = std::max(longest_run, leaf.run);
    }
}

std::int64_t Regroup::Unit::fit(std::int64_t wanted) const {
  std::int64_t const records = std::max(vector, wanted / vector * vector);
  if (records >= longest_run) return records / longest_run * longest_run;
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(records)));
}

Regroup::Regroup(PanelLayout const& src, PanelLayout const& dst, RegroupSizes const& sizes,
                 PanelKernels const& kernels)
    : turn_bytes_(sizes.turn),
      height_(src.height),
      unit_(src, dst),
      block_(std::min(src.height, unit_.fit(sizes.block / both_sides_of_record(src, dst)))) {
  RegroupSteps const made = regroup_steps(src, dst, block_, sizes.part);
  scratch_bytes_ = made.scratch_bytes;
  for (RegroupStep const& step : made.steps) {
    record_bytes_ += step.bytes;
    calls_.push_back(call_of(step, sizes.part, kernels.vector_bytes));
  }
  if (kernels.permuted_bytes > 0 && !columns_suffice(made))
    permuted_ = PermutedBlocks::between(src, dst, sizes.past_caches, kernels.permuted_bytes);
  can_stream_ = has_whole_lines(dst) &&
                (permuted_ ? permuted_->fills_lines()
                           : std::all_of(calls_.begin(), calls_.end(),
                                         [](Call const& call) { return call.stores_lines; }));
  if (!permuted_) return;
  std::int64_t const blocks =
      permuted_at_once / both_sides_of_record(src, dst) / permuted_->records();
  permuted_part_ = std::max<std::int64_t>(1, blocks) * permuted_->records();
}

Regroup::Call Regroup::call_of(RegroupStep const& step, std::int64_t part_bytes,
                               std::int64_t vector_bytes) const {
  std::int64_t const part = unit_.fit(part_bytes / step.bytes);
  auto const* const matrix = std::get_if<MatrixStep>(&step.moves);
  if (matrix == nullptr) {
    auto const& pieces = std::get<PieceStep>(step.moves);
    std::int64_t const unit = std::gcd(std::gcd(part, block_), height_);
    return {pieces, step.bytes, part, stores_lines(pieces, unit, height_)};
  }
  ColumnCall call(*matrix);
  std::int64_t const longest = call.longest_part();
  return {std::move(call), step.bytes, std::min(part, longest),
          stores_lines(*matrix, height_, vector_bytes)};
}

void Regroup::Call::operator()(BlockPart const& records, bool streams) const {
  if (auto const* columns = std::get_if<ColumnCall>(&moves)) (*columns)(records, streams);
  else move_pieces(std::get<PieceStep>(moves), records, streams);
}

}  // namespace isomer::records
