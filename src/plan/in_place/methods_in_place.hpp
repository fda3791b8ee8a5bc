// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// All decompositions, the one to prefer at equal cost first.
template <class Exec>
std::vector<Decomposition<Exec> const*> const& methods();

/// Their names, for an error message: "square, blocks, ..".
template <class Exec>
std::string method_names();

}  // namespace isomer::in_place
