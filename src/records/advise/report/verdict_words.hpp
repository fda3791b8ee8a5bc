// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "records/advise/facts.hpp"

namespace isomer::records {

/// What to do, and what it saves.
std::string verdict_words(detail::AdviceFacts const& facts);

}  // namespace isomer::records
