// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records/detail/change.hpp>

#include <algorithm>
#include <functional>

#include <isomer/error.hpp>

#include "index/rounding.hpp"
#include "problem/messages.hpp"

namespace isomer::detail {
namespace {

std::vector<std::int32_t> bytes_of_leaves(DynamicRecord const& record) {
  std::vector<std::int32_t> bytes;
  for (LeafShape const& leaf : record.leaves()) bytes.push_back(leaf.bytes);
  return bytes;
}

/// Bytes one after the other.
struct ByteRun {
  std::int64_t begin = 0;
  std::int64_t bytes = 0;
};

/// The bytes of records [begin, end), which are in one block of a region: those of each leaf.
void add_leaves(std::vector<ByteRun>& runs, RecordLayout const& layout, std::size_t r,
                std::vector<std::int32_t> const& leaf_bytes, std::int64_t begin, std::int64_t end) {
  if (begin == end) return;
  auto const leaves = static_cast<std::ptrdiff_t>(runs.size());
  for (std::size_t l = 0; l < layout.leaf.size(); ++l)
    if (static_cast<std::size_t>(layout.leaf[l].region) == r)
      runs.push_back(
          {layout.address(l, leaf_bytes[l], begin), (end - begin) * std::int64_t{leaf_bytes[l]}});
  std::sort(runs.begin() + leaves, runs.end(),
            [](ByteRun const& a, ByteRun const& b) { return a.begin < b.begin; });
}

/// The bytes that records have in each region, in rising order: with all of their last tile, or
/// only their own where others may lie in their tiles.
std::vector<ByteRun> runs_of(RecordLayout const& layout,
                             std::vector<std::int32_t> const& leaf_bytes, std::int64_t first,
                             std::int64_t count, bool only_their_own) {
  std::vector<ByteRun> runs;
  if (count == 0) return runs;
  std::int64_t const end = first + count;
  for (std::size_t r = 0; r < layout.region.size(); ++r) {
    RecordRegion const& region = layout.region[r];
    if (!only_their_own) {
      runs.push_back({region.begin, ceil_div(count, region.tile) * region.block_bytes});
      continue;
    }
    std::int64_t const whole = std::min(end, round_up(first, region.tile));
    std::int64_t const rest = std::max(whole, end / region.tile * region.tile);
    add_leaves(runs, layout, r, leaf_bytes, first, whole);
    if (whole < rest)
      runs.push_back({region.begin + whole / region.tile * region.block_bytes,
                      (rest - whole) * region.record_bytes()});
    add_leaves(runs, layout, r, leaf_bytes, rest, end);
  }
  return runs;
}

/// Whether equal indices lie at equal bytes, or of parts at those of other tiles.
bool lie_alike(RecordLayout const& a, std::int64_t a_first, RecordLayout const& b,
               std::int64_t b_first, bool are_parts) {
  if (a.leaf != b.leaf) return false;
  if (!are_parts) return a.region == b.region;
  if ((a_first - b_first) % a.largest_tile() != 0) return false;
  return std::equal(a.region.begin(), a.region.end(), b.region.begin(), b.region.end(),
                    [](RecordRegion const& x, RecordRegion const& y) {
                      return x.tile == y.tile && x.block_bytes == y.block_bytes;
                    });
}

/// Runs that lie close are one if the gaps between them may be written.
std::vector<ByteMove> moves_of(std::vector<ByteRun> const& dst, std::vector<ByteRun> const& src,
                               bool with_gaps) {
  constexpr std::int64_t shorter_than_a_call = 16384;  // bytes that are soon copied
  std::int64_t const gap = with_gaps ? shorter_than_a_call : 0;
  std::vector<ByteMove> moves;
  for (std::size_t k = 0; k < dst.size(); ++k) {
    auto const distance = [&](std::int64_t begin, std::int64_t last) {
      return begin - last - moves.back().bytes;
    };
    if (!moves.empty() && distance(dst[k].begin, moves.back().dst) <= gap &&
        distance(dst[k].begin, moves.back().dst) == distance(src[k].begin, moves.back().src))
      moves.back().bytes = dst[k].begin + dst[k].bytes - moves.back().dst;
    else moves.push_back({dst[k].begin, src[k].begin, dst[k].bytes});
  }
  return moves;
}

/// Records before the first one that begins a tile on both sides; all if there is none.
std::int64_t records_before_tiles(std::int64_t tile, std::int64_t first, std::int64_t other_tile,
                                  std::int64_t other_first, std::int64_t count) {
  if (tile < other_tile) return records_before_tiles(other_tile, other_first, tile, first, count);
  std::int64_t const before = round_up(first, tile) - first;
  return (other_first + before) % other_tile == 0 ? std::min(before, count) : count;
}

/// Makes a layout that of the records from `first` on, which begins a tile. Returns from where on
/// its regions are counted then: from its first one, so that layouts of one region stay equal.
std::int64_t begin_with(RecordLayout& layout, std::int64_t first) {
  for (RecordRegion& region : layout.region)
    region.begin += first / region.tile * region.block_bytes;
  std::int64_t const begin = layout.region.front().begin;
  for (RecordRegion& region : layout.region) region.begin -= begin;
  return begin;
}

/// From the first byte of records to behind the last, of whole tiles.
std::int64_t end_of(RecordLayout const& layout, std::vector<std::int32_t> const& leaf_bytes,
                    std::int64_t count) {
  std::int64_t end = 0;
  for (ByteRun const& run : runs_of(layout, leaf_bytes, 0, count, false))
    end = std::max(end, run.begin + run.bytes);
  return end;
}

/// Throws Error if the memory has no room for an arrangement: at full capacity, since what lies
/// between the arrays of rows of a larger View is not theirs; of a View of its own, padded perhaps,
/// for the records that there are. The layout ends with the memory then.
void fit(char const* function, RecordsInfo const& records, std::string const& arrangement,
         std::vector<std::int32_t> const& leaf_bytes, RecordLayout& layout) {
  std::int64_t const count = records.is_managed ? records.count : records.capacity;
  std::int64_t const bytes = end_of(layout, leaf_bytes, count);
  auto const room = static_cast<std::int64_t>(records.room);
  if (bytes > room)
    throw Error(std::string(function) + ": " + named("view", records.label) + " has " +
                std::to_string(room) + " bytes of memory, " + std::to_string(count) +
                " records take " + std::to_string(bytes) + " bytes as " + arrangement);
  layout.bytes = std::min(layout.bytes, room);
}

/// Whether runs of two memories meet, both in rising order.
bool overlap(std::byte const* a, std::vector<ByteRun> const& of_a, std::byte const* b,
             std::vector<ByteRun> const& of_b) {
  std::less<> const before;
  auto x = of_a.begin();
  auto y = of_b.begin();
  while (x != of_a.end() && y != of_b.end()) {
    std::byte const* const x_end = a + x->begin + x->bytes;
    std::byte const* const y_end = b + y->begin + y->bytes;
    if (before(a + x->begin, y_end) && before(b + y->begin, x_end)) return true;
    if (before(x_end, y_end)) ++x;
    else ++y;
  }
  return false;
}

}  // namespace

void require_memory(char const* function, char const* argument, RecordsInfo const& records) {
  if (records.data == nullptr && records.count > 0)
    throw Error(std::string(function) + ": " + named(argument, records.label) + " has " +
                std::to_string(records.count) +
                " records but null data, it has to point to its records");
}

RecordProblem change_in_place(char const* function, DynamicRecord const& record,
                              RecordsInfo const& records, Arrangement const& to) {
  RecordProblem problem{.count = records.count,
                        .capacity = records.capacity,
                        .in_place = true,
                        .leaf_bytes = bytes_of_leaves(record),
                        .src = record_layout(record, records.arrangement, records.capacity),
                        .dst = record_layout(record, to, records.capacity)};
  fit(function, records, records.arrangement.name(), problem.leaf_bytes, problem.src);
  fit(function, records, to.name(), problem.leaf_bytes, problem.dst);
  return problem;
}

RecordCopy change_by_copy(char const* function, DynamicRecord const& record, RecordsInfo const& dst,
                          RecordsInfo const& src) {
  if (dst.count != src.count)
    throw Error(std::string(function) + ": " + named("dst", dst.label) + " has " +
                std::to_string(dst.count) + " records and " + named("src", src.label) + ' ' +
                std::to_string(src.count) + ", they have to be as many");
  RecordCopy copy;
  RecordProblem& problem = copy.panels;
  problem = {.count = src.count,
             .capacity = src.capacity,
             .in_place = false,
             .leaf_bytes = bytes_of_leaves(record),
             .src = record_layout(record, src.arrangement, src.capacity),
             .dst = record_layout(record, dst.arrangement, dst.capacity)};
  bool const are_parts = dst.is_part || src.is_part;
  auto const to = runs_of(problem.dst, problem.leaf_bytes, dst.first, dst.count, are_parts);
  auto const from = runs_of(problem.src, problem.leaf_bytes, src.first, src.count, are_parts);
  if (dst.data != nullptr && overlap(dst.data, to, src.data, from))
    throw Error(std::string(function) + ": " + named("dst", dst.label) + " and " +
                named("src", src.label) + " overlap, they have to lie apart");
  if (lie_alike(problem.dst, dst.first, problem.src, src.first, are_parts))
    copy.alike = moves_of(to, from, dst.owns_gaps && src.owns_gaps);
  if (!are_parts) return copy;
  copy.singles = records_before_tiles(problem.dst.largest_tile(), dst.first,
                                      problem.src.largest_tile(), src.first, src.count);
  problem.count = problem.capacity = src.count - copy.singles;
  copy.dst = begin_with(problem.dst, dst.first + copy.singles);
  copy.src = begin_with(problem.src, src.first + copy.singles);
  return copy;
}

}  // namespace isomer::detail
