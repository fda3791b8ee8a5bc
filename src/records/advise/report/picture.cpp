// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/picture.hpp"

#include "records/advise/report/picture_parts.hpp"

namespace isomer::records {

std::string advice_picture(detail::AdviceFacts const& facts) {
  Svg svg;
  double y = margin;
  y = draw_graph(svg, facts, y) + part_gap;
  y = draw_byte_map(svg, facts, y) + part_gap;
  y = draw_break_even(svg, facts, y) + margin;
  return svg.finished(picture_width, y);
}

}  // namespace isomer::records
