// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/records/arrangement.hpp>

namespace isomer::records {

/// The type of an arrangement as C++ source text, to be pasted into an Offer:
/// `Clusters<In<Tiled<8>, "x", "y">, Rest<SoA>>`.
std::string source_text(Arrangement const& arrangement);

}  // namespace isomer::records
