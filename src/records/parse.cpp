// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/parse.hpp"

#include <charconv>

#include <isomer/error.hpp>
#include <isomer/records/arrangement.hpp>

#include "records/quoted.hpp"

namespace isomer {

using detail::quoted;

namespace {

constexpr char const* allowed =
    "aos, soa, tiled N (a power of two from 2 to 32768), declared tiled N and clusters(NAME..: "
    "ARRANGEMENT; rest: ARRANGEMENT)";

[[noreturn]] void refuse(std::string_view what) {
  throw Error("isomer::parse_arrangement: " + std::string(what) + ", allowed are " + allowed);
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// What is before the first `mark`, taken off `text` together with it.
std::string_view take(std::string_view& text, char mark) {
  std::size_t const end = text.find(mark);
  std::string_view const part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return trimmed(part);
}

/// Whether `text` begins with a word and a mark, which are taken off it.
bool takes(std::string_view& text, std::string_view word) {
  bool const has_mark = text.size() > word.size() && text.substr(0, word.size()) == word &&
                        (text[word.size()] == ':' || is_space(text[word.size()]));
  if (has_mark) text = trimmed(text.substr(word.size() + 1));
  return has_mark;
}

/// 0 for soa, 1 for aos, else the records of a tile.
std::int64_t plain(std::string_view text) {
  if (text == "soa") return 0;
  if (text == "aos") return 1;
  std::string_view digits = text;
  if (!takes(digits, "tiled")) refuse(quoted(text) + " is no arrangement");
  std::int64_t records = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), records);
  if (error != std::errc{} || end != digits.data() + digits.size() || !detail::is_tile(records))
    refuse(quoted(text) + " has no such tile");
  return records;
}

std::string_view unquoted(std::string_view name) {
  bool const is_quoted = name.size() > 2 && name.front() == '"' && name.back() == '"';
  return is_quoted ? name.substr(1, name.size() - 2) : name;
}

std::vector<std::string> names(std::string_view text) {
  std::vector<std::string> list;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    std::size_t end = 0;
    while (end < text.size() && !is_space(text[end]) && text[end] != ',') ++end;
    if (end > 0) list.emplace_back(unquoted(text.substr(0, end)));
    text.remove_prefix(end < text.size() ? end + 1 : end);
  }
  return list;
}

Arrangement::Cluster cluster(std::string_view text) {
  if (text.find(':') == std::string_view::npos)
    refuse(quoted(text) + " has no colon between the names and the arrangement of a cluster");
  std::string_view rest = text;
  Arrangement::Cluster result;
  std::string_view const named = take(rest, ':');
  if (named != "rest") {
    result.names = names(named);
    if (result.names.empty()) refuse(quoted(text) + " names no member");
  }
  result.tile = plain(trimmed(rest));
  return result;
}

Arrangement clusters(std::string_view text) {
  if (text.empty() || text.back() != ')') refuse("clusters( is not closed by )");
  text.remove_suffix(1);
  std::vector<Arrangement::Cluster> list;
  int rests = 0;
  while (!trimmed(text).empty()) {
    list.push_back(cluster(take(text, ';')));
    rests += list.back().names.empty() ? 1 : 0;
  }
  if (list.empty()) refuse("clusters() is empty");
  if (rests > 1) refuse("there is more than one rest");
  return Arrangement(std::move(list));
}

}  // namespace

Arrangement parse_arrangement(std::string_view text) {
  constexpr std::string_view head = "clusters(";
  text = trimmed(text);
  if (text.substr(0, head.size()) == head) return clusters(text.substr(head.size()));
  std::string_view rest = text;
  bool const is_declared = takes(rest, "declared");
  std::int64_t const tile = plain(rest);
  if (is_declared && tile < 2) refuse(quoted(text) + " has no tiles");
  if (is_declared) return declared_tiled(tile);
  if (tile == 0) return SoA{};
  if (tile == 1) return AoS{};
  return tiled(tile);
}

namespace detail {

bool is_tile(std::int64_t records) {
  return records >= 2 && records <= 32768 && (records & (records - 1)) == 0;
}

void require_tile(char const* function, std::int64_t records) {
  if (!is_tile(records))
    throw Error(std::string(function) + ": a tile of " + std::to_string(records) +
                " records, it has to be a power of two from 2 to 32768");
}

}  // namespace detail
}  // namespace isomer
