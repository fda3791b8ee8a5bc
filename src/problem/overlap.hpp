// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/erased_view.hpp>

namespace isomer::detail {

/// Whether two views share a byte.
///
/// Exact for all but contrived strides: interleaved subviews of one parent do not overlap although
/// their address ranges do. When the search for a common byte grows too long the answer is `true`.
bool overlap(ViewInfo const& a, ViewInfo const& b);

/// Whether two elements of a view are found to lie at one address.
bool shares_places(ViewInfo const& view);

}  // namespace isomer::detail
