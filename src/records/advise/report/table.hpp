// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "records/advise/facts.hpp"

namespace isomer::records {

/// The arrangements, first those of the offer, one a line: the seconds of a call of each kernel,
/// of all calls, and of the change. `>` marks what is advised.
std::string advice_table(detail::AdviceFacts const& facts);

}  // namespace isomer::records
