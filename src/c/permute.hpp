// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "c/arguments.hpp"
#include "c/guarded.hpp"
#include "c/scaling_of.hpp"

/// What the functions for permutations and those for matrices do, with errors as exceptions.
namespace isomer::c {

struct Side {
  void const* data;
  Lying lying;
};

void permute(char const* function, Host const& host, Side const& dst, Side const& src,
             Shape const& shape, ScalingOf const& scaling);

void permute_in_place(char const* function, Host const& host, void* data, Shape const& shape,
                      Lying const& lying = {});

}  // namespace isomer::c
