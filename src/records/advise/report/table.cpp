// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/table.hpp"

#include <algorithm>

#include "records/advise/report/choice.hpp"
#include "records/advise/report/quantities.hpp"

namespace isomer::records {
namespace {

using detail::AdviceFacts;
using detail::PricedArrangement;
using Row = std::vector<std::string>;

Row head(AdviceFacts const& facts) {
  Row row{"", "arrangement"};
  for (auto const& kernel : facts.kernel) row.push_back(kernel.name);
  row.insert(row.end(), {"all calls", "change", ""});
  return row;
}

bool is_advised(AdviceFacts const& facts, std::size_t offered) {
  for (std::size_t k = 0; k < facts.kernel.size(); ++k)
    if (advised_for(facts, k) == offered) return true;
  return false;
}

std::string note(AdviceFacts const& facts, std::size_t offered) {
  bool const is_current = offered == facts.current;
  if (!is_advised(facts, offered)) return is_current ? "current" : "";
  if (facts.verdict != Verdict::visit) return is_current ? "current, advised" : "advised";
  std::vector<std::string> kernels;
  for (std::size_t k = 0; k < facts.kernel.size(); ++k)
    if (facts.path[k] == offered) kernels.push_back(facts.kernel[k].name);
  return (is_current ? "current, advised for " : "advised for ") + listed(kernels);
}

std::string change_text(PricedArrangement const& priced) {
  if (!priced.is_reachable()) return "no";
  return priced.conversion_seconds > 0 ? seconds_text(priced.conversion_seconds) : "-";
}

/// In parentheses if it is predicted where others were measured.
std::string predicted_text(AdviceFacts const& facts, double seconds) {
  std::string const text = seconds_text(seconds);
  return facts.is_any_measured() ? '(' + text + ')' : text;
}

/// "2 ms", and "2 ms (1.8 ms)" if it was measured and another time predicted.
std::string call_text(AdviceFacts const& facts, PricedArrangement const& priced,
                      std::size_t kernel) {
  double const seconds = priced.seconds[kernel];
  bool const is_measured = !priced.predicted.empty() && priced.predicted[kernel] != seconds;
  if (!is_measured) return predicted_text(facts, seconds);
  return seconds_text(seconds) + ' ' + predicted_text(facts, priced.predicted[kernel]);
}

Row row_of(AdviceFacts const& facts, PricedArrangement const& priced, std::string const& mark,
           std::string const& note) {
  Row row{mark, priced.arrangement.name()};
  for (std::size_t k = 0; k < priced.seconds.size(); ++k)
    row.push_back(call_text(facts, priced, k));
  row.push_back(priced.predicted.empty() ? predicted_text(facts, priced.all_seconds)
                                         : seconds_text(priced.all_seconds));
  row.push_back(change_text(priced));
  row.push_back(note);
  return row;
}

std::vector<Row> rows_of(AdviceFacts const& facts) {
  std::vector<Row> rows{head(facts)};
  for (std::size_t k = 0; k < facts.offered.size(); ++k)
    rows.push_back(
        row_of(facts, facts.offered[k], is_advised(facts, k) ? ">" : "", note(facts, k)));
  if (facts.whole_records)
    rows.push_back(
        row_of(facts, *facts.whole_records, "", facts.is_gpu ? "by load_records" : "by simd_load"));
  for (auto const& priced : facts.not_offered)
    rows.push_back(row_of(facts, priced, "", "not offered"));
  return rows;
}

/// Words to the left, figures to the right.
std::string padded(std::string const& text, std::size_t width, bool is_word) {
  std::string const blanks(width - text.size(), ' ');
  return is_word ? text + blanks : blanks + text;
}

std::string aligned(std::vector<Row> const& rows) {
  std::size_t const columns = rows.front().size();
  std::vector<std::size_t> width(columns, 0);
  for (Row const& row : rows)
    for (std::size_t c = 0; c < columns; ++c) width[c] = std::max(width[c], row[c].size());
  std::string text;
  for (Row const& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
      bool const is_word = c < 2 || c + 1 == columns;
      if (c > 0) line += c == 1 ? " " : "  ";
      line += padded(row[c], width[c], is_word);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace

std::string advice_table(AdviceFacts const& facts) { return aligned(rows_of(facts)); }

}  // namespace isomer::records
