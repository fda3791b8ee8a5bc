// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"
#include "schema/device_kernel.hpp"
#include "tile/warp/arrays.hpp"
#include "tile/warp/cast_words.hpp"
#include "tile/warp/common_unit.hpp"
#include "tile/warp/plan/plan_rows.hpp"
#include "tile/warp/plan/plan_slices.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile/warp/row_kernel.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/slice_kernel.hpp"
#include "tile/warp/tile16_kernel.hpp"
#include "tile/warp/tile_kernel.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::detail {

/// The kernels for a problem on a device, one of which moves it: by what the schema calls for, the
/// alignment of the arrays, and whether anything is scaled.
class DeviceKernels {
 public:
  DeviceKernels(NormalProblem const& normal, Candidate const& candidate);

  /// Calls visit(which, blocks, shared bytes, kernel) with the one for these arrays, `addresses`
  /// being the bits of those of all (tile::warp::bits_of) ..
  template <class Arrays, class Visit>
  void with_kernel(Arrays const& arrays, std::uintptr_t addresses, ScaleFactors const* given,
                   Visit const& visit) const {
    if (normal_.cast.is_any()) return with_cast_slices(arrays, given, visit);
    if (given == nullptr) return with_plain_kernel(arrays, addresses, visit);
    tile::warp::Factors const factors = factors_of(*given);
    auto const scaled = [&factors]<int W>() { return tile::warp::Scaled<W>{factors}; };
    if (moves_vectors(addresses)) return with_vector_tiles(arrays, scaled, visit);
    int const unit = tile::warp::common_unit(addresses, normal_.element_bytes);
    if (moves_words(unit)) return with_tiles(arrays, scaled, visit);
    with_scaled_slices(arrays, factors, unit, visit);
  }

  /// .. where nothing is scaled.
  template <class Arrays, class Visit>
  void with_plain_kernel(Arrays const& arrays, std::uintptr_t addresses, Visit const& visit) const {
    if (normal_.cast.is_any()) return with_cast_slices(arrays, nullptr, visit);
    auto const unscaled = []<int W>() { return tile::warp::Unscaled{}; };
    if (rows_) return with_rows(arrays, addresses, visit);
    if (moves_vectors(addresses)) return with_vector_tiles(arrays, unscaled, visit);
    int const unit = tile::warp::common_unit(addresses, normal_.element_bytes);
    if (moves_words(unit)) return with_tiles(arrays, unscaled, visit);
    with_slices(arrays, unit, visit);
  }

 private:
  tile::warp::Factors factors_of(ScaleFactors const& given) const;
  tile::warp::SliceGeometry slices_of(int unit) const;
  bool moves_vectors(std::uintptr_t addresses) const {
    return vector_tile_ && tile::warp::common_unit(addresses, 16) == 16;
  }
  bool moves_words(int unit) const { return tile_ && unit == normal_.element_bytes; }

  template <class Arrays, class Visit>
  void with_rows(Arrays const& arrays, std::uintptr_t addresses, Visit const& visit) const {
    int const unit = tile::warp::common_unit(addresses, rows_->alignment);
    tile::warp::with_word<1, 16>(unit < 16 ? unit : 16, [&]<int U>() {
      visit(DeviceKernel::rows, rows_->blocks, rows_->shared_bytes(),
            tile::warp::RowKernel<U, Arrays>{*rows_, arrays});
    });
  }

  /// `scaling` makes, for words of W bytes, what scales them.
  template <class Arrays, class Scaling, class Visit>
  void with_vector_tiles(Arrays const& arrays, Scaling const& scaling, Visit const& visit) const {
    tile::warp::with_word<1, 8>(normal_.element_bytes, [&]<int W>() {
      auto how = scaling.template operator()<W>();
      tile::warp::Tile16Kernel<W, decltype(how), Arrays> const kernel{*vector_tile_, arrays, how};
      visit(DeviceKernel::tile16, vector_tile_->tile.blocks, kernel.shared_bytes(*vector_tile_),
            kernel);
    });
  }

  template <class Arrays, class Scaling, class Visit>
  void with_tiles(Arrays const& arrays, Scaling const& scaling, Visit const& visit) const {
    tile::warp::with_word<1, 16>(normal_.element_bytes, [&]<int W>() {
      auto how = scaling.template operator()<W>();
      tile::warp::TileKernel<W, decltype(how), Arrays> const kernel{*tile_, arrays, how};
      visit(DeviceKernel::tile, tile_->blocks, kernel.shared_bytes(*tile_), kernel);
    });
  }

  template <class Arrays, class Words, class Visit>
  static void visit_slices(tile::warp::SliceGeometry const& slices, Arrays const& arrays,
                           Words const& words, Visit const& visit) {
    visit(DeviceKernel::slices, slices.blocks, slices.shared_bytes,
          tile::warp::SliceKernel<Words, Arrays>{slices, arrays, words});
  }

  template <class Arrays, class Visit>
  void with_slices(Arrays const& arrays, int unit, Visit const& visit) const {
    tile::warp::SliceGeometry const slices =
        unit == normal_.element_bytes ? slices_ : slices_of(unit);
    tile::warp::with_word<1, 16>(
        unit, [&]<int U>() { visit_slices(slices, arrays, tile::warp::PlainWords<U>{}, visit); });
  }

  /// Elements that are not aligned are rare: they are taken byte by byte.
  template <class Arrays, class Visit>
  void with_scaled_slices(Arrays const& arrays, tile::warp::Factors const& factors, int unit,
                          Visit const& visit) const {
    using tile::warp::ScaledWords;
    tile::warp::with_word<1, 16>(normal_.element_bytes, [&]<int W>() {
      if (unit == W) return visit_slices(slices_, arrays, ScaledWords<W, W>{factors}, visit);
      if constexpr (W > 1) visit_slices(slices_, arrays, ScaledWords<W, 1>{factors}, visit);
    });
  }

  template <class Arrays, class Visit>
  void with_cast_slices(Arrays const& arrays, ScaleFactors const* given, Visit const& visit) const {
    using tile::warp::CastWords;
    using tile::warp::Factors;
    // Batches are of one type.
    if constexpr (std::is_same_v<Arrays, tile::warp::OnePair>) {
      Factors const factors = given == nullptr ? Factors{} : factors_of(*given);
      bool const scales = given != nullptr;
      bool const aligned = starts_on(arrays.src, normal_.element_bytes) &&
                           starts_on(arrays.dst, normal_.dst_element_bytes());
      tile::warp::with_word<1, 16>(normal_.element_bytes, [&]<int W>() {
        if (aligned)
          return visit_slices(slices_, arrays, CastWords<W, true>{normal_.cast, scales, factors},
                              visit);
        visit_slices(slices_, arrays, CastWords<W, false>{normal_.cast, scales, factors}, visit);
      });
    }
  }
  static bool starts_on(std::byte const* at, std::int32_t bytes) {
    return reinterpret_cast<std::uintptr_t>(at) % static_cast<std::uintptr_t>(bytes) == 0;
  }

  NormalProblem normal_;
  Slice slice_;
  std::optional<tile::warp::RowGeometry> rows_;
  std::optional<tile::warp::VectorTileGeometry> vector_tile_;
  std::optional<tile::warp::TileGeometry> tile_;  ///< for arrays that do not begin on 16 bytes
  tile::warp::SliceGeometry slices_{};
};

}  // namespace isomer::detail
