// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "records/advise/facts.hpp"

namespace isomer::records {

/// An SVG of three parts, one below the other: how near members are used to each other, which bytes
/// of its lines each arrangement uses, and after how many calls the change has paid.
std::string advice_picture(detail::AdviceFacts const& facts);

}  // namespace isomer::records
