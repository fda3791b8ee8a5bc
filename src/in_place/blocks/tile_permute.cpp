// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/tile_permute.hpp"

#include <algorithm>

#include "machine/host_kernels.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "team/work_shares.hpp"

namespace isomer::in_place {

using detail::share_of;

namespace {

/// Tiles that the first two caches hold, with runs of some lines on either side.
constexpr detail::SliceSize tile_size{256, 512, 64 << 10};
/// Half a tile and a whole one do equally well; two, or nothing, are slower by a quarter (3 MB of
/// records of 24 to 27 doubles, Zen 4).
constexpr int prefetch_lines = 512;

detail::Problem out_of_place(FusedAxes const& axes) {
  detail::Problem problem;
  problem.rank = axes.rank();
  problem.element_bytes = static_cast<std::int32_t>(axes.element_bytes);
  std::size_t k = 0;
  for (AxisSteps const& axis : steps_of(axes))
    problem.axis[k++] = {axis.extent, axis.in / axes.element_bytes, axis.out / axes.element_bytes};
  return problem;
}

/// The shorter of the runs in which a share of the axis lies on either side.
std::int64_t shorter_run(detail::Axis const& axis) {
  return axis.extent * std::min(axis.src_stride, axis.dst_stride);
}

detail::Axis& shared_axis(detail::Problem& problem) {
  return *std::max_element(
      problem.axis.begin(), problem.axis.begin() + problem.rank,
      [](auto const& a, auto const& b) { return shorter_run(a) < shorter_run(b); });
}

/// Tiles that go straight to the buffer.
detail::Tiling direct_tiles(detail::NormalProblem const& normal) {
  detail::Tiling tiling =
      detail::direct_tiling(detail::grow_slice(normal, tile_size), detail::Walk::along_input);
  tiling.mode.prefetch_lines = prefetch_lines;
  return tiling;
}

}  // namespace

int TilePermute::max_workers(FusedAxes const& axes) {
  detail::Problem problem = out_of_place(axes);
  // One index alone could leave nothing contiguous.
  constexpr std::int64_t limit = 1 << 20;
  return static_cast<int>(std::clamp<std::int64_t>(shared_axis(problem).extent / 2, 1, limit));
}

TilePermute::Share TilePermute::share(FusedAxes const& axes, std::int64_t worker,
                                      std::int64_t workers) {
  detail::Problem problem = out_of_place(axes);
  detail::Axis& axis = shared_axis(problem);
  std::int64_t const whole = axis.extent * axis.dst_stride * axes.element_bytes;
  auto const [begin, end] = share_of(worker, workers, axis.extent);
  axis.extent = end - begin;
  std::int64_t const run = axis.extent * axis.dst_stride * axes.element_bytes;
  Share share{detail::normalize(problem),
              begin * axis.src_stride * axes.element_bytes,
              begin * axis.dst_stride * axes.element_bytes,
              {}};
  for (std::int64_t at = share.out_begin; at < axes.bytes(); at += whole)
    share.written.push_back({at, at, run});
  return share;
}

TilePermute::TilePermute(FusedAxes const& axes, std::int64_t worker, std::int64_t workers)
    : TilePermute(share(axes, worker, workers), axes.bytes()) {}

TilePermute::TilePermute(Share const& share, std::int64_t bytes)
    : bytes_(bytes),
      tiles_(share.normal, direct_tiles(share.normal), tile::kernels()),
      in_begin_(share.in_begin),
      out_begin_(share.out_begin),
      written_(share.written) {}

void TilePermute::operator()(std::byte* out, std::byte const* in, std::int64_t count,
                             std::int64_t) const {
  for (std::int64_t k = 0; k < count; ++k)
    tiles_.run(reinterpret_cast<char*>(out + k * bytes_ + out_begin_),
               reinterpret_cast<char const*>(in + k * bytes_ + in_begin_), nullptr, nullptr);
}

}  // namespace isomer::in_place
