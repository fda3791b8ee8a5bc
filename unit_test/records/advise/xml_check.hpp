// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <vector>

namespace isomer::test {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attribute;
  std::string text;  ///< with its entities

  double number(std::string const& of) const;
};

/// The elements of a text of XML, in the order in which they begin. Throws std::runtime_error that
/// says what is wrong: tags that do not match, attributes without quotes, bare `&` or `<`.
std::vector<XmlElement> xml_elements(std::string const& text);

}  // namespace isomer::test
