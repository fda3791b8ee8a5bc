// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/problem.hpp>

#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// The smallest problem that moves the same bytes.
///
/// Its elements are words of 1, 2, 4, 8 or 16 bytes; its axes are sorted by source stride, fastest
/// first, none has extent 1, and no two neighbours could be one. In this order:
///  - an element of another size becomes words and one more innermost axis (12 bytes: 3 words of
///  4),
///  - extent-1 axes are dropped,
///  - axes that are neighbours on both sides are fused, through the gaps of subviews too,
///  - an axis contiguous on both sides is folded into wider words while its extent is even, all
///    other strides are and the word is below 16 bytes ([n][2] floats move as [n] 8-byte words).
///
/// A problem with an extent of 0 becomes rank 1 with extent 0; one element becomes rank 0.
/// Problems that are scaled or cast keep their element: arithmetic has to see it.
NormalProblem normalize(Problem const& problem);

/// Bytes that leave the source, once.
std::int64_t volume_bytes(Problem const& problem);

}  // namespace isomer::detail
