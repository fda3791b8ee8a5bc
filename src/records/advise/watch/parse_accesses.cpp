// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <charconv>
#include <optional>

#include <isomer/advisor/accesses.hpp>
#include <isomer/error.hpp>

#include "records/quoted.hpp"
#include "records/words.hpp"

namespace isomer {

using detail::find_mark;
using detail::quoted;
using detail::TextWord;
using detail::words_of;

namespace {

using Kind = Accesses::Kind;

struct NamedKind {
  std::string_view name;
  Kind kind;
};
constexpr std::array<NamedKind, 5> kinds{{{"read", Kind::read},
                                          {"write", Kind::write},
                                          {"update", Kind::update},
                                          {"gather", Kind::gather},
                                          {"sweep", Kind::sweep}}};

[[noreturn]] void refuse_accesses(std::string const& what) {
  throw Error("isomer::parse_accesses: " + what +
              ", allowed are read, write, update, gather and sweep, each with names of members "
              "behind it, and the calls at the end: \"push: read v update x y, 500 calls\"");
}

/// Of a word that is not in quotes: those name members.
std::optional<Kind> kind_of(TextWord const& word) {
  if (word.is_quoted) return std::nullopt;
  for (NamedKind const& one : kinds)
    if (one.name == word.text) return one.kind;
  return std::nullopt;
}

/// "500 calls".
std::int64_t calls_of(std::string_view text) {
  auto const parts = words_of(text);
  std::int64_t calls = 0;
  bool is_count = parts.size() == 2 && (parts[1].text == "calls" || parts[1].text == "call");
  if (is_count) {
    std::string const& number = parts[0].text;
    char const* const last = number.data() + number.size();
    auto const [end, error] = std::from_chars(number.data(), last, calls);
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
  auto const parts = words_of(text);
  if (parts.empty()) refuse_accesses("there are no accesses");
  std::optional<Kind> kind;
  bool has_member = true;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (auto const next = kind_of(parts[k])) {
      if (!has_member) refuse_accesses(quoted(parts[k - 1].text) + " names no member");
      kind = next;
      has_member = false;
      continue;
    }
    if (!kind) refuse_accesses(quoted(parts[k].text) + " is no access");
    add(accesses, *kind, parts[k].text);
    has_member = true;
  }
  if (!has_member) refuse_accesses(quoted(parts.back().text) + " names no member");
}

std::string name_of(std::string_view text) {
  std::string name;
  for (TextWord const& part : words_of(text)) {
    if (!name.empty()) name += ' ';
    name += part.text;
  }
  if (name.empty()) refuse_accesses("there is no name before the colon");
  return name;
}

}  // namespace

Accesses parse_accesses(std::string_view text, std::string const& default_name) {
  std::size_t const colon = find_mark(text, ':');
  bool const has_name = colon != std::string_view::npos;
  std::string name = has_name ? name_of(text.substr(0, colon)) : default_name;
  if (has_name) text.remove_prefix(colon + 1);
  std::size_t const comma = std::min(find_mark(text, ','), text.size());
  std::int64_t const calls = comma == text.size() ? 1 : calls_of(text.substr(comma + 1));
  Accesses accesses(std::move(name), calls);
  add_all(accesses, text.substr(0, comma));
  return accesses;
}

}  // namespace isomer
