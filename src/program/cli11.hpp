// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "program/failure.hpp"

/// What `isomer` and `isomer_perf` add to CLI11, which takes seconds to compile: included by one
/// source of each.
namespace isomer::program {

/// What is wrong with the number of an option's values; `between` stands between the two. CLI11
/// names the option first, with or without its dashes.
inline UsageError wrong_count(CLI::App const& app, CLI::ArgumentMismatch const& error,
                              std::vector<std::string> const& words, std::string const& between) {
  std::string const what = error.what();
  auto const start = what.find_first_not_of('-');
  auto const name = "--" + what.substr(start, what.find_first_of(": ", start) - start);
  auto const* option = app.get_option(name);
  if (option->count() > 1) return UsageError(name + ": was given twice");
  if (option->get_items_expected_max() > 0)
    return UsageError(name + ": needs a value, " + name + between + option->get_type_name());
  auto const given = *std::find_if(words.begin(), words.end(), [&](std::string const& word) {
    return word.starts_with(name + "=");
  });
  return UsageError(name + ": takes no value, was given \"" + given.substr(name.size() + 1) + "\"");
}

/// Throws UsageError for an option with too few or too many values. An empty value, as in
/// `--shape=`, becomes a word of its own: otherwise CLI11 takes the next word for it.
inline void parse_words(CLI::App& app, std::vector<std::string> const& words,
                        std::string const& between) {
  std::vector<std::string> stack;
  for (std::string const& word : words) {
    auto const* option = word.starts_with("--") && word.ends_with('=')
                             ? app.get_option_no_throw(word.substr(0, word.size() - 1))
                             : nullptr;
    bool const is_empty = option != nullptr && option->get_items_expected_max() > 0;
    if (is_empty && option->get_items_expected_min() == 0)
      throw UsageError(option->get_name() +
                       ": was \"\", has to have a value, or be left out with its =");
    stack.push_back(is_empty ? option->get_name() : word);
    if (is_empty) stack.emplace_back();
  }
  std::reverse(stack.begin(), stack.end());  // CLI11 wants the last word first
  try {
    app.parse(stack);
  } catch (CLI::ArgumentMismatch const& error) {
    throw wrong_count(app, error, words, between);
  }
}

/// Names and what is told of them.
using Rows = std::vector<std::pair<std::string, std::string>>;

/// The part of a help below its heading: two columns, the right one of as many lines as it has.
inline std::string table(Rows const& rows) {
  std::size_t width = 0;
  for (auto const& [name, about] : rows) width = std::max(width, name.size() + 2);
  std::string text;
  for (auto const& [name, about] : rows) {
    text.append("  ").append(name).append(width - name.size(), ' ');
    for (char const c : about) {
      text += c;
      if (c == '\n') text.append(width + 2, ' ');
    }
    text += '\n';
  }
  return text;
}

/// A row for each option, `between` its name and the kind of its value.
inline Rows rows(CLI::App const& app, std::string const& between) {
  Rows rows;
  for (auto const* option : app.get_options()) {
    auto value = option->get_items_expected_max() > 0 ? between + option->get_type_name() : "";
    if (option->get_items_expected_min() == 0 && !value.empty())
      value = std::string("[").append(value).append("]");
    rows.emplace_back(option->get_name() + value, option->get_description());
  }
  return rows;
}

}  // namespace isomer::program
