// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/observation.hpp"

#include <sstream>
#include <stdexcept>

#include "calibrate/csv.hpp"

namespace isomer::perf {

namespace {

constexpr std::size_t columns_before_features = 7;

Observation parsed(std::vector<std::string> const& fields) {
  auto const schema = detail::schema_named(fields[1]);
  auto const reach = detail::reach_named(fields[2]);
  if (!schema || !reach) throw std::runtime_error("a name is unknown");
  Observation seen{number<int>(fields[0]),
                   *schema,
                   *reach,
                   number<int>(fields[3]),
                   number<int>(fields[4]),
                   number<double>(fields[5]),
                   number<double>(fields[6]),
                   {},
                   fields.back()};
  for (std::size_t k = 0; k < detail::feature_count; ++k)
    seen.features[k] = number<double>(fields[columns_before_features + k]);
  return seen;
}

}  // namespace

std::string csv_head() {
  std::string text = "problem,schema,reach,threads,in_effect,seconds,copy_seconds";
  for (std::size_t k = 0; k < detail::feature_count; ++k)
    text += std::string(",") + name_of(static_cast<detail::Feature>(k));
  return text + ",what\n";
}

std::string csv_line(Observation const& seen) {
  std::ostringstream text;
  text.precision(9);
  text << seen.problem << ',' << name_of(seen.schema) << ',' << name_of(seen.reach) << ','
       << seen.threads << ',' << seen.in_effect << ',' << seen.seconds << ',' << seen.copy_seconds;
  for (double const value : seen.features) text << ',' << value;
  text << ',' << seen.what << '\n';
  return text.str();
}

std::vector<Observation> read_csv(std::string const& text) {
  return read_lines<Observation>(text, csv_head(),
                                 columns_before_features + detail::feature_count + 1, parsed);
}

}  // namespace isomer::perf
