// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace isomer::detail {

/// The largest rank of a Kokkos::View.
inline constexpr int max_view_rank = 8;

/// The largest rank of a call: of plans by shape and of the C interface, which need no View.
inline constexpr int max_rank = 32;

/// The most axes a problem has inside: a call's, one for an odd element size, and what blocking
/// splits off.
inline constexpr int max_axes = 40;

}  // namespace isomer::detail
