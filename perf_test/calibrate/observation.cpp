// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/observation.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "cost/model_file.hpp"

namespace isomer::perf {

namespace {

/// More than years of measuring; lists are as long.
constexpr int most_problems = 10'000'000;

/// What comes next in a line.
template <class Value>
Value next(std::istringstream& in, char const* what) {
  Value value{};
  if (!(in >> value)) throw std::runtime_error(std::string("has no ") + what);
  return value;
}

/// The text up to the next `;`, or to the end.
std::string part(std::istringstream& in) {
  std::string text;
  std::getline(in, text, ';');
  return text;
}

/// As a clock may have measured them.
double next_seconds(std::istringstream& in, char const* what) {
  auto const seconds = next<double>(in, what);
  if (!(seconds > 0) || !std::isfinite(seconds))
    throw std::runtime_error(std::string(what) + " have to be above 0");
  return seconds;
}

detail::Pass pass_in(std::string const& text) {
  std::istringstream in(text);
  auto const kernel = detail::kernel_named(next<std::string>(in, "kernel"));
  auto const residency = detail::residency_named(next<std::string>(in, "residency"));
  if (!kernel || !residency) throw std::runtime_error("a name is unknown");
  detail::Pass pass{*kernel, *residency, next<double>(in, "threads"), {}};
  for (std::string item; in >> item;) {
    auto const end = item.find('=');
    auto const* const number = detail::work_number_named(item.substr(0, end));
    if (number == nullptr) throw std::runtime_error("a name is unknown");
    std::istringstream value(item.substr(end + 1));
    pass.work.*number->value = next<double>(value, "value");
  }
  return pass;
}

Observation parsed(std::string const& line) {
  std::istringstream in(line);
  std::istringstream head(part(in));
  Observation seen;
  seen.problem = next<int>(head, "problem");
  if (seen.problem < 0 || seen.problem > most_problems)
    throw std::runtime_error("problem has to be in 0.." + std::to_string(most_problems));
  seen.method = next<std::string>(head, "method");
  seen.threads = next<int>(head, "threads");
  seen.seconds = next_seconds(head, "seconds");
  seen.copy_seconds = next_seconds(head, "copy's seconds");
  while (!in.eof()) {
    std::string const text = part(in);
    if (!in.eof()) seen.passes.push_back(pass_in(text));
    else seen.what = text.substr(text.empty() ? 0 : 1);
  }
  if (seen.passes.empty()) throw std::runtime_error("has no pass");
  return seen;
}

}  // namespace

std::string observations_head() {
  std::string text = "problem method threads seconds copy_seconds; kernel residency threads";
  for (detail::WorkNumber const& number : detail::work_numbers)
    text.append(" ").append(number.name);
  return text + "; what\n";
}

std::string line_of(Observation const& seen) {
  std::ostringstream text;
  text.precision(9);
  text << seen.problem << ' ' << seen.method << ' ' << seen.threads << ' ' << seen.seconds << ' '
       << seen.copy_seconds;
  for (detail::Pass const& pass : seen.passes)
    text << "; " << name_of(pass.kernel) << ' ' << name_of(pass.residency) << ' ' << pass.threads
         << numbers_text(pass.work);
  text << "; " << seen.what << '\n';
  return text.str();
}

std::vector<Observation> read_observations(std::string const& text) {
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  if (line + "\n" != observations_head())
    throw std::runtime_error("line 1 names other numbers than this version measures");
  std::vector<Observation> all;
  for (int place = 2; std::getline(in, line); ++place) {
    try {
      all.push_back(parsed(line));
    } catch (std::runtime_error const& error) {
      throw std::runtime_error("line " + std::to_string(place) + ": " + error.what());
    }
  }
  return all;
}

}  // namespace isomer::perf
