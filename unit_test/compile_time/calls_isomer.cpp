// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/permute.hpp>

#include "views.hpp"

void copy_all(Views const& v) {
  isomer::permute(v.to_bytes, v.bytes, {0});
  isomer::permute(v.to_ints, v.ints, {0, 1});
  isomer::permute(v.to_floats, v.floats, {0, 1, 2});
  isomer::permute(v.to_doubles, v.doubles, {0, 1, 2, 3});
  isomer::permute(v.to_complexes, v.complexes, {0, 1, 2, 3, 4});
}
