// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <functional>

#include "records/advise/report/byte_lines.hpp"
#include "records/advise/report/choice.hpp"
#include "records/advise/report/picture_parts.hpp"
#include "records/advise/report/quantities.hpp"

namespace isomer::records {
namespace {

using detail::AdviceFacts;

struct UseStyle {
  char const* colour;
  char const* name;
};
constexpr std::array<UseStyle, 4> styles{{{"#9cc3e6", "read"},
                                          {"#f4b183", "written"},
                                          {"#c4c4c4", "in a line that is touched, not used"},
                                          {"#eeeeee", "in a line that is not touched"}}};
constexpr double strips_x = 152;
constexpr double strip_gap = 24;
constexpr double strip_height = 18;
constexpr double strip_pitch = 21;
constexpr double label_size = 9;
constexpr std::size_t most_kernels = 2;
constexpr std::size_t most_lines = 8;

/// The kernels that are shown, side by side.
struct Columns {
  std::vector<std::size_t> kernel;
  double width = 0;

  explicit Columns(AdviceFacts const& facts) : kernel(longest_first(facts)) {
    kernel.resize(std::min(kernel.size(), most_kernels));
    auto const count = static_cast<double>(kernel.size());
    width = (picture_width - margin - strips_x - strip_gap * (count - 1)) / count;
  }
  double x(std::size_t column) const {
    return strips_x + static_cast<double>(column) * (width + strip_gap);
  }
};

bool has_components(DynamicRecord const& record, std::size_t leaf) {
  auto const& leaves = record.leaves();
  auto const is_neighbour = [&](std::size_t other) {
    return other < leaves.size() && leaves[other].member == leaves[leaf].member;
  };
  return is_neighbour(leaf + 1) || (leaf > 0 && is_neighbour(leaf - 1));
}

std::string leaf_name(DynamicRecord const& record, std::size_t leaf) {
  auto const& shape = record.leaves()[leaf];
  auto const& name = record.names()[static_cast<std::size_t>(shape.member)];
  if (!has_components(record, leaf)) return name;
  return name + '[' + std::to_string(shape.component) + ']';
}

/// Whether a value has room for its label, numbers for some space beside it.
bool fits(std::string const& label, double length) {
  bool const is_number = !label.empty() && label[0] >= '0' && label[0] <= '9';
  return !label.empty() && width_of(label, label_size) + (is_number ? 4 : 1) < length;
}

/// Whether records follow one another leaf by leaf, so that a value's record says little of it.
bool is_record_by_record(Line const& line) {
  return std::any_of(line.value.begin(), line.value.end(), [&](LineValue const& value) {
    auto const same_leaf = [&](LineValue const& other) {
      return other.leaf == value.leaf && other.record == value.record + 1;
    };
    auto const next = std::find_if(line.value.begin(), line.value.end(), same_leaf);
    return value.leaf != LineValue::padding && next != line.value.end() && next->begin > value.end;
  });
}

std::string value_label(AdviceFacts const& facts, LineValue const& value, bool has_names) {
  if (value.leaf == LineValue::padding) return {};
  if (!has_names && value.record > 0) return std::to_string(value.record);
  return leaf_name(facts.record, static_cast<std::size_t>(value.leaf));
}

void draw_strip(Svg& svg, AdviceFacts const& facts, Line const& line, std::size_t kernel, double x,
                double y, double width) {
  double const cell = width / static_cast<double>(facts.line_bytes);
  auto const uses = uses_of(facts.kernel[kernel], line);
  bool const has_names = is_record_by_record(line);
  std::array<std::vector<Svg::Bar>, styles.size()> bars;
  std::vector<Svg::Bar> starts;
  std::vector<Svg::Word> words;
  for (std::size_t v = 0; v < line.value.size(); ++v) {
    auto const& value = line.value[v];
    double const begin = x + cell * static_cast<double>(value.begin);
    double const length = cell * static_cast<double>(value.end - value.begin);
    bars.at(static_cast<std::size_t>(uses[v])).push_back({begin, length - 0.8});
    std::string const label = value_label(facts, value, has_names);
    if (fits(label, length)) words.push_back({begin + length / 2, label});
    if (has_names && v > 0 && value.record != line.value[v - 1].record)
      starts.push_back({begin - 1.2, 1.6});
  }
  for (std::size_t use = 0; use < bars.size(); ++use)
    svg.bars(bars.at(use), y, strip_height, styles.at(use).colour);
  svg.bars(starts, y - 2, strip_height + 4, "#222222");
  svg.words(words, y + 13, label_size);
}

/// "x y, line 12": the leaves of a line where it is not records that lie there.
std::string line_label(AdviceFacts const& facts, Line const& line) {
  std::string number = "line " + std::to_string(line.index);
  std::string names;
  std::int32_t last = LineValue::padding;
  for (LineValue const& value : line.value) {
    if (value.leaf == last || value.leaf == LineValue::padding) continue;
    names +=
        (names.empty() ? "" : " ") + leaf_name(facts.record, static_cast<std::size_t>(value.leaf));
    last = value.leaf;
  }
  if (is_record_by_record(line) || names.empty()) return number;
  double const room = strips_x - 8 - margin - width_of(", " + number, label_size);
  names = shortened(names, label_size, room);
  return names + (names.empty() ? "" : ", ") + number;
}

/// The lines to be shown: if there are too many, those that a kernel that is shown touches.
std::vector<Line> shown_lines(AdviceFacts const& facts, std::vector<Line> const& all,
                              Columns const& columns) {
  auto const is_touched = [&](Line const& line) {
    return std::any_of(columns.kernel.begin(), columns.kernel.end(), [&](std::size_t k) {
      return uses_of(facts.kernel[k], line).front() != ByteUse::untouched;
    });
  };
  std::vector<Line> lines = all;
  if (lines.size() > most_lines) std::erase_if(lines, std::not_fn(is_touched));
  if (lines.size() > most_lines) lines.resize(most_lines);
  return lines;
}

std::string note_of(AdviceFacts const& facts, std::size_t offered) {
  bool is_advised = false;
  for (std::size_t k = 0; k < facts.kernel.size(); ++k)
    is_advised |= advised_for(facts, k) == offered;
  if (offered == facts.current) return is_advised ? " (current, advised)" : " (current)";
  return is_advised ? " (advised)" : "";
}

double draw_arrangement(Svg& svg, AdviceFacts const& facts, std::size_t offered,
                        Columns const& columns, double y) {
  auto const& priced = facts.offered[offered];
  std::string title = priced.arrangement.name() + note_of(facts, offered);
  std::string shares = ": ";
  for (std::size_t const k : columns.kernel)
    shares += (k == columns.kernel.front() ? "" : ", ") + facts.kernel[k].name + " uses " +
              percent_text(priced.used_share[k]) + " of the bytes of its lines";
  double const room = picture_width - 2 * margin - width_of(shares, 12);
  svg.text(margin, y + 12, shortened(title, 12, std::max(room, 120.0)) + shares, 12);
  y += 20;
  auto const all = lines_of_first_record(facts, priced.arrangement);
  auto const lines = shown_lines(facts, all, columns);
  for (Line const& line : lines) {
    svg.text(strips_x - 8, y + 13, line_label(facts, line), label_size, Svg::Anchor::end);
    for (std::size_t c = 0; c < columns.kernel.size(); ++c)
      draw_strip(svg, facts, line, columns.kernel[c], columns.x(c), y, columns.width);
    y += strip_pitch;
  }
  if (lines.size() == all.size()) return y + 8;
  std::size_t const more = all.size() - lines.size();
  svg.text(strips_x, y + 10,
           "and " + std::to_string(more) + (more == 1 ? " line" : " lines") + " more",
           label_size + 1);
  return y + 22;
}

double draw_colours(Svg& svg, double y) {
  double x = margin;
  for (auto const& style : styles) {
    svg.rectangle(x, y, 14, 14, style.colour);
    svg.text(x + 20, y + 11, style.name, 12);
    x += 36 + width_of(style.name, 12);
  }
  return y + 24;
}

}  // namespace

double draw_byte_map(Svg& svg, AdviceFacts const& facts, double y) {
  svg.bold(margin, y + 14,
           "The lines of " + std::to_string(facts.line_bytes) + " bytes in which record 0 lies");
  y = draw_colours(svg, y + 26);
  Columns const columns(facts);
  auto const share = time_shares(facts);
  for (std::size_t c = 0; c < columns.kernel.size(); ++c) {
    std::size_t const k = columns.kernel[c];
    std::string const part = ", " + percent_text(share[k]) + " of the time";
    double const room = columns.width - width_of(part, 12);
    svg.bold(columns.x(c), y + 12, shortened(facts.kernel[k].name, 12, room) + part, 12);
  }
  y += 20;
  for (std::size_t k = 0; k < facts.offered.size(); ++k)
    if (facts.offered[k].is_reachable()) y = draw_arrangement(svg, facts, k, columns, y);
  return y;
}

}  // namespace isomer::records
