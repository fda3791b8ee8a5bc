// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

namespace isomer::perf {

/// How many of the samples tell of a column: in how many it is not zero.
std::ptrdiff_t count_seen(std::vector<std::vector<double>> const& samples, std::size_t column);

/// Coefficients, none of them negative, with which the rows of `samples` come closest to `values`
/// by least squares: each in units of its value or, from the second round on, of what the round
/// before predicted if that is more. A run that was disturbed, however long, is off by no more
/// than 1.
///
/// Not negative, because each feature is work that takes time; free signs fit the training data a
/// little better and fail on what lies outside it. Columns of zeros get coefficients of zero.
std::vector<double> fit_relative(std::vector<std::vector<double>> const& samples,
                                 std::vector<double> const& values);

/// The same in units of `scale` instead of the value, sample by sample.
std::vector<double> fit_scaled(std::vector<std::vector<double>> const& samples,
                               std::vector<double> const& values, std::vector<double> const& scale);

}  // namespace isomer::perf
