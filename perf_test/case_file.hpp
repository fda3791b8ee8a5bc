// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

#include "tensor_case.hpp"

namespace isomer::perf {

/// Names file and line, what was found there and what had to be.
class CaseFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads `d0,d1,.. | p0,p1,..` a line, column-major (d0 is the stride-1 extent of the input; output
/// axis k is input axis pk). `#` starts a comment; empty lines are skipped.
std::vector<TensorCase> parse_cases(std::istream& in, std::string const& file);
/// The same from a file on disk.
std::vector<TensorCase> read_cases(std::string const& file);
/// cases/ttc57.txt as it was when this program was configured.
std::vector<TensorCase> default_cases();

/// The text of cases/ttc57.txt, kept in the program so that it runs from anywhere.
extern char const* const ttc57_text;

}  // namespace isomer::perf
