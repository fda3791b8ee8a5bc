// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/model_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "cost/line_reader.hpp"

namespace isomer::detail {
namespace {

constexpr std::int64_t most_threads = 1 << 16;
constexpr std::int64_t largest_cache = std::int64_t{1} << 40;
constexpr char const* planning_row = "planning";
constexpr char const* cold_row = "cold";
constexpr char const* advice_row = "advice";

/// Of one thread, or of all.
template <class Row>
auto& numbers_of(Row& row, bool all) {
  return all ? row.all_threads : row.one_thread;
}

/// Calls `visit(kernel, residency, all)` for each line of rates.
template <class Visit>
void for_each_line(Visit const& visit) {
  for (std::size_t kernel = 0; kernel < kernel_count; ++kernel)
    for (std::size_t residency = 0; residency < residency_count; ++residency)
      for (bool const all : {false, true})
        visit(static_cast<Kernel>(kernel), static_cast<Residency>(residency), all);
}

std::string head_of(Kernel kernel, Residency residency, bool all) {
  return std::string(name_of(kernel)) + " " + name_of(residency) + (all ? " all" : " one");
}

/// Null for a name that none of the numbers has.
template <class Known>
auto const* named(Known const& known, std::string_view name) {
  auto const found = std::find_if(known.begin(), known.end(),
                                  [&](auto const& number) { return name == number.name; });
  return found == known.end() ? nullptr : &*found;
}

/// Reads ` name=value name=value` to the end of the line.
template <class Numbers, class Known>
Numbers read_numbers(LineReader const& in, std::string_view text, Known const& known) {
  Numbers found;
  while (!text.empty()) {
    auto const item = text.substr(1, text.find(' ', 1) - 1);
    auto const name = item.substr(0, item.find('='));
    auto const* const number = named(known, name);
    if (text.front() != ' ' || name.empty() || name.size() == item.size())
      in.fail("what comes next has to be name=value");
    if (number == nullptr)
      throw ModelFileError{"has the number \"" + printable(name) +
                           "\", which this version does not know"};
    found.*number->value = in.number(printable(name), item.substr(name.size() + 1));
    text.remove_prefix(1 + item.size());
  }
  return found;
}

template <class Numbers, class Known>
void read_row(LineReader& in, std::string const& head, Known const& known, Numbers& numbers) {
  std::string_view const row = in.next_line("the row " + head);
  if (row != head && !row.starts_with(head + " "))
    throw ModelFileError{"has no row for " + head + " in its place"};
  numbers = read_numbers<Numbers>(in, row.substr(head.size()), known);
}

tile::Isa isa_named(std::string_view name) {
  for (tile::Isa const& isa : tile::isas)
    if (name == isa.name) return isa;
  throw ModelFileError{"has the instruction set \"" + printable(name) +
                       "\", which this version does not know"};
}

void require_version(LineReader& in, std::string_view text) {
  if (text.starts_with('{'))
    throw ModelFileError{
        "is of version 1, which was JSON; make a new one with isomer_perf "
        "--calibrate=FILE"};
  auto const version = in.whole("isomer_model", 0, 1 << 20);
  if (version != model_file_version)
    throw ModelFileError{"is of version " + std::to_string(version) + ", this library reads " +
                         std::to_string(model_file_version) +
                         "; make a new one with isomer_perf --calibrate=FILE"};
}

Rates read_rates(std::string_view text) {
  LineReader in(text);
  require_version(in, text);
  Rates rates;
  rates.machine.name = printable(in.value_of("cpu"));
  rates.machine.isa = isa_named(in.value_of("isa"));
  rates.machine.processors = static_cast<int>(in.whole("processors", 1, most_threads));
  rates.threads = static_cast<int>(in.whole("threads", 1, most_threads));
  rates.machine.l1_bytes = in.whole("l1_bytes", 0, largest_cache);
  rates.machine.l2_bytes = in.whole("l2_bytes", 0, largest_cache);
  rates.machine.l3_bytes = in.whole("l3_bytes", 0, largest_cache);
  std::string const copy = "copy_bytes_per_second";
  rates.copy_bytes_per_second = in.number(copy, in.value_of(copy));
  for_each_line([&](Kernel kernel, Residency residency, bool all) {
    read_row(in, head_of(kernel, residency, all), work_numbers,
             numbers_of(rates.row(kernel, residency), all));
  });
  read_row(in, planning_row, planning_numbers, rates.once.planning);
  read_row(in, cold_row, cold_numbers, rates.once.cold);
  read_row(in, advice_row, advice_numbers, rates.advice);
  in.end();
  return rates;
}

/// Nine digits: more than any measurement has, and the same numbers are read again.
std::string text_of(double value) {
  std::array<char, 32> text{};
  auto const end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 9);
  return {text.data(), end.ptr};
}

template <class Numbers, class Known>
std::string text_of_numbers(Numbers const& numbers, Known const& known) {
  std::string text;
  for (auto const& number : known)
    if (double const value = numbers.*number.value; value != 0)
      text.append(" ").append(number.name).append("=").append(text_of(value));
  return text;
}

}  // namespace

std::variant<Rates, ModelFileError> parse_model(std::string_view text) {
  if (text.size() > largest_model_file)
    return ModelFileError{"is larger than any model, which have at most " +
                          std::to_string(largest_model_file) + " bytes"};
  try {
    return read_rates(text);
  } catch (ModelFileError const& error) {
    return error;
  }
}

std::string numbers_text(Work const& numbers) { return text_of_numbers(numbers, work_numbers); }

std::string model_text(Rates const& rates) {
  std::string text;
  auto const line = [&](char const* name, std::string const& value) {
    text.append(name).append(" ").append(value).append("\n");
  };
  line("isomer_model", std::to_string(model_file_version));
  line("cpu", printable(rates.machine.name));
  line("isa", rates.machine.isa.name);
  line("processors", std::to_string(rates.machine.processors));
  line("threads", std::to_string(rates.threads));
  line("l1_bytes", std::to_string(rates.machine.l1_bytes));
  line("l2_bytes", std::to_string(rates.machine.l2_bytes));
  line("l3_bytes", std::to_string(rates.machine.l3_bytes));
  line("copy_bytes_per_second", text_of(rates.copy_bytes_per_second));
  for_each_line([&](Kernel kernel, Residency residency, bool all) {
    text += head_of(kernel, residency, all) +
            numbers_text(numbers_of(rates.row(kernel, residency), all)) + "\n";
  });
  text += planning_row + text_of_numbers(rates.once.planning, planning_numbers) + "\n";
  text += cold_row + text_of_numbers(rates.once.cold, cold_numbers) + "\n";
  text += advice_row + text_of_numbers(rates.advice, advice_numbers) + "\n";
  return text;
}

}  // namespace isomer::detail
