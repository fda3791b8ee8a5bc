// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <numeric>

#include <Kokkos_Macros.hpp>

#include <isomer/detail/record_problem.hpp>

#include "tile/warp/magic.hpp"

namespace isomer::records {

/// Some panels in a row.
struct PanelRange {
  std::int32_t first;
  std::int32_t count;
};

/// Panels of records that the only region of one side has wider than that of the other: they close
/// up or spread, and each is written over others. With s and d bytes of a record those are
///
///     floor(p d / s) .. ceil((p + 1) d / s) - 1,
///
/// panel p and others before it where d < s, others behind it where d > s. Taken by ticket, from
/// the first on or from the last on, each waits only for panels that were taken before.
class PanelShift {
 public:
  PanelShift() = default;
  PanelShift(std::int64_t src_bytes, std::int64_t dst_bytes, std::int64_t panels)
      : src_(static_cast<std::uint32_t>(src_bytes / std::gcd(src_bytes, dst_bytes))),
        dst_(static_cast<std::int32_t>(dst_bytes / std::gcd(src_bytes, dst_bytes))),
        panels_(static_cast<std::int32_t>(panels)) {}

  /// Whether panels shift, and not too many of them.
  static bool is_of(detail::RecordProblem const& problem);

  KOKKOS_FUNCTION std::int32_t panels() const { return panels_; }
  KOKKOS_FUNCTION bool spreads() const { return dst_ > src(); }
  KOKKOS_FUNCTION std::int32_t in_order(std::int32_t ticket) const {
    return spreads() ? panels_ - 1 - ticket : ticket;
  }

  /// What has to be read before panel p is written.
  KOKKOS_FUNCTION PanelRange overwritten(std::int32_t p) const {
    std::int32_t const first = scaled(p, 0);
    std::int32_t const behind = scaled(p + 1, src() - 1);
    std::int32_t const end = behind < panels_ ? behind : panels_;
    return {first, first < end ? end - first : 0};
  }

 private:
  KOKKOS_FUNCTION std::int32_t src() const { return static_cast<std::int32_t>(src_.divisor); }
  /// floor((p d + more) / s)
  KOKKOS_FUNCTION std::int32_t scaled(std::int32_t p, std::int32_t more) const {
    auto const whole = static_cast<std::int32_t>(src_.quotient(static_cast<std::uint32_t>(p)));
    auto const rest = static_cast<std::uint32_t>((p - whole * src()) * dst_ + more);
    return whole * dst_ + static_cast<std::int32_t>(src_.quotient(rest));
  }

  tile::warp::Magic src_;
  std::int32_t dst_ = 1;
  std::int32_t panels_ = 0;
};

}  // namespace isomer::records
