// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <isomer/detail/engine.hpp>

#include "program/files/npy_records.hpp"
#include "program/kokkos_session.hpp"

/// From records known at run time to the library's plans. Kokkos has to be up.
namespace isomer::program {

/// A change of arrangement, with records of zeros behind the last one if `count` is larger than
/// that of `from`.
struct RecordMove {
  NpyRecords from;
  Arrangement to;
  std::int64_t count = 0;

  std::int64_t bytes_from() const;
  std::int64_t bytes_to() const;
  /// What it needs in place.
  std::int64_t room() const;
  /// Whether every byte stays where it is.
  bool moves_nothing() const;
};

detail::PlanPtr<Exec> plan_copy(Exec const& exec, RecordMove const& move, std::byte* dst,
                                std::byte const* src);

/// The plan in place for records that `spread` has made `move.count`.
detail::PlanPtr<Exec> plan_in_place(Exec const& exec, RecordMove const& move);

/// Puts the records of zeros behind the last one, in the old arrangement.
void spread(RecordMove const& move, std::byte* data);

}  // namespace isomer::program
