// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace isomer::perf {

/// The few shapes that bars need, written as SVG by hand.
class Svg {
 public:
  Svg(double width, double height) : width_(width), height_(height) {}

  enum class Anchor { start, middle, end };

  void rectangle(double x, double y, double width, double height, std::string const& colour,
                 std::string const& tooltip = {});
  void line(double x1, double y1, double x2, double y2, std::string const& colour,
            bool is_dashed = false);
  void text(double x, double y, std::string const& content, double size,
            Anchor anchor = Anchor::start);

  std::string finished() const;

 private:
  double width_;
  double height_;
  std::string body_;
};

/// `&`, `<`, `>` and quotes as entities.
std::string escaped(std::string const& text);
/// At most two digits after the point and no trailing zeros.
std::string number_text(double value);

/// Whether `write_file` could write it.
bool is_writable(std::string const& file);
/// Writes by way of a second name, so that a reader never sees half a file. Throws
/// std::runtime_error that names the file.
void write_file(std::string const& file, std::string const& content);

}  // namespace isomer::perf
