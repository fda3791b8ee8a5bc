// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "svg.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace isomer::perf {

namespace {

std::string attribute(char const* name, double value) {
  return std::string(" ") + name + "=\"" + number_text(value) + "\"";
}

std::string attribute(char const* name, std::string const& value) {
  return std::string(" ") + name + "=\"" + escaped(value) + "\"";
}

}  // namespace

std::string escaped(std::string const& text) {
  std::string result;
  for (char const c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string number_text(double value) {
  double const rounded = std::round(value * 100) / 100;
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", rounded == 0 ? 0.0 : rounded);
  std::string result = text;
  while (result.back() == '0') result.pop_back();
  if (result.back() == '.') result.pop_back();
  return result;
}

void Svg::rectangle(double x, double y, double width, double height, std::string const& colour,
                    std::string const& tooltip) {
  body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
           attribute("height", height) + attribute("fill", colour);
  if (tooltip.empty()) body_ += "/>\n";
  else body_ += "><title>" + escaped(tooltip) + "</title></rect>\n";
}

void Svg::line(double x1, double y1, double x2, double y2, std::string const& colour,
               bool is_dashed) {
  body_ += "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) +
           attribute("y2", y2) + attribute("stroke", colour);
  if (is_dashed) body_ += attribute("stroke-dasharray", std::string("4 3"));
  body_ += "/>\n";
}

void Svg::text(double x, double y, std::string const& content, double size, Anchor anchor) {
  static constexpr char const* anchors[] = {"start", "middle", "end"};
  body_ += "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", size) +
           attribute("text-anchor", std::string(anchors[static_cast<int>(anchor)])) + ">" +
           escaped(content) + "</text>\n";
}

std::string Svg::finished() const {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width_) +
         attribute("height", height_) +
         attribute("viewBox", "0 0 " + number_text(width_) + " " + number_text(height_)) +
         attribute("font-family", std::string("sans-serif")) +
         attribute("fill", std::string("#222222")) + ">\n" +
         "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + body_ + "</svg>\n";
}

bool is_writable(std::string const& file) {
  std::string const beside = file + ".part";
  if (std::filesystem::is_directory(file) || !std::ofstream(beside, std::ios::binary)) return false;
  std::remove(beside.c_str());
  return true;
}

void write_file(std::string const& file, std::string const& content) {
  std::string const beside = file + ".part";
  std::ofstream out(beside, std::ios::binary);
  out << content;
  out.close();
  if (!out || std::rename(beside.c_str(), file.c_str()) != 0) {
    std::remove(beside.c_str());
    throw std::runtime_error(file + ": cannot be written");
  }
}

}  // namespace isomer::perf
