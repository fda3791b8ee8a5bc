// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Quantities as readers want them.
namespace isomer::records {

/// Three digits with a unit: "1.23 ms", "45 ns", "120 s".
std::string seconds_text(double seconds);

/// A share in whole percent: "44 %".
std::string percent_text(double share);

/// "1 call", "500 calls", "2.5e+09 calls".
std::string calls_text(double calls);

/// "push", "push and sort", "push, sort and census".
std::string listed(std::vector<std::string> const& words);

/// The same with "or" for a list of what is allowed: "a, b or c".
std::string alternatives(std::vector<std::string> const& words);

/// Text in lines of at most `width` characters, all but the first indented by two. Numbers stay
/// with their units, and a longer word has a line of its own.
std::string wrapped(std::string const& text, std::size_t width);

}  // namespace isomer::records
