// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "hand_made_facts.hpp"
#include "records/advise/report/byte_lines.hpp"
#include "records/advise/report/picture.hpp"
#include "records/advise/report/svg.hpp"
#include "xml_check.hpp"

namespace isomer::records {
namespace {

using detail::AdviceFacts;
using test::hand_made_facts;
using test::XmlElement;

std::vector<AdviceFacts> many_facts() {
  std::vector<AdviceFacts> many;
  for (auto const verdict : {Verdict::keep, Verdict::rearrange, Verdict::visit})
    many.push_back(hand_made_facts(verdict));
  many.push_back(many[0]);
  many.back().offered.resize(1);
  many.push_back(many[1]);
  many.back().kernel.resize(1);
  many.back().path.resize(1);
  many.push_back(many[1]);
  many.back().line_bytes = 128;
  many.push_back(many[0]);
  for (auto& priced : many.back().offered) priced.all_seconds = 0;
  many.back().kept_seconds = 0;
  return many;
}

AdviceFacts facts_of_members(std::int64_t members) {
  auto facts = hand_made_facts(Verdict::keep);
  std::vector<DynamicField> fields;
  for (std::int64_t m = 0; m < members; ++m)
    fields.push_back(
        {"member" + std::to_string(m), std::int64_t{1} << (m % 4), std::int64_t{1} << (m % 4)});
  facts.record = DynamicRecord(fields);
  facts.offered.resize(2);
  auto const count = static_cast<std::size_t>(members);
  for (auto& kernel : facts.kernel) kernel.use.assign(count, detail::LeafUse{.is_read = true});
  facts.distance = Distances(count);
  for (std::size_t m = 1; m < count; ++m) facts.distance.set(m - 1, m, std::int64_t{1} << (m % 20));
  facts.partition.clear();
  for (std::int64_t m = 0; m < members; ++m)
    facts.partition.push_back(static_cast<std::int32_t>(m / 5));
  return facts;
}

/// Whether a coordinate lies in the picture.
void expect_inside(XmlElement const& element, char const* name, double end) {
  if (!element.attribute.contains(name)) return;
  double const value = element.number(name);
  EXPECT_TRUE(std::isfinite(value)) << name;
  EXPECT_GE(value, 0) << element.name << ' ' << name;
  EXPECT_LE(value, end) << element.name << ' ' << name;
}

void expect_well_formed(AdviceFacts const& facts) {
  auto const text = advice_picture(facts);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  auto const elements = test::xml_elements(text);
  ASSERT_EQ(elements.front().name, "svg");
  double const width = elements.front().number("width");
  double const height = elements.front().number("height");
  EXPECT_EQ(elements.front().attribute.at("viewBox"),
            number_text(0) + " 0 " + number_text(width) + ' ' + number_text(height));
  for (XmlElement const& element : elements) {
    for (char const* name : {"x", "x1", "x2", "cx"}) expect_inside(element, name, width);
    for (char const* name : {"y", "y1", "y2", "cy"}) expect_inside(element, name, height);
    if (element.name != "rect" || !element.attribute.contains("x")) continue;
    EXPECT_GE(element.number("width"), 0);
    EXPECT_LE(element.number("x") + element.number("width"), width);
  }
}

TEST(AdvicePicture, IsWellFormedAndWithinItsFrame) {
  for (auto const& facts : many_facts()) expect_well_formed(facts);
  for (std::int64_t const members : {1, 2, 3, 12, 30, 64}) {
    SCOPED_TRACE(members);
    expect_well_formed(facts_of_members(members));
  }
}

struct TextBox {
  double left;
  double right;
  double y;
  double size;
  std::string text;
};

std::vector<TextBox> text_boxes(std::vector<XmlElement> const& elements) {
  std::vector<TextBox> boxes;
  for (XmlElement const& element : elements) {
    if (element.name != "text") continue;
    // Words in a group have the size and the anchor of their group.
    bool const is_grouped = !element.attribute.contains("font-size");
    double const size = is_grouped ? 9 : element.number("font-size");
    // What common fonts take, where width_of has to be more than enough.
    double const width = 0.55 * size * static_cast<double>(element.text.size());
    bool const has_anchor = element.attribute.contains("text-anchor");
    std::string const anchor = has_anchor   ? element.attribute.at("text-anchor")
                               : is_grouped ? "middle"
                                            : "start";
    double left = element.number("x");
    if (anchor == "end") left -= width;
    if (anchor == "middle") left -= width / 2;
    boxes.push_back({left, left + width, element.number("y"), size, element.text});
  }
  return boxes;
}

void expect_no_overlaps(AdviceFacts const& facts) {
  auto const boxes = text_boxes(test::xml_elements(advice_picture(facts)));
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    EXPECT_GE(boxes[a].left, 0) << boxes[a].text;
    EXPECT_LE(boxes[a].right, 960) << boxes[a].text;
    for (std::size_t b = 0; b < a; ++b) {
      bool const is_beside = boxes[a].right <= boxes[b].left || boxes[b].right <= boxes[a].left;
      bool const is_below =
          std::abs(boxes[a].y - boxes[b].y) >= 0.9 * std::max(boxes[a].size, boxes[b].size);
      EXPECT_TRUE(is_beside || is_below) << boxes[a].text << " over " << boxes[b].text;
    }
  }
}

TEST(AdvicePicture, NoTextStandsOverAnother) {
  for (auto const& facts : many_facts()) expect_no_overlaps(facts);
  for (std::int64_t const members : {1, 2, 3, 12, 30, 64}) {
    SCOPED_TRACE(members);
    expect_no_overlaps(facts_of_members(members));
  }
}

/// The widths of the bars of a path, and how many there are.
void add_bars(std::string const& path, std::map<std::string, int>& widths) {
  for (std::size_t at = path.find('h'); at != std::string::npos; at = path.find('h', at + 1))
    if (path[at + 1] != '-') ++widths[path.substr(at + 1, path.find('v', at) - at - 1)];
}

TEST(AdvicePicture, DrawsEachValueOfTheLinesOfEachKernel) {
  auto facts = hand_made_facts(Verdict::keep);
  facts.offered.resize(2);
  std::map<std::string, std::map<std::string, int>> widths;  // of each colour
  for (auto const& element : test::xml_elements(advice_picture(facts)))
    if (element.name == "path")
      add_bars(element.attribute.at("d"), widths[element.attribute.at("fill")]);
  double const cell = (960 - 16 - 152 - 24) / 2.0 / 64;
  std::string const four = number_text(4 * cell - 0.8);
  std::string const eight = number_text(8 * cell - 0.8);
  // In a line of aos there are two records, in the lines of soa 8 or 16 values.
  EXPECT_EQ(widths["#f4b183"], (std::map<std::string, int>{{eight, 4 + 2 * 8}}));
  EXPECT_EQ(widths["#9cc3e6"], (std::map<std::string, int>{{four, 6 + 3 * 16 + 2 + 16}}));
  EXPECT_EQ(widths["#c4c4c4"], (std::map<std::string, int>{{eight, 4}, {four, 2 + 6}}));
  EXPECT_EQ(widths["#eeeeee"], (std::map<std::string, int>{{eight, 2 * 8}, {four, 16 + 3 * 16}}));
}

TEST(AdvicePicture, EscapesNames) {
  auto facts = hand_made_facts(Verdict::visit);
  facts.kernel[0].name = "a<b> & \"c\"\n";
  auto const text = advice_picture(facts);
  EXPECT_NO_THROW(test::xml_elements(text));
  EXPECT_NE(text.find("a&lt;b&gt; &amp; &quot;c&quot;?"), std::string::npos);
}

TEST(AdvicePicture, MarksTheCallsAfterWhichItPays) {
  EXPECT_NE(advice_picture(hand_made_facts(Verdict::rearrange)).find(">pays off after 6 calls<"),
            std::string::npos);
}

TEST(AdvicePicture, LeavesOutWhatCannotBeChangedTo) {
  for (std::size_t const last : {1, 2}) {
    auto facts = hand_made_facts(Verdict::keep);
    for (std::size_t k = 1; k <= last; ++k)
      facts.offered[k].conversion_seconds = std::numeric_limits<double>::infinity();
    expect_well_formed(facts);
    auto const picture = advice_picture(facts);
    EXPECT_EQ(picture.find("nan"), std::string::npos);
    EXPECT_EQ(picture.find("inf"), std::string::npos);
    EXPECT_EQ(picture.find("soa</text>"), std::string::npos);
  }
}

TEST(AdvicePicture, DrawsFiniteDistancesOnly) {
  auto const text = advice_picture(hand_made_facts(Verdict::keep));
  EXPECT_NE(text.find("x - y: 8 bytes"), std::string::npos);
  EXPECT_NE(text.find("y - v: 20 bytes"), std::string::npos);
  EXPECT_EQ(text.find("- kind:"), std::string::npos);
}

TEST(AdvicePicture, DashesEdgesOfMembersThatAKernelUsesApart) {
  auto facts = hand_made_facts(Verdict::keep);
  EXPECT_EQ(advice_picture(facts).find("dasharray"), std::string::npos);
  facts.distance.set(1, 2, Distances::infinite);
  std::string dashed;
  for (auto const& element : test::xml_elements(advice_picture(facts)))
    if (element.attribute.contains("stroke-dasharray")) dashed += element.attribute.at("x1") + ' ';
  EXPECT_EQ(std::count(dashed.begin(), dashed.end(), ' '), 1);
}

/// The bytes of the values that a kernel does something to.
std::int64_t bytes_of(std::vector<Line> const& lines, detail::KernelFacts const& kernel,
                      ByteUse use) {
  std::int64_t bytes = 0;
  for (Line const& line : lines) {
    auto const uses = uses_of(kernel, line);
    for (std::size_t v = 0; v < uses.size(); ++v)
      bytes += uses[v] == use ? line.value[v].end - line.value[v].begin : 0;
  }
  return bytes;
}

TEST(ByteLines, OfRecords) {
  auto const facts = hand_made_facts(Verdict::keep);
  auto const lines = lines_of_first_record(facts, AoS{});
  ASSERT_EQ(lines.size(), 1);
  EXPECT_EQ(lines[0].index, 0);
  std::vector<LineValue> const expected{{0, 8, 0, 0},   {8, 16, 1, 0},  {16, 20, 2, 0},
                                        {20, 24, 3, 0}, {24, 28, 4, 0}, {28, 32, 5, 0},
                                        {32, 40, 0, 1}, {40, 48, 1, 1}, {48, 52, 2, 1},
                                        {52, 56, 3, 1}, {56, 60, 4, 1}, {60, 64, 5, 1}};
  EXPECT_EQ(lines[0].value, expected);
  EXPECT_EQ(bytes_of(lines, facts.kernel[0], ByteUse::written), 32);
  EXPECT_EQ(bytes_of(lines, facts.kernel[0], ByteUse::read), 24);
  EXPECT_EQ(bytes_of(lines, facts.kernel[0], ByteUse::in_vain), 8);
  EXPECT_EQ(bytes_of(lines, facts.kernel[1], ByteUse::read), 8);
  EXPECT_EQ(bytes_of(lines, facts.kernel[1], ByteUse::in_vain), 56);
}

TEST(ByteLines, OfArrays) {
  auto const facts = hand_made_facts(Verdict::keep);
  auto const lines = lines_of_first_record(facts, SoA{});
  ASSERT_EQ(lines.size(), 6);  // one for each leaf
  EXPECT_EQ(lines[1].index, 1024 * 8 / 64);
  EXPECT_EQ(lines[1].value.size(), 8);
  EXPECT_EQ(lines[5].value[15], (LineValue{60, 64, 5, 15}));
  EXPECT_EQ(bytes_of(lines, facts.kernel[0], ByteUse::untouched), 64);
  EXPECT_EQ(bytes_of(lines, facts.kernel[1], ByteUse::read), 64);
  EXPECT_EQ(bytes_of(lines, facts.kernel[1], ByteUse::untouched), 5 * 64);
}

TEST(ByteLines, OfTiles) {
  auto const facts = hand_made_facts(Verdict::keep);
  auto const lines = lines_of_first_record(facts, tiled(8));
  ASSERT_EQ(lines.size(), 4);  // 8 of x, 8 of y, then two leaves a line
  EXPECT_EQ(lines[2].value.size(), 16);
  EXPECT_EQ(lines[2].value[8], (LineValue{32, 36, 3, 0}));
  for (Line const& line : lines) EXPECT_EQ(line.value.back().end, 64);
}

TEST(ByteLines, OfWhatIsGatheredOneValueALineIsUsed) {
  auto facts = hand_made_facts(Verdict::keep);
  for (auto& use : facts.kernel[1].use) use.jumps = true;
  auto const arrays = lines_of_first_record(facts, SoA{});
  EXPECT_EQ(bytes_of(arrays, facts.kernel[1], ByteUse::read), 4);
  EXPECT_EQ(bytes_of(arrays, facts.kernel[1], ByteUse::in_vain), 60);
  auto const structs = lines_of_first_record(facts, AoS{});
  EXPECT_EQ(bytes_of(structs, facts.kernel[1], ByteUse::read), 4);
}

TEST(ByteLines, OfPaddedRecordsThatCrossLines) {
  auto facts = hand_made_facts(Verdict::keep);
  facts.record = DynamicRecord({{"a", 100, 4}, {"b", 1, 1}});  // 104 bytes
  auto const lines = lines_of_first_record(facts, AoS{});
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0].value, (std::vector<LineValue>{{0, 64, 0, 0}}));
  EXPECT_EQ(lines[1].value,
            (std::vector<LineValue>{
                {0, 36, 0, 0}, {36, 37, 1, 0}, {37, 40, LineValue::padding, 1}, {40, 64, 0, 1}}));
}

