// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "cost/pass.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/move_units.hpp"
#include "in_place/step.hpp"
#include "machine/machine.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"
#include "tile/warp/walk.hpp"
#include "tile/warp/wide_product.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::in_place {

/// A kernel argument: matrices one behind the other. An element is `units` units of a power of two
/// of bytes.
struct LocalMatrices {
  tile::warp::Magic by_rows;
  tile::warp::Magic by_cols;
  std::int32_t element_bytes;
  std::int32_t units;
  std::int32_t blocks;

  KOKKOS_FUNCTION int elements() const {
    return static_cast<int>(by_rows.divisor * by_cols.divisor);
  }
  /// With an odd pitch of elements a column's are in different banks.
  KOKKOS_FUNCTION int pitch() const { return static_cast<int>(by_cols.divisor | 1); }
  int shared_bytes() const { return static_cast<int>(by_rows.divisor) * pitch() * element_bytes; }
};
static_assert(std::is_trivially_copyable_v<LocalMatrices>);

/// For a unit, which is loaded and stored.
inline constexpr double local_instructions = 16;
/// Of a thread.
inline constexpr int local_registers = 40;

/// A block has a matrix in shared memory.
template <int U>
struct LocalKernel {
  static constexpr int threads = 256;

  LocalMatrices matrices;
  std::byte* data;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    auto const count = static_cast<std::uint32_t>(matrices.elements());
    std::byte* const begin =
        data + std::int64_t{team.block()} * matrices.elements() * matrices.element_bytes;
    for_each_unit<U>(
        matrices.units,
        [&](int to, std::byte const* from) { team.template copy_async<U>(to, from, true); },
        [&](std::int32_t bytes, auto const& visit) {
          std::int32_t const pitch = matrices.pitch() * bytes;
          std::int32_t const row_bytes =
              static_cast<std::int32_t>(matrices.by_cols.divisor) * bytes;
          tile::warp::walk_columns(team, matrices.by_cols, count, [&](std::uint32_t col) {
            std::int32_t const in_row = static_cast<std::int32_t>(col) * bytes;
            return [=, &visit](std::uint32_t number, std::uint32_t /*element*/) {
              auto const row = static_cast<std::int32_t>(number);
              visit(in_row + row * pitch,
                    begin + in_row + tile::warp::wide_product(row, row_bytes));
            };
          });
        });
    team.commit();
    team.template wait<0>();
    team.barrier();
    for_each_unit<U>(
        matrices.units,
        [&](int from, std::byte* to) {
          team.template store<U>(to, team.template get<U>(from), true, team::Hint::once);
        },
        [&](std::int32_t bytes, auto const& visit) {
          std::int32_t const pitch = matrices.pitch() * bytes;
          std::int32_t const column_bytes =
              static_cast<std::int32_t>(matrices.by_rows.divisor) * bytes;
          tile::warp::walk_columns(team, matrices.by_rows, count, [&](std::uint32_t row) {
            std::int32_t const in_column = static_cast<std::int32_t>(row) * bytes;
            std::int32_t const at = static_cast<std::int32_t>(row) * pitch;
            return [=, &visit](std::uint32_t number, std::uint32_t /*element*/) {
              auto const col = static_cast<std::int32_t>(number);
              visit(at + col * bytes,
                    begin + in_column + tile::warp::wide_product(col, column_bytes));
            };
          });
        });
  }
};

/// Matrices that fit shared memory each, transposed there: one pass and no workspace.
class DeviceLocal {
 public:
  static std::optional<DeviceLocal> fit(Step const& step, detail::Machine const& gpu);

  static std::size_t workspace() { return 0; }
  detail::Pass pass(detail::Machine const& gpu) const;

  /// Calls launch(label, blocks, shared_bytes, kernel).
  template <class Launch>
  void run(Launch const& launch, std::byte* data, std::byte* /*workspace*/) const {
    tile::warp::with_word<1, 16>(unit_at(data, matrices_.element_bytes), [&]<int U>() {
      LocalMatrices matrices = matrices_;
      matrices.units = matrices.element_bytes / U;
      launch("isomer::in_place::blocks::local", matrices.blocks, matrices.shared_bytes(),
             LocalKernel<U>{matrices, data});
    });
  }

 private:
  explicit DeviceLocal(LocalMatrices const& matrices) : matrices_(matrices) {}

  LocalMatrices matrices_;
};

}  // namespace isomer::in_place
