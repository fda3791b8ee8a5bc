// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/regroup.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "machine/host_kernels.hpp"
#include "tile/host/columns.hpp"

namespace isomer::records {
namespace {

/// Both sides of a block of records: half of a first-level cache.
constexpr std::int64_t block_bytes = 16 << 10;
/// Blocks are multiples of what a vector has of the shortest words.
constexpr std::int64_t block_unit = 64;

bool has_column_kernel(std::int64_t bytes) {
  return bytes <= 16 && std::has_single_bit(static_cast<std::uint64_t>(bytes));
}

/// Whether the column kernels take its runs as they lie; others go through scratch.
bool has_column_runs(PanelLayout const& panel, LeafRuns const& leaf) {
  std::int64_t const bytes = leaf.run * leaf.bytes;
  return leaf.run == panel.height ||
         (bytes >= tile::min_column_run && std::has_single_bit(static_cast<std::uint64_t>(bytes)));
}

char const* place(Segments<char const> side, LeafRuns const& leaf, std::int64_t i) {
  return side[static_cast<std::size_t>(leaf.segment)] + leaf.at(i);
}
char* place(Segments<char> side, LeafRuns const& leaf, std::int64_t i) {
  return side[static_cast<std::size_t>(leaf.segment)] + leaf.at(i);
}

/// Numbers of all leaves, as they lie one behind the other.
std::vector<std::size_t> in_order(PanelLayout const& panel) {
  std::vector<std::size_t> order(panel.leaf.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    LeafRuns const& x = panel.leaf[a];
    LeafRuns const& y = panel.leaf[b];
    return x.segment != y.segment ? x.segment < y.segment : x.offset < y.offset;
  });
  return order;
}

/// Whether b's values follow a's in each of their runs.
bool follows(LeafRuns const& a, LeafRuns const& b) {
  return a.segment == b.segment && a.run == b.run && b.offset == a.offset + a.run * a.bytes;
}

/// One side of pieces that are copied: `inner` bytes from piece to piece within a run of the side
/// with the longer ones, `outer` from one such run to the next.
template <class Char>
struct Strided {
  Char* at;
  std::int64_t inner;
  std::int64_t outer;
};

template <class Copy>
void copy_nested(Strided<char> to, Strided<char const> from, std::int64_t pieces, std::int64_t runs,
                 Copy const& copy) {
  for (std::int64_t r = 0; r < runs; ++r, to.at += to.outer, from.at += from.outer) {
    char* t = to.at;
    char const* f = from.at;
    for (std::int64_t p = 0; p < pieces; ++p, t += to.inner, f += from.inner) copy(t, f);
  }
}

template <std::size_t Bytes>
struct CopyBytes {
  void operator()(char* to, char const* from) const { std::memcpy(to, from, Bytes); }
};

/// Pieces of `bytes`. The sizes of values and of short runs of them have loops of their own.
void copy_pieces(std::int64_t bytes, Strided<char> to, Strided<char const> from,
                 std::int64_t pieces, std::int64_t runs) {
  switch (bytes) {
    case 1: return copy_nested(to, from, pieces, runs, CopyBytes<1>{});
    case 2: return copy_nested(to, from, pieces, runs, CopyBytes<2>{});
    case 4: return copy_nested(to, from, pieces, runs, CopyBytes<4>{});
    case 8: return copy_nested(to, from, pieces, runs, CopyBytes<8>{});
    case 12: return copy_nested(to, from, pieces, runs, CopyBytes<12>{});
    case 16: return copy_nested(to, from, pieces, runs, CopyBytes<16>{});
    case 24: return copy_nested(to, from, pieces, runs, CopyBytes<24>{});
    case 32: return copy_nested(to, from, pieces, runs, CopyBytes<32>{});
    case 64: return copy_nested(to, from, pieces, runs, CopyBytes<64>{});
    case 128: return copy_nested(to, from, pieces, runs, CopyBytes<128>{});
    default:
      copy_nested(to, from, pieces, runs, [bytes](char* t, char const* f) {
        std::memcpy(t, f, static_cast<std::size_t>(bytes));
      });
  }
}

/// Records begin .. end - 1, which are whole runs of both sides.
void move_whole_runs(LeafRuns const& src, LeafRuns const& dst, Segments<char const> from,
                     Segments<char> to, std::int64_t begin, std::int64_t end) {
  std::int64_t const shorter = std::min(src.run, dst.run);
  std::int64_t const longer = std::min(std::max(src.run, dst.run), end - begin);
  std::int64_t const pieces = longer / shorter;
  std::int64_t const bytes = shorter * src.bytes;
  auto const side = [&](auto* at, LeafRuns const& leaf) {
    bool const is_short = leaf.run == shorter;
    using Side = Strided<std::remove_pointer_t<decltype(at)>>;
    return Side{at, is_short ? leaf.step : bytes, is_short ? pieces * leaf.step : leaf.step};
  };
  copy_pieces(bytes, side(place(to, dst, begin), dst), side(place(from, src, begin), src), pieces,
              (end - begin) / longer);
}

/// Records begin .. end - 1.
void move_pieces(LeafRuns const& src, LeafRuns const& dst, Segments<char const> from,
                 Segments<char> to, std::int64_t begin, std::int64_t end) {
  std::int64_t const shorter = std::min(src.run, dst.run);
  std::int64_t const longer = std::max(src.run, dst.run);
  for (std::int64_t i = begin; i < end;) {
    // Up to the end of the long run that i lies in; all of them where it begins with one.
    std::int64_t const in_run = std::min(end, i - i % longer + longer);
    std::int64_t const runs_end = i % longer == 0 ? end - (end - i) % longer : i;
    std::int64_t whole = std::max(runs_end, in_run - (in_run - i) % shorter);
    if (i % shorter != 0) whole = i;
    if (whole > i) {
      move_whole_runs(src, dst, from, to, i, whole);
      i = whole;
    } else {
      std::int64_t const count = std::min(in_run - i, shorter - i % shorter);
      std::memcpy(place(to, dst, i), place(from, src, i),
                  static_cast<std::size_t>(count * src.bytes));
      i += count;
    }
  }
}

}  // namespace

