// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/python_literal.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "program/failure.hpp"

namespace isomer::program {
namespace {

using Kind = PythonLiteral::Kind;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_character(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether the last line of white space begins with some: Python takes that for a block without a
/// head. NumPy mends it at the end of old headers.
bool ends_indented(std::string_view space) {
  auto const line_end = space.find_last_of("\r\n");
  return line_end != std::string_view::npos && line_end + 1 != space.size();
}

class Parser {
 public:
  Parser(std::string_view text, bool old) : text_(text), old_(old) {}

  PythonLiteral whole() {
    skip_space();
    auto const before = text_.substr(0, position_);
    if (ends_indented(before) || before.ends_with('\r'))
      fail("begins with spaces on a second line");
    PythonLiteral value = next();
    auto const end = position_;
    skip_space();
    if (!at_end()) fail("has more after the end of the literal");
    if (!old_ && ends_indented(text_.substr(end))) fail("ends with spaces on a line of their own");
    return value;
  }

 private:
  // Each level is a few stack frames; NumPy nests records two or three deep.
  static constexpr int max_depth = 64;

  [[noreturn]] void fail(std::string const& what) const {
    throw Failure("the header " + what + ", at character " + std::to_string(position_));
  }

  bool at_end() const { return position_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[position_]; }
  void skip_space() {
    while (!at_end() && is_space(text_[position_])) ++position_;
  }
  bool skip(char c) {
    skip_space();
    if (at_end() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  PythonLiteral next() {
    skip_space();
    std::size_t const start = position_;
    PythonLiteral value;
    if (at_end()) fail("ends where a value has to be");
    char const c = peek();
    if (c == '{') value = dict();
    else if (c == '(') value = sequence(Kind::tuple, '(', ')');
    else if (c == '[') value = sequence(Kind::list, '[', ']');
    else if (c == '\'' || c == '"') value = string();
    else if (is_digit(c) || c == '-' || c == '+') value = integer();
    else if (is_name_character(c)) value = word();
    else fail("has something that is no Python literal");
    value.source = text_.substr(start, position_ - start);
    return value;
  }

  PythonLiteral dict() {
    enter('{');
    PythonLiteral value;
    value.kind = Kind::dict;
    while (!skip('}')) {
      if (!value.items.empty() && !skip(',')) fail("has no ',' or '}' where one has to be");
      if (!value.items.empty() && skip('}')) break;
      value.items.push_back(next());
      if (!skip(':')) fail("has no ':' after a key");
      value.items.push_back(next());
    }
    --depth_;
    return value;
  }

  // A tuple of one needs its comma: (3) is the number 3.
  PythonLiteral sequence(Kind kind, char open, char close) {
    enter(open);
    PythonLiteral value;
    value.kind = kind;
    bool has_comma = false;
    while (!skip(close)) {
      if (!value.items.empty()) {
        if (!skip(',')) fail(std::string("has no ',' or '") + close + "' where one has to be");
        has_comma = true;
        if (skip(close)) break;
      }
      value.items.push_back(next());
    }
    --depth_;
    if (kind == Kind::tuple && value.items.size() == 1 && !has_comma) {
      PythonLiteral inner = std::move(value.items.front());
      return inner;
    }
    return value;
  }

  void enter(char open) {
    skip(open);
    if (++depth_ > max_depth) fail("nests brackets more than 64 deep");
  }

  PythonLiteral string() {
    PythonLiteral value;
    value.kind = Kind::string;
    char const quote = text_[position_++];
    while (peek() != quote) {
      if (peek() == '\\') skip_escape(value.string);
      if (at_end() || text_[position_] == '\n' || text_[position_] == '\r')
        fail("has a string without an end");
      if (text_[position_] == '\0') fail("has a zero byte in a string");
      value.string += text_[position_++];
    }
    if (at_end()) fail("has a string without an end");
    ++position_;
    return value;
  }

  /// Steps to the last character of an escape. They occur in names of fields only, which are copied
  /// as they were written: all but a quote or a backslash stays in the text.
  void skip_escape(std::string& text) {
    char const c = position_ + 1 < text_.size() ? text_[position_ + 1] : '\n';
    if (c == '\'' || c == '"' || c == '\\') {
      ++position_;
      return;
    }
    std::size_t const digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    auto const number = text_.substr(std::min(position_ + 2, text_.size()), digits);
    bool const is_short =
        number.size() < digits || number.find_first_not_of("0123456789abcdefABCDEF") != number.npos;
    if (c == 'N' || is_short || (c == 'U' && number > "0010FFFF" && number > "0010ffff"))
      fail("has an escape in a string that is none");
    text += '\\';
    ++position_;
  }

  PythonLiteral integer() {
    PythonLiteral value;
    value.kind = Kind::integer;
    std::size_t const start = position_;
    if (peek() == '+') ++position_;
    auto const digits = position_ + (peek() == '-' ? 1 : 0);
    if (digits > start + 1) fail("has two signs before a number");
    char const* const first = text_.data() + position_;
    char const* const last = text_.data() + text_.size();
    auto const [end, error] = std::from_chars(first, last, value.integer);
    if (error == std::errc::result_out_of_range) fail("has an integer of more than 64 bits");
    if (error != std::errc{}) fail("has a sign without a number");
    auto const text = std::string_view(first, static_cast<std::size_t>(end - first));
    bool const is_zero = text.find_first_not_of("-0") == text.npos;
    if (text_[digits] == '0' && !is_zero) fail("has a number that begins with 0");
    position_ += text.size();
    if (old_ && peek() == 'L') ++position_;
    if (is_name_character(peek()) || peek() == '.') fail("has a number that is no integer");
    return value;
  }

  PythonLiteral word() {
    std::size_t const start = position_;
    while (is_name_character(peek())) ++position_;
    auto const word = text_.substr(start, position_ - start);
    PythonLiteral value;
    if (word == "None") return value;
    if (word == "True" || word == "False") {
      value.kind = Kind::boolean;
      value.integer = word == "True" ? 1 : 0;
      return value;
    }
    if ((word == "u" || word == "b") && (peek() == '\'' || peek() == '"')) {
      value = string();
      if (word == "b") value.kind = Kind::bytes;
      return value;
    }
    position_ = start;
    fail("has something that is no Python literal");
  }

  std::string_view text_;
  bool old_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

}  // namespace

PythonLiteral parse_python_literal(std::string_view text, bool old) {
  return Parser(text, old).whole();
}

}  // namespace isomer::program
