// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/in_place_observation.hpp"

#include <sstream>
#include <stdexcept>

#include "calibrate/csv.hpp"

namespace isomer::perf {

namespace {

constexpr std::size_t columns_before_features = 6;

InPlaceObservation parsed(std::vector<std::string> const& fields) {
  auto const decomposition = detail::decomposition_named(fields[1]);
  auto const reach = detail::reach_named(fields[2]);
  if (!decomposition || !reach) throw std::runtime_error("a name is unknown");
  InPlaceObservation seen{number<int>(fields[0]),
                          *decomposition,
                          *reach,
                          number<int>(fields[3]),
                          number<double>(fields[4]),
                          number<double>(fields[5]),
                          {},
                          fields.back()};
  for (std::size_t k = 0; k < seen.features.size(); ++k)
    seen.features[k] = number<double>(fields[columns_before_features + k]);
  return seen;
}

}  // namespace

std::string in_place_csv_head() {
  std::string text = "problem,decomposition,reach,threads,seconds,copy_seconds";
  for (std::size_t k = 0; k < detail::in_place_feature_count; ++k)
    text += std::string(",") + name_of(static_cast<detail::InPlaceFeature>(k));
  return text + ",what\n";
}

std::string csv_line(InPlaceObservation const& seen) {
  std::ostringstream text;
  text.precision(9);
  text << seen.problem << ',' << detail::decomposition_names[seen.decomposition] << ','
       << name_of(seen.reach) << ',' << seen.threads << ',' << seen.seconds << ','
       << seen.copy_seconds;
  for (double const value : seen.features) text << ',' << value;
  text << ',' << seen.what << '\n';
  return text.str();
}

std::vector<InPlaceObservation> read_in_place_csv(std::string const& text) {
  return read_lines<InPlaceObservation>(
      text, in_place_csv_head(), columns_before_features + detail::in_place_feature_count + 1,
      parsed);
}

}  // namespace isomer::perf
