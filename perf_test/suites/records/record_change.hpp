// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <isomer/records/dynamic_record.hpp>

#include "index_pattern.hpp"

namespace isomer::perf {

/// Records that change their arrangement, with what tells whether it was right.
class RecordChange {
 public:
  RecordChange(DynamicRecord const& record, std::int64_t count, char const* from, char const* to,
               bool in_place);

  /// What a copy of it would move, read or written.
  std::int64_t bytes() const;

  /// Fills the source, scribbles over a result of its own, runs the move once, compares every byte
  /// of every record. With `corrupt` one byte of the result is damaged before the comparison. A
  /// text says what was wrong.
  std::optional<std::string> verify(Exec const& exec, std::byte* source, std::byte* result,
                                    std::function<void()> const& move, bool corrupt) const;

  detail::RecordProblem problem;

 private:
  using Records =
      Kokkos::View<std::byte*, Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using OnHost = Kokkos::View<std::byte*, Kokkos::HostSpace>;

  void fill(std::byte* data) const;
  std::optional<std::string> difference(std::byte* data, bool corrupt) const;
  std::int64_t some_byte() const;
  std::int64_t bytes_of_record() const;
  template <class Visit>
  void each_byte(detail::RecordLayout const& layout, std::int64_t record, Visit const& visit) const;
};

}  // namespace isomer::perf