Regroup::Regroup(PanelLayout const& src, PanelLayout const& dst) {
  std::vector<bool> done(src.leaf.size(), false);
  add_columns(src, dst, true, done);
  add_columns(dst, src, false, done);
  add_pieces(src, dst, done);
  choose_block(src, dst);
}

void Regroup::add_columns(PanelLayout const& rows, PanelLayout const& columns, bool from_rows,
                          std::vector<bool>& done) {
  auto const may_be_column = [&](std::size_t k) {
    return rows.leaf[k].run == 1 && columns.leaf[k].run > 1 &&
           has_column_kernel(rows.leaf[k].bytes) && !done[k];
  };
  std::size_t last = 0;
  for (std::size_t const k : in_order(rows)) {
    if (!may_be_column(k)) continue;
    bool const joins = !columns_.empty() && columns_.back().from_rows == from_rows &&
                       columns_.back().column.size() < max_columns &&
                       rows.leaf[k].bytes == rows.leaf[last].bytes &&
                       follows(rows.leaf[last], rows.leaf[k]) &&
                       columns.leaf[k].run == columns.leaf[last].run &&
                       columns.leaf[k].step == columns.leaf[last].step;
    if (!joins) {
      Columns group;
      group.from_rows = from_rows;
      group.word = rows.leaf[k].bytes;
      group.by_scratch = !has_column_runs(columns, columns.leaf[k]);
      group.rows = rows.leaf[k];
      columns_.push_back(std::move(group));
    }
    columns_.back().column.push_back(columns.leaf[k]);
    done[k] = true;
    last = k;
  }
}

void Regroup::add_pieces(PanelLayout const& src, PanelLayout const& dst, std::vector<bool>& done) {
  std::size_t last = 0;
  for (std::size_t const k : in_order(src)) {
    if (done[k]) continue;
    // Values that are neighbours in the records of both sides are one piece.
    bool const joins = !pieces_.empty() && src.leaf[k].run == 1 && dst.leaf[k].run == 1 &&
                       follows(src.leaf[last], src.leaf[k]) && follows(dst.leaf[last], dst.leaf[k]);
    if (joins) {
      pieces_.back().src.bytes += src.leaf[k].bytes;
      pieces_.back().dst.bytes += src.leaf[k].bytes;
    } else {
      pieces_.push_back({src.leaf[k], dst.leaf[k]});
    }
    last = k;
  }
}

