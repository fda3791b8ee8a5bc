// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/pieces.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace isomer::records {
namespace {

/// One side of pieces: distances from piece to piece within the longer runs, from leaf to leaf, and
/// from one longer run to the next.
template <class Char>
struct Strided {
  Char* at;
  std::int64_t inner;
  std::int64_t leaf;
  std::int64_t outer;
};

struct Counts {
  std::int64_t pieces;
  std::int64_t leaves;
  std::int64_t runs;
};

/// A constant number of bytes.
template <std::size_t Bytes>
struct CopyBytes {
  void operator()(char* to, char const* from) const { std::memcpy(to, from, Bytes); }
};

/// visit(to, from, pieces) for the pieces of each longer run.
template <class Visit>
void for_each_run(Strided<char> const& to, Strided<char const> const& from, Counts const& counts,
                  Visit const& visit) {
  for (std::int64_t r = 0; r < counts.runs; ++r)
    for (std::int64_t k = 0; k < counts.leaves; ++k)
      visit(to.at + r * to.outer + k * to.leaf, from.at + r * from.outer + k * from.leaf);
}

template <class Copy>
void copy_nested(Strided<char> const& to, Strided<char const> const& from, Counts const& counts,
                 Copy const& copy) {
  for_each_run(to, from, counts, [&](char* t, char const* f) {
    for (std::int64_t p = 0; p < counts.pieces; ++p, t += to.inner, f += from.inner) copy(t, f);
  });
}

/// Pieces of 9 to 15 bytes that become neighbours: each but the last as 16 bytes, the rest of which
/// the next one overwrites.
void copy_overlapping(std::size_t bytes, Strided<char> const& to, Strided<char const> const& from,
                      Counts const& counts) {
  for_each_run(to, from, counts, [&](char* t, char const* f) {
    for (std::int64_t p = 1; p < counts.pieces; ++p, t += to.inner, f += from.inner)
      std::memcpy(t, f, 16);
    std::memcpy(t, f, bytes);
  });
}

/// Pieces of `bytes`. The sizes of values and of short runs of them have loops of their own.
void copy_pieces(std::int64_t bytes, Strided<char> const& to, Strided<char const> const& from,
                 Counts const& counts) {
  if (bytes > 8 && bytes < 16 && to.inner == bytes)
    return copy_overlapping(static_cast<std::size_t>(bytes), to, from, counts);
  switch (bytes) {
    case 1: return copy_nested(to, from, counts, CopyBytes<1>{});
    case 2: return copy_nested(to, from, counts, CopyBytes<2>{});
    case 4: return copy_nested(to, from, counts, CopyBytes<4>{});
    case 8: return copy_nested(to, from, counts, CopyBytes<8>{});
    case 12: return copy_nested(to, from, counts, CopyBytes<12>{});
    case 16: return copy_nested(to, from, counts, CopyBytes<16>{});
    case 24: return copy_nested(to, from, counts, CopyBytes<24>{});
    case 32: return copy_nested(to, from, counts, CopyBytes<32>{});
    case 64: return copy_nested(to, from, counts, CopyBytes<64>{});
    case 128: return copy_nested(to, from, counts, CopyBytes<128>{});
    default:
      copy_nested(to, from, counts, [bytes](char* t, char const* f) {
        std::memcpy(t, f, static_cast<std::size_t>(bytes));
      });
  }
}

/// Records begin .. end - 1, which are whole runs of both sides, or of the shorter within one of
/// the longer.
void move_whole_runs(Pieces const& what, char const* from, char* to, std::int64_t begin,
                     std::int64_t end) {
  std::int64_t const shorter = std::min(what.src.run, what.dst.run);
  std::int64_t const longer = std::min(std::max(what.src.run, what.dst.run), end - begin);
  std::int64_t const pieces = longer / shorter;
  std::int64_t const bytes = shorter * what.src.bytes;
  auto const side = [&](auto* data, LeafRuns const& leaf, std::int64_t apart) {
    bool const is_short = leaf.run == shorter;
    using Side = Strided<std::remove_pointer_t<decltype(data)>>;
    return Side{data + leaf.at(begin), is_short ? leaf.step : bytes, apart,
                is_short ? pieces * leaf.step : leaf.step};
  };
  copy_pieces(bytes, side(to, what.dst, what.dst_apart), side(from, what.src, what.src_apart),
              {pieces, what.leaves, (end - begin) / longer});
}

/// Some records that lie in one run of either side.
void move_part(Pieces const& what, char const* from, char* to, std::int64_t begin,
               std::int64_t end) {
  auto const bytes = static_cast<std::size_t>((end - begin) * what.src.bytes);
  for (std::int64_t k = 0; k < what.leaves; ++k)
    std::memcpy(to + what.dst.at(begin) + k * what.dst_apart,
                from + what.src.at(begin) + k * what.src_apart, bytes);
}

}  // namespace

void Pieces::move(char const* from, char* to, std::int64_t begin, std::int64_t end) const {
  if (end - begin <= std::min(src.run - src.in_run(begin), dst.run - dst.in_run(begin)))
    return move_part(*this, from, to, begin, end);
  LeafRuns const& shorter = src.run < dst.run ? src : dst;
  LeafRuns const& longer = src.run < dst.run ? dst : src;
  for (std::int64_t i = begin; i < end;) {
    // Up to the end of the long run that i lies in; all of them where it begins with one.
    std::int64_t const in_run = std::min(end, i - longer.in_run(i) + longer.run);
    std::int64_t const runs_end = longer.in_run(i) == 0 ? end - longer.in_run(end - i) : i;
    std::int64_t whole = std::max(runs_end, in_run - shorter.in_run(in_run - i));
    if (shorter.in_run(i) != 0) whole = i;
    if (whole > i) {
      move_whole_runs(*this, from, to, i, whole);
      i = whole;
    } else {
      std::int64_t const count = std::min(in_run - i, shorter.run - shorter.in_run(i));
      move_part(*this, from, to, i, i + count);
      i += count;
    }
  }
}

}  // namespace isomer::records
