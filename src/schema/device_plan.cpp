// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_plan.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include <isomer/error.hpp>

#include "problem/order.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "tile/warp/common_unit.hpp"
#include "tile/warp/plan_rows.hpp"
#include "tile/warp/plan_slices.hpp"
#include "tile/warp/plan_tile.hpp"
#include "tile/warp/row_kernel.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/slice_kernel.hpp"
#include "tile/warp/tile16_kernel.hpp"
#include "tile/warp/tile_kernel.hpp"

namespace isomer::detail {
namespace {

using tile::warp::common_unit;
using tile::warp::Factors;
using tile::warp::PlainWords;
using tile::warp::RowGeometry;
using tile::warp::RowKernel;
using tile::warp::Scaled;
using tile::warp::ScaledWords;
using tile::warp::SliceGeometry;
using tile::warp::SliceKernel;
using tile::warp::Tile16Kernel;
using tile::warp::TileGeometry;
using tile::warp::TileKernel;
using tile::warp::Unscaled;
using tile::warp::VectorTileGeometry;

/// What a profiler sees behind the name of the schema.
enum class DeviceKernel : std::uint8_t { rows, tile16, tile, slices };
constexpr std::array<char const*, 4> kernel_names{"rows", "tile16", "tile", "slices"};

using Labels = std::array<std::string, kernel_names.size()>;
Labels labels_of(Schema schema) {
  Labels labels;
  for (std::size_t k = 0; k < labels.size(); ++k)
    labels[k] = std::string("isomer::permute::") + name_of(schema) + "::" + kernel_names[k];
  return labels;
}

Factors factors_of(Problem const& problem, ScaleFactors const& given) {
  Factors factors{};
  std::memcpy(factors.alpha, given.alpha.data(), sizeof factors.alpha);
  std::memcpy(factors.beta, given.beta.data(), sizeof factors.beta);
  factors.scalar = problem.scalar;
  factors.reads_dst = given.reads_dst;
  factors.conjugate = given.conjugate;
  return factors;
}

std::int64_t max_slice_bytes(Problem const& problem) {
  return std::int64_t{tile::warp::max_slice_words(problem.element_bytes)} * problem.element_bytes;
}

SliceGeometry slices_of(NormalProblem const& normal, Slice const& slice, int unit) {
  auto const slices = tile::warp::plan_slices(normal, slice.extent, unit);
  if (!slices)
    throw Error("isomer: a problem of " + std::to_string(tile_count(normal, slice)) +
                " slices was planned for a device, it has to have less than 2^31 of at most " +
                std::to_string(tile::warp::max_slice_words(normal.element_bytes)) + " words");
  return *slices;
}

std::optional<RowGeometry> device_rows(NormalProblem const& normal, Schema schema) {
  bool const has_runs = schema == Schema::copy || schema == Schema::fvi_match_large;
  if (!has_runs || normal.scalar != Scalar::none) return std::nullopt;
  return tile::warp::plan_rows(normal);
}

void require_device_can(NormalProblem const& normal) {
  if (normal.rank > SliceGeometry::max_axes)
    throw Error("isomer: a normal problem of rank " + std::to_string(normal.rank) +
                " was planned for a device, it has to have rank at most " +
                std::to_string(SliceGeometry::max_axes));
  if (normal.scalar == Scalar::f80)
    throw Error("isomer: long double was to be scaled on a device, it has to be float or double");
}

template <class Exec>
class DevicePlan final : public ExecutablePlan<Exec> {
 public:
  DevicePlan(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)),
        normal_(normal),
        slice_(candidate.tiling.slice),
        labels_(labels_of(candidate.schema)) {
    require_device_can(normal);
    if (candidate.schema == Schema::orthogonal_distinct) {
      vector_tile_ = tile::warp::plan_tile16(normal);
      tile_ = tile::warp::plan_tile(normal);
    }
    rows_ = device_rows(normal, candidate.schema);
    // Tiles are larger than slices may be.
    if (slice_bytes(normal, slice_) > max_slice_bytes(normal))
      slice_ = device_slices(normal, candidate.schema).tiling.slice;
    slices_ = slices_of(normal, slice_, normal.element_bytes);
  }

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* given) const override {
    if (rows_ && given == nullptr)
      return move_rows(exec, dst, src, common_unit(dst, src, rows_->alignment));
    std::optional<Factors> factors;
    if (given != nullptr) factors = factors_of(normal_, *given);
    int const unit = common_unit(dst, src, normal_.element_bytes);
    if (vector_tile_ && common_unit(dst, src, 16) == 16)
      return move_vector_tiles(exec, dst, src, factors);
    if (tile_ && unit == normal_.element_bytes) return move_tiles(exec, dst, src, factors);
    if (factors) return scale_slices(exec, dst, src, *factors, unit);
    move_slices(exec, dst, src, unit);
  }

 private:
  template <class Kernel>
  void launch(Exec const& exec, DeviceKernel which, int blocks, int shared_bytes,
              Kernel const& kernel) const {
    team::launch(exec,
                 team::Launch{.label = labels_[static_cast<std::size_t>(which)].c_str(),
                              .teams = blocks,
                              .team_size = runs_on_host_v<Exec> ? 1 : Kernel::threads,
                              .scratch_bytes = shared_bytes},
                 kernel);
  }

  void move_rows(Exec const& exec, std::byte* dst, std::byte const* src, int unit) const {
    auto const run = [&]<int U>() {
      launch(exec, DeviceKernel::rows, rows_->blocks, 0, RowKernel<U>{*rows_, dst, src});
    };
    switch (unit) {
      case 1: return run.template operator()<1>();
      case 2: return run.template operator()<2>();
      case 4: return run.template operator()<4>();
      case 8: return run.template operator()<8>();
      default: return run.template operator()<16>();
    }
  }