TEST(ByteLines, BehindTheLastRecordThereIsNothing) {
  auto facts = hand_made_facts(Verdict::keep);
  facts.capacity = 1;
  auto const lines = lines_of_first_record(facts, AoS{});
  EXPECT_EQ(lines[0].value.back(), (LineValue{32, 64, LineValue::padding, 0}));
}

TEST(Svg, EscapesWhatXmlDoesNotAllow) {
  EXPECT_EQ(escaped("a\x01\x7f<&>\""), "a??&lt;&amp;&gt;&quot;");
  EXPECT_EQ(escaped("\u00e4\u20ac\U0001f600"), "\u00e4\u20ac\U0001f600");
  EXPECT_EQ(escaped("\xe4 \xc3"), "? ?");
  EXPECT_EQ(escaped("a\xed\xa0\x80z"), "a???z") << "a surrogate";
  EXPECT_EQ(escaped("a\xe0\x80\xbcz"), "a???z") << "an overlong <";
  EXPECT_EQ(escaped("a\xf0\x80\x80\xbcz"), "a????z") << "an overlong <";
  EXPECT_EQ(escaped("a\xf4\x90\x80\x80z"), "a????z") << "beyond U+10FFFF";
  EXPECT_EQ(escaped("\ufffd\U0010ffff"), "\ufffd\U0010ffff");
  for (std::string const none : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
    EXPECT_EQ(escaped("a" + none + "z"), "a???z") << "no character of XML";
}

TEST(Svg, ShortensBetweenCharacters) {
  EXPECT_EQ(shortened("abcdef", 10, 6 * 6.3), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 10, 6 * 6.3), "abcd..");
  EXPECT_EQ(shortened("\u00e4\u00f6\u00fc\u00df", 10, 3 * 6.3), "\u00e4..");
  EXPECT_EQ(shortened("abc", 10, 2 * 6.3), "");
}

TEST(Svg, Numbers) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.001), "0");
  EXPECT_EQ(number_text(-1.5), "-1.5");
  EXPECT_EQ(number_text(12.345), "12.35");
  EXPECT_EQ(number_text(0.05), "0.05");
}

}  // namespace
}  // namespace isomer::records
