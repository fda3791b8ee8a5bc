// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace isomer::perf {

/// The value below which a fraction `q` of the samples lies, interpolated. NaN when there are none.
double quantile(std::vector<double> samples, double q);
double median(std::vector<double> const& samples);
double geometric_mean(std::vector<double> const& samples);

/// What the last line about a suite says.
struct Summary {
  std::string suite;
  std::string type;
  std::vector<double> of_copy;       ///< a ratio per case
  std::vector<double> model_errors;  ///< |predicted/actual - 1|, of the cases with a prediction
  struct Figure {
    std::string name;
    std::vector<double> values;
  };
  std::vector<Figure> figures{};  ///< what only some suites have

  void add(std::string const& figure, double value);
};

/// `summary suite=permute type=f32 cases=57 of_copy_geomean=0.81 ..`: other programs parse it.
/// Behind the ratios, or in their place where a suite has none, there are least, median, 95th
/// percentile and most of each figure.
std::string summary_line(Summary const& summary);

}  // namespace isomer::perf
