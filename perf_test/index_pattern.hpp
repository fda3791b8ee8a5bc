// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <Kokkos_Core.hpp>

namespace isomer::perf {

using Exec = Kokkos::DefaultExecutionSpace;

/// Writes to each element a value that only its index and the seed determine. Elements of 4 bytes
/// and more differ from each other (the first 2^31 of them) and are no NaN; narrower ones repeat at
/// random, so a check of those wants two seeds.
void fill_with_indices(Exec const& exec, std::byte* data, std::int64_t count,
                       std::int64_t element_bytes, std::uint64_t seed);

/// One axis of a dense result, as it lies in memory, and where its elements were in the source.
struct ResultAxis {
  std::int64_t extent;
  std::int64_t source_stride;  ///< in elements
};

/// The lowest position whose element is not the one that `fill_with_indices` wrote to its place in
/// the source; none when all is right. `axes` starts with the slowest axis of the result. Shares
/// nothing with the library: it walks the result with an odometer and computes what has to be
/// there.
std::optional<std::int64_t> first_mismatch(Exec const& exec, std::byte const* result,
                                           std::int64_t element_bytes, std::uint64_t seed,
                                           std::vector<ResultAxis> const& axes);

}  // namespace isomer::perf
