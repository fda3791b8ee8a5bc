// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "xml_check.hpp"

#include <stdexcept>

namespace isomer::test {
namespace {

[[noreturn]] void fail(std::string const& what, std::string const& where) {
  throw std::runtime_error(what + ": " + where.substr(0, 80));
}

void require_entities(std::string const& text) {
  for (std::size_t at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
    bool is_known = false;
    for (char const* entity : {"&amp;", "&lt;", "&gt;", "&quot;"})
      is_known |= text.compare(at, std::string(entity).size(), entity) == 0;
    if (!is_known) fail("a bare &", text);
  }
}

/// `name a="1" b="2"`, as it stands between < and >.
XmlElement parsed_tag(std::string const& tag) {
  XmlElement element;
  std::size_t at = tag.find(' ');
  element.name = tag.substr(0, at);
  while (at < tag.size()) {
    std::size_t const equals = tag.find("=\"", at);
    std::size_t const end = tag.find('"', equals == std::string::npos ? equals : equals + 2);
    if (end == std::string::npos || tag[at] != ' ') fail("an attribute without quotes", tag);
    std::string const value = tag.substr(equals + 2, end - equals - 2);
    require_entities(value);
    element.attribute[tag.substr(at + 1, equals - at - 1)] = value;
    at = end + 1;
  }
  return element;
}

}  // namespace

double XmlElement::number(std::string const& of) const { return std::stod(attribute.at(of)); }

std::vector<XmlElement> xml_elements(std::string const& text) {
  std::vector<XmlElement> elements;
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const begin = text.find('<', at);
    std::string const content = text.substr(at, begin - at);
    require_entities(content);
    if (!open.empty()) elements[open.back()].text += content;
    if (begin == std::string::npos) break;
    std::size_t const end = text.find('>', begin);
    if (end == std::string::npos) fail("a tag does not end", text.substr(begin));
    std::string tag = text.substr(begin + 1, end - begin - 1);
    at = end + 1;
    if (tag.front() == '/') {
      if (open.empty() || elements[open.back()].name != tag.substr(1)) fail("no tag to close", tag);
      open.pop_back();
      continue;
    }
    bool const is_empty = tag.back() == '/';
    if (is_empty) tag.pop_back();
    elements.push_back(parsed_tag(tag));
    if (!is_empty) open.push_back(elements.size() - 1);
  }
  if (!open.empty()) fail("not closed", elements[open.back()].name);
  return elements;
}

}  // namespace isomer::test
