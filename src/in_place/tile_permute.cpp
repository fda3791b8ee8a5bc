// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/tile_permute.hpp"

#include <vector>

#include "in_place/workers.hpp"
#include "model/candidates.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "tile/job.hpp"

namespace isomer::in_place {

namespace {

detail::Problem out_of_place(FusedAxes const& axes) {
  auto const rank = axes.extent.size();
  std::vector<std::int64_t> target_extent(rank);
  for (std::size_t k = 0; k < rank; ++k)
    target_extent[static_cast<std::size_t>(axes.target[k])] = axes.extent[k];
  detail::Problem problem;
  problem.rank = static_cast<std::int32_t>(rank);
  problem.element_bytes = static_cast<std::int32_t>(axes.element_bytes);
  std::int64_t in_stride = 1;
  for (std::size_t k = rank; k-- > 0; in_stride *= axes.extent[k]) {
    std::int64_t out_stride = 1;
    for (auto t = static_cast<std::size_t>(axes.target[k]) + 1; t < rank; ++t)
      out_stride *= target_extent[t];
    problem.axis[k] = {axes.extent[k], in_stride, out_stride};
  }
  return detail::normalize(problem);
}

bool shares_fastest_axis(detail::Problem const& normal) {
  return detail::axis_at(normal, 0).dst_stride == 1;
}

/// Tiles that the first two caches hold, with runs of some lines on either side. Half a tile and a
/// whole one ahead do equally well; two, or nothing, are slower by a quarter (3 MB of records of 24
/// to 27 doubles, Zen 4).
detail::Candidate direct_tiles(detail::Problem const& normal) {
  detail::Candidate candidate;
  candidate.slice = detail::grow_slice(normal, {256, 512, 64 << 10});
  candidate.prefetch_lines = 512;
  return candidate;
}

}  // namespace

std::unique_ptr<TilePermute> TilePermute::direct(FusedAxes const& axes) {
  auto const normal = out_of_place(axes);
  return std::unique_ptr<TilePermute>(new TilePermute(normal, direct_tiles(normal)));
}

std::unique_ptr<TilePermute> TilePermute::streaming(FusedAxes const& axes, int threads) {
  auto const normal = out_of_place(axes);
  for (auto const& candidate : detail::candidates(normal, {threads, true, PlanOptions::automatic}))
    if (candidate.staged && detail::workspace_of(normal, candidate, 1) <= stage_bytes)
      return std::unique_ptr<TilePermute>(new TilePermute(normal, candidate));
  return direct(axes);
}

TilePermute::TilePermute(detail::Problem const& normal, detail::Candidate const& candidate)
    : programs_(normal, candidate.slice, tile::kernels(), candidate.staged),
      grid_(normal, candidate.slice, programs_, candidate.walk, candidate.band),
      word_(shares_fastest_axis(normal) ? 0 : normal.element_bytes),
      streams_(candidate.streams),
      prefetch_lines_(candidate.prefetch_lines) {}

void TilePermute::part(std::byte* out, std::byte const* in, std::int64_t worker,
                       std::int64_t workers, std::byte* stage) const {
  auto const [begin, end] = share_of(worker, workers, grid_.tiles());
  detail::TileWalk walk(grid_, programs_, reinterpret_cast<char*>(out),
                        reinterpret_cast<char const*>(in), begin, end);
  detail::TileWalk ahead = walk;
  tile::Job job{
      detail::TileWalk::next, &walk, &ahead, {nullptr, nullptr}, nullptr, nullptr, word_, streams_,
      prefetch_lines_};
  if (is_staged()) {
    job.stage[0] = reinterpret_cast<char*>(stage);
    job.stage[1] = job.stage[0] + stage_pitch();
    if (streams_ && grid_.carry_bytes() > 0) job.carry = job.stage[1] + stage_pitch();
  }
  tile::kernels().run(job);
}

}  // namespace isomer::in_place
