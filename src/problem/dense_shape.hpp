// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/erased_view.hpp>

/// Arrays that have a shape and no memory.
namespace isomer::detail {

/// Gives a dense array of the extents and order of `view` its strides; one beyond 2^63 - 1 stays
/// there.
void lay_dense(ViewInfo& view);

}  // namespace isomer::detail
