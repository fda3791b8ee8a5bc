// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "support/guarded_array.hpp"

/// The reference: one element at a time, index by index, nothing clever.
namespace isomer::test {

/// dst(i[axes[0]], i[axes[1]], ..) = src(i[0], i[1], ..)
void naive_permute(GuardedArray const& dst, GuardedArray const& src, std::vector<int> const& axes);

/// The array that an in-place call has to leave on the memory of `before`: it copies `before` with
/// its guards, then puts every element where `after` says.
GuardedArray naive_in_place(GuardedArray const& before, ArrayShape const& after,
                            std::vector<int> const& axes);

}  // namespace isomer::test
