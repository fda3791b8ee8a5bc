// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/model_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace isomer::detail {
namespace {

constexpr std::size_t longest_string = 200;
constexpr std::int64_t most_threads = 1 << 16;
constexpr std::int64_t most_bytes = std::int64_t{1} << 40;

/// Reads JSON of one shape: members in the order in which they are written. After the first thing
/// that is wrong, everything reads as nothing.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool failed() const { return !reason_.empty(); }
  std::string const& reason() const { return reason_; }
  void fail(std::string const& reason) {
    if (!failed()) reason_ = reason;
  }

  void expect(char wanted) {
    skip_space();
    if (at_ < text_.size() && text_[at_] == wanted) ++at_;
    else fail_at(std::string("has to be '") + wanted + "'");
  }

  bool follows(char wanted) {
    skip_space();
    if (failed() || at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void end() {
    skip_space();
    if (at_ < text_.size()) fail_at("has to be the end of the file");
  }

  std::string string() {
    expect('"');
    std::size_t const begin = at_;
    while (at_ < text_.size() && text_[at_] != '"' && is_plain(text_[at_])) ++at_;
    std::string found(text_.substr(begin, at_ - begin));
    if (found.size() > longest_string) fail_at("has to be a shorter name");
    expect('"');
    return failed() ? std::string() : found;
  }

  /// The name of the member that comes next.
  void key(char const* wanted) {
    std::size_t const before = at_;
    if (string() != wanted) {
      at_ = before;
      fail_at(std::string("has to be \"") + wanted + "\"");
    }
    expect(':');
  }

  double number() {
    skip_space();
    double value = 0;
    auto const* const begin = text_.data() + at_;
    auto const [stop, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{} || !std::isfinite(value) || value < 0) {
      fail_at("has to be a number, finite and not negative");
      return 0;
    }
    at_ += static_cast<std::size_t>(stop - begin);
    return failed() ? 0 : value;
  }

  std::int64_t whole(std::int64_t least, std::int64_t most) {
    std::size_t const before = at_;
    double const value = number();
    if (!failed() && value == std::floor(value) && value >= static_cast<double>(least) &&
        value <= static_cast<double>(most))
      return static_cast<std::int64_t>(value);
    at_ = before;
    fail_at("has to be a whole number from " + std::to_string(least) + " to " +
            std::to_string(most));
    return least;
  }

 private:
  /// No escapes: nothing that is written has any.
  static bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '\\'; }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }

  void fail_at(std::string const& wanted) {
    skip_space();
    if (at_ >= text_.size()) return fail("ends too early: what comes next " + wanted);
    auto const line =
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    fail("is damaged: in line " + std::to_string(line + 1) + " what comes next " + wanted);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string reason_;
};

/// `named` finds a feature by its name.
template <class Values, class Named>
Values read_coefficients(Reader& in, Named const& named) {
  Values found{};
  in.expect('{');
  if (in.follows('}')) return found;
  do {
    std::string const name = in.string();
    auto const feature = named(name);
    if (!feature) in.fail("has the feature \"" + name + "\", which this version does not know");
    in.expect(':');
    double const value = in.number();
    if (feature) value_of(found, *feature) = value;
  } while (in.follows(','));
  in.expect('}');
  return found;
}

/// Of one thread and of all, to the end of the row.
template <class Values, class Named>
void read_linear(Reader& in, LinearRow<Values>& row, Named const& named) {
  in.expect(',');
  in.key("one_thread");
  row.one_thread = read_coefficients<Values>(in, named);
  in.expect(',');
  in.key("all_threads");
  row.all_threads = read_coefficients<Values>(in, named);
  in.expect('}');
}

void read_row(Reader& in, CostModel& model, Schema schema, Reach reach) {
  if (schema != Schema::copy || reach != Reach::memory) in.expect(',');
  in.expect('{');
  in.key("schema");
  std::string const schema_text = in.string();
  in.expect(',');
  in.key("reach");
  std::string const reach_text = in.string();
  if (schema_text != name_of(schema) || reach_text != name_of(reach))
    in.fail(std::string("has no row for ") + name_of(schema) + " in " + name_of(reach) +
            " in its place");
  read_linear(in, model.row(schema, reach), feature_named);
}

void read_in_place_row(Reader& in, CostModel& model, std::size_t decomposition, Reach reach) {
  std::string const name(decomposition_names[decomposition]);
  if (decomposition != 0 || reach != Reach::memory) in.expect(',');
  in.expect('{');
  in.key("decomposition");
  std::string const name_text = in.string();
  in.expect(',');
  in.key("reach");
  std::string const reach_text = in.string();
  if (name_text != name || reach_text != name_of(reach))
    in.fail("has no row for " + name + " in " + name_of(reach) + " in its place");
  read_linear(in, model.in_place[decomposition][static_cast<std::size_t>(reach)],
              in_place_feature_named);
}

tile::Isa read_isa(Reader& in) {
  std::string const name = in.string();
  for (tile::Isa const& isa : tile::isas)
    if (name == isa.name) return isa;
  in.fail("has the instruction set \"" + name + "\", which this version does not know");
  return tile::plain_isa;
}

void read_machine(Reader& in, CostModel& model) {
  auto const member = [&](char const* name) {
    in.expect(',');
    in.key(name);
  };
  member("cpu");
  model.machine.name = in.string();
  member("isa");
  model.machine.isa = read_isa(in);
  member("processors");
  model.machine.processors = static_cast<int>(in.whole(1, most_threads));
  member("threads");
  model.threads = static_cast<int>(in.whole(1, most_threads));
  member("l1_bytes");
  model.machine.l1_bytes = in.whole(0, most_bytes);
  member("l2_bytes");
  model.machine.l2_bytes = in.whole(0, most_bytes);
  member("l3_bytes");
  model.machine.l3_bytes = in.whole(0, most_bytes);
  member("copy_bytes_per_second");
  model.copy_bytes_per_second = in.number();
}

/// Nine digits: more than any measurement has, and the same numbers are read again.
std::string text_of(double value) {
  std::array<char, 32> text{};
  auto const end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 9);
  return {text.data(), end.ptr};
}