void Regroup::choose_block(PanelLayout const& src, PanelLayout const& dst) {
  std::int64_t const record = (src.bytes + dst.bytes) / src.height + 1;
  block_ = std::max<std::int64_t>(block_unit, block_bytes / record / block_unit * block_unit);
  // A block begins with a run and holds whole ones, or lies within one.
  std::int64_t longest = 1;
  for (PanelLayout const* side : {&src, &dst})
    for (LeafRuns const& leaf : side->leaf)
      if (leaf.run != side->height) longest = std::max(longest, leaf.run);
  block_ = block_ >= longest
               ? block_ / longest * longest
               : static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(block_)));
  for (Columns const& group : columns_)
    if (group.by_scratch)
      scratch_bytes_ = std::max(
          scratch_bytes_, block_ * group.word * static_cast<std::int64_t>(group.column.size()));
}

namespace {

/// Scratch column c of a block of records: values of all of them, side by side.
LeafRuns scratch_column(std::int64_t word, std::int64_t c, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t endless = std::int64_t{1} << 40;
  return {0, (c * (end - begin) - begin) * word, endless, 0, word};
}

}  // namespace

void Regroup::gather(Columns const& group, Segments<char const> src, Segments<char> dst,
                     Block const& block) {
  auto const [begin, end, scratch] = block;
  char* const scratch_side[]{scratch};
  char* column[max_columns];
  auto const columns = static_cast<int>(group.column.size());
  for (int c = 0; c < columns; ++c)
    column[c] = group.by_scratch
                    ? place(scratch_side, scratch_column(group.word, c, begin, end), begin)
                    : place(dst, group.column[static_cast<std::size_t>(c)], begin);
  tile::PanelColumns at = group.at(column, end - begin);
  at.rows = const_cast<char*>(place(src, group.rows, begin));
  tile::kernels().columns.gather[tile::column_kernel(group.word)](at);
  if (!group.by_scratch) return;
  char const* const gathered[]{scratch};
  for (int c = 0; c < columns; ++c)
    move_pieces(scratch_column(group.word, c, begin, end),
                group.column[static_cast<std::size_t>(c)], gathered, dst, begin, end);
}

void Regroup::scatter(Columns const& group, Segments<char const> src, Segments<char> dst,
                      Block const& block) {
  auto const [begin, end, scratch] = block;
  char* const scratch_side[]{scratch};
  char* column[max_columns];
  auto const columns = static_cast<int>(group.column.size());
  for (int c = 0; c < columns; ++c) {
    LeafRuns const& leaf = group.column[static_cast<std::size_t>(c)];
    LeafRuns const in_scratch = scratch_column(group.word, c, begin, end);
    if (group.by_scratch) move_pieces(leaf, in_scratch, src, scratch_side, begin, end);
    column[c] = group.by_scratch ? place(scratch_side, in_scratch, begin)
                                 : const_cast<char*>(place(src, leaf, begin));
  }
  tile::PanelColumns at = group.at(column, end - begin);
  at.rows = place(dst, group.rows, begin);
  tile::kernels().columns.scatter[tile::column_kernel(group.word)](at);
}

tile::PanelColumns Regroup::Columns::at(char* const* columns, std::int64_t height) const {
  LeafRuns const& first = column.front();
  bool const in_runs = !by_scratch && first.step != first.run * first.bytes;
  return {.rows = nullptr,
          .stride = rows.step,
          .height = height,
          .word = word,
          .columns = static_cast<int>(column.size()),
          .column = columns,
          .next_rows = nullptr,
          .next_columns = nullptr,
          .run = in_runs ? first.run * first.bytes : 0,
          .step = in_runs ? first.step : 0};
}

void Regroup::run(Segments<char const> src, Segments<char> dst, std::int64_t begin,
                  std::int64_t end, char* scratch) const {
  Block const block{begin, end, scratch};
  for (Columns const& group : columns_) {
    if (group.from_rows) gather(group, src, dst, block);
    else scatter(group, src, dst, block);
  }
  for (Pieces const& pieces : pieces_) move_pieces(pieces.src, pieces.dst, src, dst, begin, end);
}

}  // namespace isomer::records
