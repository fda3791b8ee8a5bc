// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "cost/pass.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/step.hpp"
#include "machine/machine.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"
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

/// A block has a matrix in shared memory.
template <int U>
struct LocalKernel {
  static constexpr int threads = 256;

  LocalMatrices matrices;
  std::byte* data;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    int const count = matrices.elements();
    std::byte* const begin = data + std::int64_t{team.block()} * count * matrices.element_bytes;
    for (int first = 0; first < count; first += team.size()) {
      int const element = first + team.rank();
      bool const take = element < count;
      Place const place = place_of(matrices.by_cols, take ? element : 0);
      move_units(place.quotient, place.remainder, begin, element,
                 [&](int at, std::byte* from) { team.template copy_async<U>(at, from, take); });
    }
    team.commit();
    team.template wait<0>();
    team.barrier();
    for (int first = 0; first < count; first += team.size()) {
      int const element = first + team.rank();
      bool const take = element < count;
      Place const place = place_of(matrices.by_rows, take ? element : 0);
      move_units(place.remainder, place.quotient, begin, element, [&](int at, std::byte* to) {
        team.template store<U>(to, team.template get<U>(at), take, team::Hint::once);
      });
    }
  }

 private:
  struct Place {
    int quotient;
    int remainder;
  };
  KOKKOS_FUNCTION static Place place_of(tile::warp::Magic const& by, int element) {
    auto const quotient = static_cast<int>(by.quotient(static_cast<std::uint32_t>(element)));
    return {quotient, element - quotient * static_cast<int>(by.divisor)};
  }

  template <class Move>
  KOKKOS_FUNCTION void move_units(int row, int col, std::byte* begin, int element,
                                  Move const& move) const {
    int const at = (row * matrices.pitch() + col) * matrices.element_bytes;
    std::byte* const global = begin + std::int64_t{element} * matrices.element_bytes;
    for (int unit = 0; unit < matrices.units; ++unit) move(at + unit * U, global + unit * U);
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
