// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "records/advise/facts.hpp"

namespace isomer::records {

/// The verdict, the bytes that it comes from, how sure it is, what is better but not offered, and
/// where the model is from: a paragraph each, in lines of less than 100 characters.
std::string advice_words(detail::AdviceFacts const& facts);

}  // namespace isomer::records
