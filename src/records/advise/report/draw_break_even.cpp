// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "records/advise/report/choice.hpp"
#include "records/advise/report/picture_parts.hpp"
#include "records/advise/report/quantities.hpp"

namespace isomer::records {
namespace {

using detail::AdviceFacts;

constexpr double chart_left = 96;
constexpr double chart_right = picture_width - 48;
constexpr double chart_height = 200;
constexpr char const* keep_colour = "#c0504d";
constexpr char const* change_colour = "#2563ab";

/// Seconds that begin somewhere and grow with each call.
struct Total {
  double first = 0;
  double of_a_call = 0;
  double after(double calls) const { return first + calls * of_a_call; }
};

/// What is compared with keeping the records as they are.
struct Rival {
  std::string name;
  Total total;
};

/// The line through the end of all calls and the call after which they have paid: what each visit
/// costs is spread over the calls.
Total line_of_visits(AdviceFacts const& facts, double calls) {
  double const met = facts.pays_off_after;
  double const paid = facts.kept_seconds / calls * met;
  if (met <= 0 || met >= calls) return {0, facts.advised_seconds / calls};
  double const of_a_call = (facts.advised_seconds - paid) / (calls - met);
  return {std::max(0.0, paid - met * of_a_call), of_a_call};
}

Rival rival_of(AdviceFacts const& facts) {
  double const calls = all_calls(facts);
  if (facts.verdict == Verdict::keep) {
    auto const& other = facts.offered[best_other(facts)];
    return {"in " + other.arrangement.name(),
            {other.conversion_seconds, other.all_seconds / calls}};
  }
  std::size_t const now = advised_now(facts);
  if (facts.verdict == Verdict::visit)
    return {"each kernel in its own, changes included", line_of_visits(facts, calls)};
  double const first = facts.offered[now].conversion_seconds;
  return {"rearranged to " + name_of(facts, now), {first, (facts.advised_seconds - first) / calls}};
}

/// 1, 2 or 5 times a power of ten: about five of it are `whole`.
double tick_of(double whole) {
  double const power = std::pow(10.0, std::floor(std::log10(whole / 5)));
  for (double const factor : {1.0, 2.0, 5.0})
    if (whole <= 6 * factor * power) return factor * power;
  return 10 * power;
}

struct Chart {
  double top;
  double most_calls;
  double most_seconds;
  double x(double calls) const {
    return chart_left + (chart_right - chart_left) * calls / most_calls;
  }
  double y(double seconds) const { return top + chart_height * (1 - seconds / most_seconds); }
};

void draw_axes(Svg& svg, Chart const& chart) {
  double const second_tick = tick_of(chart.most_seconds);
  for (int k = 0; k * second_tick <= chart.most_seconds; ++k) {
    double const y = chart.y(k * second_tick);
    svg.line(chart_left, y, chart_right, y, "#dddddd");
    svg.text(chart_left - 8, y + 4, seconds_text(k * second_tick), 11, Svg::Anchor::end);
  }
  double const call_tick = std::max(1.0, tick_of(chart.most_calls));
  for (int k = 0; k * call_tick <= chart.most_calls; ++k) {
    double const x = chart.x(k * call_tick);
    svg.line(x, chart.y(0), x, chart.y(0) + 4, "#222222");
    svg.text(x, chart.y(0) + 17, number_text(k * call_tick), 11, Svg::Anchor::middle);
  }
  svg.line(chart_left, chart.y(0), chart_right, chart.y(0), "#222222");
  svg.text(chart_right, chart.y(0) + 34, "calls of all kernels", 12, Svg::Anchor::end);
}

void draw_total(Svg& svg, Chart const& chart, Total const& total, char const* colour) {
  svg.line(chart.x(0), chart.y(total.first), chart.x(chart.most_calls),
           chart.y(total.after(chart.most_calls)), colour, 2);
}

double draw_key(Svg& svg, std::string const& text, char const* colour, double x, double y) {
  svg.line(x, y - 4, x + 24, y - 4, colour, 2);
  std::string const fitting = shortened(text, 12, picture_width - margin - x - 30);
  svg.text(x + 30, y, fitting, 12);
  return x + 54 + width_of(fitting, 12);
}

/// The calls after which both took as long; 0 if they never do.
double crossing(AdviceFacts const& facts, Total const& keep, Total const& rival) {
  if (facts.verdict != Verdict::keep) return facts.pays_off_after;
  double const saved = keep.of_a_call - rival.of_a_call;
  return saved > 0 ? rival.first / saved : 0;
}

void draw_crossing(Svg& svg, Chart const& chart, Total const& keep, double calls,
                   std::string const& what) {
  double const x = chart.x(calls);
  double const y = chart.y(keep.after(calls));
  bool const is_far = x > 0.6 * chart_right;
  svg.line(x, y, x, chart.y(0), "#888888");
  svg.circle(x, y, 4, "#222222", "");
  svg.text(is_far ? x - 10 : x + 10, chart.y(0) - 8, what + " after " + calls_text(calls), 12,
           is_far ? Svg::Anchor::end : Svg::Anchor::start, true);
}

}  // namespace

double draw_break_even(Svg& svg, AdviceFacts const& facts, double y) {
  double const calls = std::max(1.0, all_calls(facts));
  Total const keep{0, facts.kept_seconds / calls};
  auto const rival = rival_of(facts);
  bool const has_rival = facts.verdict != Verdict::keep || best_other(facts) != facts.current;
  double const met = has_rival ? crossing(facts, keep, rival.total) : 0;
  bool const is_met = met > 0 && met <= calls;
  // A crossing near the beginning is to be seen, and calls are counted whole.
  double const shown = is_met ? std::min(calls, std::max(4.0, 4 * std::ceil(met))) : calls;
  double most = std::max(keep.after(shown), 1e-12);
  if (has_rival) most = std::max({most, rival.total.first, rival.total.after(shown)});

  svg.bold(margin, y + 14, "Seconds of all calls so far");
  double const next =
      draw_key(svg, "kept in " + name_of(facts, facts.current), keep_colour, margin, y + 34);
  if (has_rival) draw_key(svg, rival.name, change_colour, next, y + 34);
  Chart const chart{y + 50, shown, 1.05 * most};
  draw_axes(svg, chart);
  draw_total(svg, chart, keep, keep_colour);
  if (has_rival) draw_total(svg, chart, rival.total, change_colour);
  if (is_met)
    draw_crossing(svg, chart, keep, met, facts.verdict == Verdict::keep ? "equal" : "pays off");
  return chart.y(0) + 38;
}

}  // namespace isomer::records
