// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "records/advise/facts.hpp"
#include "records/advise/report/svg.hpp"

/// The parts of the picture. Each is drawn from `y` on downwards and returns where it ends.
namespace isomer::records {

inline constexpr double picture_width = 960;
inline constexpr double margin = 16;
inline constexpr double part_gap = 28;

/// The members on a circle, with edges the darker the nearer they are used to each other.
double draw_graph(Svg& svg, detail::AdviceFacts const& facts, double y);

/// For each arrangement the lines in which record 0 lies, with what becomes of each byte.
double draw_byte_map(Svg& svg, detail::AdviceFacts const& facts, double y);

/// The seconds of all calls so far, as the records are and as advised.
double draw_break_even(Svg& svg, detail::AdviceFacts const& facts, double y);

}  // namespace isomer::records
