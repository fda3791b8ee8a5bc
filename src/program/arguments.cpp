// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "program/failure.hpp"

namespace isomer::program {
namespace {

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_option(std::string const& word) { return word.size() > 1 && word.front() == '-'; }

}  // namespace

Arguments::Arguments(std::vector<std::string> const& words, std::vector<OptionSpec> const& known) {
  bool options_ended = false;
  for (std::size_t k = 0; k < words.size(); ++k) {
    std::string const& word = words[k];
    if (options_ended || !is_option(word)) {
      files_.push_back(word);
      continue;
    }
    if (word == "--") {
      options_ended = true;
      continue;
    }
    auto const equals = word.find('=');
    auto const name = word.substr(0, equals);
    auto const spec = std::find_if(known.begin(), known.end(),
                                   [&](OptionSpec const& option) { return option.name == name; });
    if (spec == known.end()) throw UsageError("there is no option " + name);
    std::string value;
    if (equals != std::string::npos) {
      if (!spec->takes_value) throw UsageError("the option " + name + " takes no value");
      value = word.substr(equals + 1);
    } else if (spec->takes_value) {
      if (++k == words.size()) throw UsageError("the option " + name + " needs a value");
      value = words[k];
    }
    if (!options_.emplace(name, value).second)
      throw UsageError("the option " + name + " was given twice");
  }
}

std::optional<std::string> Arguments::value(std::string_view option) const {
  auto const found = options_.find(option);
  if (found == options_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::int64_t> parse_list(std::string_view option, std::string const& text) {
  std::vector<std::int64_t> list;
  for (std::size_t start = 0; !text.empty() && start <= text.size();) {
    auto const comma = std::min(text.find(',', start), text.size());
    auto const value = integer(std::string_view(text).substr(start, comma - start));
    if (!value)
      throw UsageError(std::string(option) + " was '" + text +
                       "', it has to be integers with commas between them, such as 2,0,1");
    list.push_back(*value);
    start = comma + 1;
  }
  return list;
}

int parse_count(std::string_view option, std::string const& text) {
  auto const value = integer(text);
  if (!value || *value < 1 || *value > std::numeric_limits<int>::max())
    throw UsageError(std::string(option) + " was '" + text + "', it has to be a number from 1 on");
  return static_cast<int>(*value);
}

}  // namespace isomer::program
