// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case_file.hpp"

#include <charconv>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>

namespace isomer::perf {

namespace {

constexpr std::size_t max_rank = 7;  // of a Kokkos::DynRankView

/// One line of a file, for messages.
struct Place {
  std::string const& file;
  int line;

  [[noreturn]] void fail(std::string const& what) const {
    throw CaseFileError(file + ":" + std::to_string(line) + ": " + what);
  }
};

std::string_view trimmed(std::string_view text) {
  auto const first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::int64_t> parse_numbers(std::string_view list, Place const& place) {
  std::vector<std::int64_t> numbers;
  while (true) {
    auto const comma = list.find(',');
    auto const item = trimmed(list.substr(0, comma));
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(item.data(), item.data() + item.size(), value);
    if (error != std::errc{} || end != item.data() + item.size())
      place.fail(std::string("\"").append(item) + "\" has to be a number");
    numbers.push_back(value);
    if (comma == std::string_view::npos) return numbers;
    list.remove_prefix(comma + 1);
  }
}

void require_extents(std::vector<std::int64_t> const& extents, Place const& place) {
  if (extents.size() > max_rank)
    place.fail("has " + std::to_string(extents.size()) + " extents, has to have at most " +
               std::to_string(max_rank));
  std::int64_t room = std::numeric_limits<std::int64_t>::max() / 16;  // bytes of the largest type
  for (auto const extent : extents) {
    if (extent < 1) place.fail("extent " + std::to_string(extent) + " has to be at least 1");
    room /= extent;
  }
  if (room == 0) place.fail("extents " + extents_text(extents) + " are more than memory can hold");
}

std::vector<int> require_axes(std::vector<std::int64_t> const& axes, std::size_t rank,
                              Place const& place) {
  if (axes.size() != rank)
    place.fail("has " + std::to_string(axes.size()) + " axes, has to have one for each of the " +
               std::to_string(rank) + " extents");
  std::vector<bool> seen(rank, false);
  std::vector<int> order;
  for (auto const axis : axes) {
    if (axis < 0 || axis >= static_cast<std::int64_t>(rank))
      place.fail("axis " + std::to_string(axis) + " has to be in 0.." + std::to_string(rank - 1));
    if (seen[static_cast<std::size_t>(axis)])
      place.fail("axis " + std::to_string(axis) + " occurs twice");
    seen[static_cast<std::size_t>(axis)] = true;
    order.push_back(static_cast<int>(axis));
  }
  return order;
}

}  // namespace

std::vector<TensorCase> parse_cases(std::istream& in, std::string const& file) {
  std::vector<TensorCase> cases;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    Place const place{file, number};
    auto const text = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (text.empty()) continue;
    auto const bar = text.find('|');
    if (bar == std::string_view::npos)
      place.fail(std::string("\"").append(text) + "\" has to be of the form d0,d1,.. | p0,p1,..");
    TensorCase tensor;
    tensor.extents = parse_numbers(text.substr(0, bar), place);
    require_extents(tensor.extents, place);
    tensor.axes =
        require_axes(parse_numbers(text.substr(bar + 1), place), tensor.extents.size(), place);
    cases.push_back(std::move(tensor));
  }
  if (cases.empty()) throw CaseFileError(file + ": has to hold at least one case");
  return cases;
}

std::vector<TensorCase> read_cases(std::string const& file) {
  std::ifstream in(file);
  if (!in) throw CaseFileError(file + ": cannot be opened");
  return parse_cases(in, file);
}

std::vector<TensorCase> default_cases() {
  std::istringstream in(ttc57_text);
  return parse_cases(in, "cases/ttc57.txt");
}

}  // namespace isomer::perf
