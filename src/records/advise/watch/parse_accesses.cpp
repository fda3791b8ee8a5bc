// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <charconv>
#include <optional>

#include <isomer/advisor/accesses.hpp>
#include <isomer/error.hpp>

#include "records/quoted.hpp"

namespace isomer {

using detail::quoted;

namespace {

using Kind = Accesses::Kind;

struct Word {
  std::string_view text;
  Kind kind;
};
constexpr std::array<Word, 5> words{{{"read", Kind::read},
                                     {"write", Kind::write},
                                     {"update", Kind::update},
                                     {"gather", Kind::gather},
                                     {"sweep", Kind::sweep}}};

[[noreturn]] void refuse_accesses(std::string const& what) {
  throw Error("isomer::parse_accesses: " + what +
              ", allowed are read, write, update, gather and sweep, each with names of members "
              "behind it, and the calls at the end: \"push: read v update x y, 500 calls\"");
}

/// The words between blanks.
std::vector<std::string_view> split(std::string_view text) {
  constexpr char const* blanks = " \t\n";
  std::vector<std::string_view> parts;
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    std::size_t const end = std::min(text.find_first_of(blanks, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
  return parts;
}

std::optional<Kind> kind_of(std::string_view text) {
  for (Word const& word : words)
    if (word.text == text) return word.kind;
  return std::nullopt;
}

/// "500 calls".
std::int64_t calls_of(std::string_view text) {
  auto const parts = split(text);
  std::int64_t calls = 0;
  bool is_count = parts.size() == 2 && (parts[1] == "calls" || parts[1] == "call");
  if (is_count) {
    char const* const last = parts[0].data() + parts[0].size();
    auto const [end, error] = std::from_chars(parts[0].data(), last, calls);
    is_count = error == std::errc{} && end == last && calls > 0;
  }
  if (!is_count)
    refuse_accesses("what stands behind the comma, " + quoted(text) + ", is no number of calls");
  return calls;
}

void add(Accesses& accesses, Kind kind, std::string_view member) {
  switch (kind) {
    case Kind::read: accesses.read(member); break;
    case Kind::write: accesses.write(member); break;
    case Kind::update: accesses.update(member); break;
    case Kind::gather: accesses.gather(member); break;
    case Kind::sweep: accesses.sweep(member); break;
  }
}

void add_all(Accesses& accesses, std::string_view text) {
  auto const parts = split(text);
  if (parts.empty()) refuse_accesses("there are no accesses");
  std::optional<Kind> kind;
  bool has_member = true;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (auto const next = kind_of(parts[k])) {
      if (!has_member) refuse_accesses(quoted(parts[k - 1]) + " names no member");
      kind = next;
      has_member = false;
      continue;
    }
    if (!kind) refuse_accesses(quoted(parts[k]) + " is no access");
    add(accesses, *kind, parts[k]);
    has_member = true;
  }
  if (!has_member) refuse_accesses(quoted(parts.back()) + " names no member");
}

std::string name_of(std::string_view text) {
  std::string name;
  for (std::string_view const part : split(text)) {
    if (!name.empty()) name += ' ';
    name += part;
  }
  if (name.empty()) refuse_accesses("there is no name before the colon");
  return name;
}

}  // namespace

Accesses parse_accesses(std::string_view text, std::string const& default_name) {
  std::size_t const colon = text.find(':');
  bool const has_name = colon != std::string_view::npos;
  std::string name = has_name ? name_of(text.substr(0, colon)) : default_name;
  if (has_name) text.remove_prefix(colon + 1);
  std::size_t const comma = std::min(text.find(','), text.size());
  std::int64_t const calls = comma == text.size() ? 1 : calls_of(text.substr(comma + 1));
  Accesses accesses(std::move(name), calls);
  add_all(accesses, text.substr(0, comma));
  return accesses;
}

}  // namespace isomer