  /// Calls run.operator()<W>() for the words of the problem, of `least` to `most` bytes.
  template <int least, int most, class Run>
  void for_words(Run const& run) const {
    switch (normal_.element_bytes) {
      case 1:
        if constexpr (least <= 1) return run.template operator()<1>();
        break;
      case 2:
        if constexpr (least <= 2) return run.template operator()<2>();
        break;
      case 4: return run.template operator()<4>();
      case 8: return run.template operator()<8>();
      default:
        if constexpr (most >= 16) return run.template operator()<16>();
    }
  }

  void move_vector_tiles(Exec const& exec, std::byte* dst, std::byte const* src,
                         std::optional<Factors> const& factors) const {
    auto const run = [&](auto const& kernel) {
      launch(exec, DeviceKernel::tile16, vector_tile_->tile.blocks,
             kernel.shared_bytes(*vector_tile_), kernel);
    };
    for_words<1, 8>([&]<int W>() {
      if (factors) run(Tile16Kernel<W, Scaled<W>>{*vector_tile_, dst, src, {*factors}});
      else run(Tile16Kernel<W, Unscaled>{*vector_tile_, dst, src, {}});
    });
  }

  void move_tiles(Exec const& exec, std::byte* dst, std::byte const* src,
                  std::optional<Factors> const& factors) const {
    auto const run = [&](auto const& kernel) {
      launch(exec, DeviceKernel::tile, tile_->blocks, kernel.shared_bytes(*tile_), kernel);
    };
    for_words<4, 16>([&]<int W>() {
      if (factors) run(TileKernel<W, Scaled<W>>{*tile_, dst, src, {*factors}});
      else run(TileKernel<W, Unscaled>{*tile_, dst, src, {}});
    });
  }

  template <class Words>
  void launch_slices(Exec const& exec, SliceGeometry const& slices, std::byte* dst,
                     std::byte const* src, Words const& words) const {
    launch(exec, DeviceKernel::slices, slices.blocks, slices.shared_bytes,
           SliceKernel<Words>{slices, dst, src, words});
  }

  void move_slices(Exec const& exec, std::byte* dst, std::byte const* src, int unit) const {
    SliceGeometry const slices =
        unit == normal_.element_bytes ? slices_ : slices_of(normal_, slice_, unit);
    switch (unit) {
      case 1: return launch_slices(exec, slices, dst, src, PlainWords<1>{});
      case 2: return launch_slices(exec, slices, dst, src, PlainWords<2>{});
      case 4: return launch_slices(exec, slices, dst, src, PlainWords<4>{});
      case 8: return launch_slices(exec, slices, dst, src, PlainWords<8>{});
      default: return launch_slices(exec, slices, dst, src, PlainWords<16>{});
    }
  }

  void scale_slices(Exec const& exec, std::byte* dst, std::byte const* src, Factors const& factors,
                    int unit) const {
    for_words<1, 16>([&]<int W>() { scale_words<W>(exec, dst, src, factors, unit); });
  }

  /// Elements that are not aligned are rare: they are taken byte by byte.
  template <int W>
  void scale_words(Exec const& exec, std::byte* dst, std::byte const* src, Factors const& factors,
                   int unit) const {
    if (unit == W) return launch_slices(exec, slices_, dst, src, ScaledWords<W, W>{factors});
    if constexpr (W > 1) launch_slices(exec, slices_, dst, src, ScaledWords<W, 1>{factors});
  }

  NormalProblem normal_;
  Slice slice_;
  Labels labels_;
  std::optional<RowGeometry> rows_;
  std::optional<VectorTileGeometry> vector_tile_;
  std::optional<TileGeometry> tile_;  ///< for arrays that do not begin on 16 bytes
  SliceGeometry slices_{};
};

}  // namespace

bool has_device_rows(NormalProblem const& normal, Schema schema) {
  return device_rows(normal, schema).has_value();
}

Candidate device_slices(NormalProblem const& normal, Schema schema) {
  std::int64_t const word = normal.element_bytes;
  std::int64_t const cap = max_slice_bytes(normal);
  Candidate candidate;
  candidate.schema = schema;
  // Runs of 32 words at least on either side, which is where a warp's request ends.
  candidate.tiling.slice = grow_slice(normal, {32 * word, cap / 32, cap, cap});
  return candidate;
}

Candidate device_candidate(NormalProblem const& normal) {
  Schema const shape = taxonomy(normal, 32);
  if (shape == Schema::copy || shape == Schema::strided) return device_slices(normal, shape);
  if (normal.has_same_fastest())
    return device_slices(normal,
                         shape == Schema::fvi_match_large ? shape : Schema::fvi_match_small);
  Candidate candidate = device_slices(normal, Schema::orthogonal_distinct);
  auto const extents = tile::warp::tile_extents(normal);
  if (extents) candidate.tiling.slice.extent = *extents;
  else if (runs_share_an_axis(normal, candidate.tiling.slice))
    candidate.schema = Schema::orthogonal_arbitrary;
  return candidate;
}

template <class Exec>
PlanPtr<Exec> make_device_plan(NormalProblem const& normal, Candidate const& candidate,
                               PlanFacts facts) {
  return std::make_shared<DevicePlan<Exec>>(normal, candidate, std::move(facts));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_device_plan<Exec>(NormalProblem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
