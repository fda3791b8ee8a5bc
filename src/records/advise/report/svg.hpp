// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace isomer::records {

/// The few shapes that the picture of an advice needs, as SVG.
class Svg {
 public:
  enum class Anchor { start, middle, end };
  enum class Stroke { solid, dashed };

  void rectangle(double x, double y, double width, double height, std::string const& colour);
  /// Rectangles of one height and colour side by side, as one short path.
  struct Bar {
    double x;
    double width;
  };
  void bars(std::vector<Bar> const& bars, double y, double height, std::string const& colour);
  void circle(double x, double y, double radius, std::string const& colour,
              std::string const& tooltip);
  void line(double x1, double y1, double x2, double y2, std::string const& colour, double width = 1,
            std::string const& tooltip = {}, Stroke stroke = Stroke::solid);
  /// What is written over other shapes has a white rim.
  void text(double x, double y, std::string const& content, double size = 11,
            Anchor anchor = Anchor::start, bool has_rim = false);
  /// Words centred at the same height.
  struct Word {
    double x;
    std::string content;
  };
  void words(std::vector<Word> const& words, double y, double size);
  void bold(double x, double y, std::string const& content, double size = 14);

  std::string finished(double width, double height) const;

 private:
  std::string body_;
};

/// `&`, `<`, `>` and quotes as entities; what XML does not allow, control characters and bytes that
/// are no UTF-8, as '?'.
std::string escaped(std::string const& text);

/// At most two digits behind the point, in every locale.
std::string number_text(double value);

/// An upper bound of the width of a text in a common sans-serif font.
double width_of(std::string const& text, double size);

/// The text, or its beginning and "..", no wider than that.
std::string shortened(std::string const& text, double size, double width);

}  // namespace isomer::records