/// JSON strings as the reader takes them.
std::string quoted(std::string const& name) {
  std::string text = "\"";
  for (char const c : name.substr(0, longest_string))
    text += c >= ' ' && c <= '~' && c != '"' && c != '\\' ? c : '?';
  return text + "\"";
}

/// The coefficients that count; `Feature` has their names.
template <class Feature, class Values>
std::string coefficients_text(Values const& coefficients) {
  std::string text = "{";
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    if (coefficients[k] == 0) continue;
    if (text.size() > 1) text += ", ";
    text += quoted(name_of(static_cast<Feature>(k))) + ": " + text_of(coefficients[k]);
  }
  return text + "}";
}

template <class Feature, class Values>
std::string row_text(char const* kind, std::string const& name, Reach reach,
                     LinearRow<Values> const& row) {
  return "\n    {\"" + std::string(kind) + "\": " + quoted(name) +
         ", \"reach\": " + quoted(name_of(reach)) +
         ",\n     \"one_thread\": " + coefficients_text<Feature>(row.one_thread) +
         ",\n     \"all_threads\": " + coefficients_text<Feature>(row.all_threads) + "}";
}

template <class Visit>
void for_each_row(Visit const& visit) {
  for (std::size_t schema = 0; schema < schema_count; ++schema)
    for (std::size_t reach = 0; reach < reach_count; ++reach)
      visit(static_cast<Schema>(schema), static_cast<Reach>(reach));
}

template <class Visit>
void for_each_in_place_row(Visit const& visit) {
  for (std::size_t decomposition = 0; decomposition < decomposition_count; ++decomposition)
    for (std::size_t reach = 0; reach < reach_count; ++reach)
      visit(decomposition, static_cast<Reach>(reach));
}

}  // namespace

std::variant<CostModel, ModelFileError> parse_model(std::string_view text) {
  if (text.size() > largest_model_file)
    return ModelFileError{"is larger than any model, which have at most " +
                          std::to_string(largest_model_file) + " bytes"};
  Reader in(text);
  CostModel model;
  in.expect('{');
  in.key("isomer_model");
  auto const version = in.whole(0, 1 << 20);
  if (!in.failed() && version != model_file_version)
    return ModelFileError{"is of version " + std::to_string(version) + ", this library reads " +
                          std::to_string(model_file_version)};
  read_machine(in, model);
  in.expect(',');
  in.key("rows");
  in.expect('[');
  for_each_row([&](Schema schema, Reach reach) { read_row(in, model, schema, reach); });
  in.expect(']');
  // Files of the time before in-place moves were fitted end here.
  if (in.follows(',')) {
    in.key("in_place");
    in.expect('[');
    for_each_in_place_row([&](std::size_t decomposition, Reach reach) {
      read_in_place_row(in, model, decomposition, reach);
    });
    in.expect(']');
  }
  in.expect('}');
  in.end();
  if (in.failed()) return ModelFileError{in.reason()};
  return model;
}

std::string model_text(CostModel const& model) {
  std::string text = "{\n  \"isomer_model\": " + std::to_string(model_file_version) +
                     ",\n  \"cpu\": " + quoted(model.machine.name) +
                     ",\n  \"isa\": " + quoted(model.machine.isa.name) +
                     ",\n  \"processors\": " + std::to_string(model.machine.processors) +
                     ",\n  \"threads\": " + std::to_string(model.threads) +
                     ",\n  \"l1_bytes\": " + std::to_string(model.machine.l1_bytes) +
                     ",\n  \"l2_bytes\": " + std::to_string(model.machine.l2_bytes) +
                     ",\n  \"l3_bytes\": " + std::to_string(model.machine.l3_bytes) +
                     ",\n  \"copy_bytes_per_second\": " + text_of(model.copy_bytes_per_second) +
                     ",\n  \"rows\": [";
  for_each_row([&](Schema schema, Reach reach) {
    if (text.back() != '[') text += ",";
    text += row_text<Feature>("schema", name_of(schema), reach, model.row(schema, reach));
  });
  text += "\n  ],\n  \"in_place\": [";
  for_each_in_place_row([&](std::size_t decomposition, Reach reach) {
    if (text.back() != '[') text += ",";
    text += row_text<InPlaceFeature>(
        "decomposition", std::string(decomposition_names[decomposition]), reach,
        model.in_place[decomposition][static_cast<std::size_t>(reach)]);
  });
  return text + "\n  ]\n}\n";
}

}  // namespace isomer::detail
