// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "problem/utf8.hpp"

namespace isomer::records {
namespace {

std::string attribute(char const* name, double value) {
  return std::string(" ") + name + "=\"" + number_text(value) + '"';
}

std::string attribute(char const* name, std::string const& value) {
  return std::string(" ") + name + "=\"" + escaped(value) + '"';
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The bytes of the character of XML that `text` begins with; 0 if it begins with none.
std::size_t xml_character_bytes(std::string_view text) {
  std::size_t const bytes = detail::character_bytes(text);
  auto const character = text.substr(0, bytes);
  bool const is_control = bytes == 1 && (text[0] < ' ' || text[0] == 0x7f);
  bool const is_none = character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
  return is_control || is_none ? 0 : bytes;
}

double characters_of(std::string const& text) {
  auto const parts = std::count_if(text.begin(), text.end(), is_continuation);
  return static_cast<double>(text.size() - static_cast<std::size_t>(parts));
}

/// The end of an element.
std::string end_of(char const* name, std::string const& tooltip) {
  if (tooltip.empty()) return "/>\n";
  return "><title>" + escaped(tooltip) + "</title></" + name + ">\n";
}

}  // namespace

void Svg::rectangle(double x, double y, double width, double height, std::string const& colour) {
  body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
           attribute("height", height) + attribute("fill", colour) + "/>\n";
}

void Svg::bars(std::vector<Bar> const& bars, double y, double height, std::string const& colour) {
  if (bars.empty()) return;
  std::string path;
  for (Bar const& bar : bars)
    path += 'M' + number_text(bar.x) + ' ' + number_text(y) + 'h' + number_text(bar.width) + 'v' +
            number_text(height) + "h-" + number_text(bar.width) + 'z';
  body_ += "<path" + attribute("d", path) + attribute("fill", colour) + "/>\n";
}

void Svg::circle(double x, double y, double radius, std::string const& colour,
                 std::string const& tooltip) {
  body_ += "<circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", radius) +
           attribute("fill", colour) + end_of("circle", tooltip);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string const& colour, double width,
               std::string const& tooltip, Stroke stroke) {
  body_ += "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) +
           attribute("y2", y2) + attribute("stroke", colour) + attribute("stroke-width", width) +
           (stroke == Stroke::dashed ? " stroke-dasharray=\"4 3\"" : "") + end_of("line", tooltip);
}

void Svg::text(double x, double y, std::string const& content, double size, Anchor anchor,
               bool has_rim) {
  static constexpr std::array<char const*, 3> anchors{"start", "middle", "end"};
  body_ += "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", size);
  if (anchor != Anchor::start)
    body_ += attribute("text-anchor", std::string(anchors.at(static_cast<std::size_t>(anchor))));
  if (has_rim) body_ += R"( stroke="#ffffff" stroke-width="3" paint-order="stroke")";
  body_ += '>' + escaped(content) + "</text>\n";
}

void Svg::words(std::vector<Word> const& words, double y, double size) {
  if (words.empty()) return;
  body_ += "<g" + attribute("font-size", size) + " text-anchor=\"middle\">\n";
  for (Word const& word : words)
    body_ += "<text" + attribute("x", word.x) + attribute("y", y) + '>' + escaped(word.content) +
             "</text>\n";
  body_ += "</g>\n";
}

void Svg::bold(double x, double y, std::string const& content, double size) {
  body_ += "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", size) +
           " font-weight=\"bold\">" + escaped(content) + "</text>\n";
}

std::string Svg::finished(double width, double height) const {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
         attribute("height", height) +
         attribute("viewBox", "0 0 " + number_text(width) + ' ' + number_text(height)) +
         " font-family=\"sans-serif\" fill=\"#222222\">\n<rect" + attribute("width", width) +
         attribute("height", height) + " fill=\"#ffffff\"/>\n" + body_ + "</svg>\n";
}

std::string escaped(std::string const& text) {
  std::string result;
  for (std::string_view rest = text; !rest.empty();) {
    std::size_t const bytes = xml_character_bytes(rest);
    switch (rest[0]) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += bytes == 0 ? "?" : rest.substr(0, bytes);
    }
    rest.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return result;
}

std::string number_text(double value) {
  long long const hundredths = std::llround(value * 100);
  long long const size = std::llabs(hundredths);
  std::string text = (hundredths < 0 ? "-" : "") + std::to_string(size / 100);
  if (size % 100 == 0) return text;
  text += '.' + std::to_string(size % 100 / 10);
  if (size % 10 != 0) text += std::to_string(size % 10);
  return text;
}

double width_of(std::string const& text, double size) { return 0.62 * size * characters_of(text); }

std::string shortened(std::string const& text, double size, double width) {
  if (width_of(text, size) <= width) return text;
  auto const fitting = static_cast<std::size_t>(std::max(0.0, width / (0.62 * size)));
  if (fitting < 3) return {};
  std::size_t end = 0;
  for (std::size_t k = 0; k + 2 < fitting; ++k) {
    ++end;
    while (end < text.size() && is_continuation(text[end])) ++end;
  }
  return text.substr(0, end) + "..";
}

}  // namespace isomer::records
