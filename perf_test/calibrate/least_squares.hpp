// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

namespace isomer::perf {

/// How many of the samples tell of a column: in how many it is not zero.
std::ptrdiff_t count_seen(std::vector<std::vector<double>> const& samples, std::size_t column);

/// Coefficients, none of them negative, with which the rows of `samples` come closest to `values`
/// in units of the values: what is small is the sum of (prediction / value - 1)^2, where samples
/// that are far off count less (Huber), since a run that was disturbed is no fault of the model.
///
/// Not negative, because each feature is work that takes time; free signs fit the training data a
/// little better and fail on what lies outside it. Columns of zeros get coefficients of zero.
std::vector<double> fit_relative(std::vector<std::vector<double>> const& samples,
                                 std::vector<double> const& values);

/// The same in units of `scale`, sample by sample: (prediction - value) / scale.
std::vector<double> fit_scaled(std::vector<std::vector<double>> const& samples,
                               std::vector<double> const& values, std::vector<double> const& scale);

}  // namespace isomer::perf
