// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/parse.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <isomer/error.hpp>
#include <isomer/records/arrangement.hpp>

#include "records/quoted.hpp"
#include "records/words.hpp"

namespace isomer {

using detail::find_mark;
using detail::quoted;
using detail::trimmed;

namespace {

constexpr char const* allowed =
    "aos, soa, tiled N (a power of two from 2 to 32768), declared tiled N and clusters(NAME..: "
    "ARRANGEMENT; rest: ARRANGEMENT)";
constexpr char const* allowed_in_clusters = "aos, soa and tiled N (a power of two from 2 to 32768)";

[[noreturn]] void refuse(std::string_view what, char const* instead = allowed) {
  throw Error("isomer::parse_arrangement: " + std::string(what) + ", allowed are " + instead);
}

/// What is before the first `mark`, taken off `text` together with it.
std::string_view take(std::string_view& text, char mark) {
  std::size_t const end = find_mark(text, mark);
  std::string_view const part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return trimmed(part);
}

/// Whether `text` begins with a word and a mark, which are taken off it.
bool takes(std::string_view& text, std::string_view word) {
  bool const has_mark = text.size() > word.size() && text.substr(0, word.size()) == word &&
                        (text[word.size()] == ':' ||
                         detail::blanks.find(text[word.size()]) != std::string_view::npos);
  if (has_mark) text = trimmed(text.substr(word.size() + 1));
  return has_mark;
}

/// 0 for soa, 1 for aos, else the records of a tile.
std::int64_t plain(std::string_view text, char const* instead = allowed) {
  if (text == "soa") return 0;
  if (text == "aos") return 1;
  std::string_view digits = text;
  if (!takes(digits, "tiled")) refuse(quoted(text) + " is no arrangement", instead);
  std::int64_t records = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), records);
  if (error != std::errc{} || end != digits.data() + digits.size() || !detail::is_tile(records))
    refuse(quoted(text) + " has no such tile", instead);
  return records;
}

Arrangement::Cluster cluster(std::string_view text) {
  if (find_mark(text, ':') == std::string_view::npos)
    refuse(quoted(text) + " has no colon between the names and the arrangement of a cluster");
  std::string_view rest = text;
  Arrangement::Cluster result;
  std::string_view const named = take(rest, ':');
  if (named != "rest") {
    for (detail::TextWord& word : detail::words_of(named))
      result.names.push_back(std::move(word.text));
    if (result.names.empty()) refuse(quoted(text) + " names no member");
  }
  std::string_view const arrangement = trimmed(rest);
  if (arrangement.substr(0, 8) == "declared" || arrangement.substr(0, 8) == "clusters")
    refuse(quoted(arrangement) + " is no arrangement of a cluster", allowed_in_clusters);
  result.tile = plain(arrangement, allowed_in_clusters);
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

std::string name_in_text(std::string_view name) {
  if (name.find_first_of(" \t\n,:;()\"") == std::string_view::npos) return std::string(name);
  std::string text = "\"";
  for (char const c : name) text += c == '"' ? R"("")" : std::string(1, c);
  return text + '"';
}

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
