// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/panels.hpp"

#include <algorithm>

#include "files/schedule/pages.hpp"

namespace isomer::files {
namespace {

std::vector<std::uint64_t> extents_of(Tile const& tile) {
  std::vector<std::uint64_t> extent(tile.lo.size());
  for (std::size_t k = 0; k < extent.size(); ++k) extent[k] = tile.hi[k] - tile.lo[k];
  return extent;
}

}  // namespace

Panels::Panels(Problem const& problem, std::size_t cut) : problem_(problem) {
  std::size_t const rank = problem.extents.size();
  std::vector<Axis> axes(rank);
  std::uint64_t bytes = problem.element_bytes;
  for (std::size_t k = rank; k-- > 0;) {
    axes[k].extent = problem.extents[k];
    axes[k].source = bytes;
    bytes *= problem.extents[k];
  }
  bytes = problem.element_bytes;
  for (std::size_t k = rank; k-- > 0;) {
    axes[problem.axes[k]].result = bytes;
    bytes *= axes[problem.axes[k]].extent;
  }
  // The last axis, if it stays the last and is not cut itself, is part of the element.
  std::size_t last = rank;
  element_ = problem.element_bytes;
  while (last > cut + 1 && problem.axes[last - 1] == last - 1) {
    --last;
    element_ *= axes[last].extent;
  }
  std::vector<bool> inner(rank, false);
  for (std::size_t k = cut + 1; k < last; ++k) {
    inner_.push_back(axes[problem.axes[k]]);
    inner[problem.axes[k]] = true;
  }
  cut_ = axes[problem.axes[cut]];
  unit_ = cut_.result;
  row_bytes_ = unit_ * cut_.extent;
  std::vector<std::size_t> number(rank, 0);
  for (std::size_t k = 0; k < last; ++k)
    if (k != problem.axes[cut] && !inner[k]) {
      number[k] = outer_.size();
      outer_.push_back(axes[k]);
      rows_ *= axes[k].extent;
    }
  for (std::size_t k = 0; k < cut; ++k) by_result_.push_back(number[problem.axes[k]]);
  cut_outer_ = outer_.empty() || cut_.source > outer_.front().source;
  slab_bytes_ = problem.bytes();
  for (std::size_t k = 0; k < rank && inner[k]; ++k) {
    slabs_ *= axes[k].extent;
    slab_bytes_ = axes[k].source;
  }
  heads_wrap_ = !by_result_.empty() && by_result_.front() != 0;
}

std::uint64_t Panels::page_at(std::uint64_t r) const { return round_up(row_at(r), problem_.page); }

std::uint64_t Panels::tiles(std::uint64_t most) const {
  std::uint64_t inside = 1;
  for (std::size_t k = outer_.size(); k-- > 0;) {
    if (inside * outer_[k].extent > most) {
      std::uint64_t count = div_up(outer_[k].extent, std::max<std::uint64_t>(1, most / inside));
      while (k-- > 0) count *= outer_[k].extent;
      return count;
    }
    inside *= outer_[k].extent;
  }
  return 1;
}

Tile Panels::tile(std::uint64_t most, std::uint64_t number) const {
  Tile tile;
  tile.lo.assign(outer_.size(), 0);
  tile.hi.resize(outer_.size());
  for (std::size_t k = 0; k < outer_.size(); ++k) tile.hi[k] = outer_[k].extent;
  std::uint64_t inside = 1;
  for (std::size_t k = outer_.size(); k-- > 0;) {
    std::uint64_t const extent = outer_[k].extent;
    if (inside * extent > most) {
      std::uint64_t const step = std::max<std::uint64_t>(1, most / inside);
      std::uint64_t const count = div_up(extent, step);
      tile.lo[k] = number % count * step;
      tile.hi[k] = std::min(extent, tile.lo[k] + step);
      number /= count;
      while (k-- > 0) {
        tile.lo[k] = number % outer_[k].extent;
        tile.hi[k] = tile.lo[k] + 1;
        number /= outer_[k].extent;
      }
      break;
    }
    inside *= extent;
  }
  return tile;
}

std::uint64_t Panels::rows_of(Tile const& tile) {
  std::uint64_t rows = 1;
  for (std::size_t k = 0; k < tile.lo.size(); ++k) rows *= tile.hi[k] - tile.lo[k];
  return rows;
}

bool Panels::takes_whole_elements() const {
  return !inner_.empty() || unit_ <= std::max(problem_.page, problem_.element_bytes);
}

std::vector<Panels::Stretch> Panels::parts(std::uint64_t lo, std::uint64_t hi) const {
  hi = std::min(hi, row_bytes_);
  // Long elements are cut, short ones taken whole.
  if (takes_whole_elements()) return {{lo / unit_, div_up(hi, unit_), 0, element_}};
  lo = round_down(lo, problem_.element_bytes);
  hi = round_up(hi, problem_.element_bytes);
  std::vector<Stretch> list;
  while (lo < hi) {
    std::uint64_t const i = lo / unit_;
    if (lo % unit_ == 0 && hi - lo >= unit_) {
      list.push_back({i, hi / unit_, 0, unit_});
      lo = hi / unit_ * unit_;
    } else {
      std::uint64_t const end = std::min(hi, (i + 1) * unit_);
      list.push_back({i, i + 1, lo - i * unit_, end - i * unit_});
      lo = end;
    }
  }
  return list;
}

std::vector<FileAxis> Panels::source_axes(Stretch const& part,
                                          std::vector<std::uint64_t> const& extent) const {
  std::vector<FileAxis> axes;
  axes.push_back({part.i1 - part.i0, cut_.source});
  for (Axis const& axis : inner_) axes.push_back({axis.extent, axis.source});
  for (std::size_t k = 0; k < extent.size(); ++k) axes.push_back({extent[k], outer_[k].source});
  return axes;
}

std::vector<FileAxis> Panels::result_axes(std::vector<std::uint64_t> const& extent) const {
  std::vector<FileAxis> axes;
  for (std::size_t k = 0; k < extent.size(); ++k) axes.push_back({extent[k], outer_[k].result});
  return axes;
}

void Panels::fetch(Group& group, Stretch const& part, std::vector<std::uint64_t> const& start,
                   std::vector<std::uint64_t> const& extent, Laid const& out,
                   std::uint64_t to) const {
  std::uint64_t first = problem_.offset + part.i0 * cut_.source + part.b0;
  for (std::size_t k = 0; k < start.size(); ++k) first += start[k] * outer_[k].source;
  std::vector<FileAxis> const axes = source_axes(part, extent);
  std::uint64_t const item = part.b1 - part.b0;
  Laid const in = lay(first, axes, item, problem_.page, group.in_bytes);
  read_laid(group, in, first, axes, problem_.page);
  group.in_bytes = in.end;
  Box box{};
  box.from = in.base;
  box.to = to;
  box.element_bytes = static_cast<std::uint32_t>(problem_.element_bytes);
  for (std::size_t k = 0; k < extent.size(); ++k)
    add_axis(box, extent[k], in.pitch[1 + inner_.size() + k], out.pitch[k]);
  add_axis(box, part.i1 - part.i0, in.pitch[0], unit_);
  for (std::size_t k = 0; k < inner_.size(); ++k)
    add_axis(box, inner_[k].extent, in.pitch[1 + k], inner_[k].result);
  add_axis(box, item / problem_.element_bytes, problem_.element_bytes, problem_.element_bytes);
  group.moves.push_back(box);
}

Collected Panels::collect(Group& group, Tile const& tile, std::uint64_t lo, std::uint64_t hi,
                          bool heads) const {
  std::vector<Stretch> const body = parts(lo, hi);
  std::vector<Stretch> const front = parts(0, problem_.page - 1);
  std::vector<std::uint64_t> const extent = extents_of(tile);
  Collected all;
  all.first_byte = body.front().i0 * unit_ + body.front().b0;
  std::uint64_t const last =
      (body.back().i1 - 1) * unit_ + (body.back().b1 == element_ ? unit_ : body.back().b1);
  std::uint64_t item = last - all.first_byte;
  if (heads)
    item += (front.back().i1 - 1) * unit_ + (front.back().b1 == element_ ? unit_ : front.back().b1);
  std::uint64_t first = problem_.offset + all.first_byte;
  for (std::size_t k = 0; k < extent.size(); ++k) first += tile.lo[k] * outer_[k].result;
  all.laid =
      lay(first, result_axes(extent), item, problem_.page, group.out_bytes, Rows::share_pages);
  group.out_bytes = all.laid.end;
  for (Stretch const& part : body)
    fetch(group, part, tile.lo, extent, all.laid,
          all.laid.base + part.i0 * unit_ + part.b0 - all.first_byte);
  if (!heads) return all;
  for_each_behind(tile, [&](Tile const& step, std::vector<std::uint64_t> const& from) {
    std::uint64_t to = all.laid.base + last - all.first_byte;
    for (std::size_t k = 0; k < extent.size(); ++k)
      to += (step.lo[k] - tile.lo[k]) * all.laid.pitch[k];
    for (Stretch const& part : front)
      fetch(group, part, from, extents_of(step), all.laid, to + part.i0 * unit_ + part.b0);
  });
  return all;
}

std::uint64_t Panels::out_bytes(std::uint64_t most, std::uint64_t bytes, bool heads) const {
  std::uint64_t const slack = 2 * (takes_whole_elements() ? unit_ : problem_.element_bytes);
  std::uint64_t const body = std::min(row_bytes_, bytes + slack);
  std::uint64_t const front = heads ? std::min(row_bytes_, problem_.page + slack) : 0;
  // The first tile is as large as any.
  return laid_bytes(result_axes(extents_of(tile(most, 0))), body + front, problem_.page,
                    Rows::share_pages);
}

std::uint64_t Panels::in_bytes(std::uint64_t most, std::uint64_t bytes, bool heads) const {
  std::vector<std::uint64_t> const extent = extents_of(tile(most, 0));
  std::uint64_t const page = problem_.page;
  auto in = [&](std::uint64_t length) {
    if (takes_whole_elements())
      return laid_bytes(
          source_axes({0, std::min(cut_.extent, div_up(length, unit_) + 1), 0, element_}, extent),
          element_, page);
    // Two elements in part, and whole ones between them.
    std::uint64_t const full = length / unit_;
    std::uint64_t const item = std::min(unit_, length + problem_.element_bytes);
    std::uint64_t all = 2 * laid_bytes(source_axes({0, 1, 0, 1}, extent), item, page);
    if (full > 0) all += laid_bytes(source_axes({0, full, 0, unit_}, extent), unit_, page);
    return all;
  };
  std::uint64_t all = in(bytes);
  // Rows behind a tile's come in as many boxes as rows have axes, no box larger than the tile.
  if (heads) all += in(page - 1) * by_result_.size();
  return all;
}

std::uint64_t Panels::lowest(Tile const& tile, std::uint64_t lo) const {
  std::uint64_t at = lo / unit_ * cut_.source;
  for (std::size_t k = 0; k < outer_.size(); ++k) at += tile.lo[k] * outer_[k].source;
  return at;
}

std::uint64_t Panels::lowest_behind(Tile const& tile, std::uint64_t kept) const {
  std::uint64_t least = slab_bytes_;
  for_each_behind(tile, [&](Tile const&, std::vector<std::uint64_t> const& from) {
    std::uint64_t at = 0;
    for (std::size_t k = 0; k < outer_.size(); ++k) at += from[k] * outer_[k].source;
    if (at >= kept) least = std::min(least, at);
  });
  return least;
}

std::uint64_t Panels::kept_bytes() const {
  if (cut_outer_) return source_for(problem_.page - 1) - problem_.offset;
  return heads_wrap_ ? outer_.front().source : 0;
}

std::uint64_t Panels::source_below(std::uint64_t b) const {
  return problem_.offset + b / unit_ * cut_.source;
}

std::uint64_t Panels::source_for(std::uint64_t b) const {
  return problem_.offset + std::min(cut_.extent, div_up(b, unit_)) * cut_.source;
}

}  // namespace isomer::files
