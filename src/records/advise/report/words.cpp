// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/words.hpp"

#include <algorithm>
#include <cmath>

#include "records/advise/report/choice.hpp"
#include "records/advise/report/quantities.hpp"
#include "records/advise/report/source_text.hpp"
#include "records/advise/report/verdict_words.hpp"

namespace isomer::records {
namespace {

using detail::AdviceFacts;

constexpr std::size_t width = 98;

std::int64_t used_bytes(AdviceFacts const& facts, std::size_t offered, std::size_t kernel) {
  return std::llround(facts.offered[offered].used_share[kernel] *
                      static_cast<double>(facts.moved_bytes));
}

std::string uses_words(AdviceFacts const& facts, std::size_t offered, std::size_t kernel) {
  std::int64_t const used = used_bytes(facts, offered, kernel);
  std::string const where = " in " + name_of(facts, offered);
  if (used >= facts.moved_bytes) return "all" + where;
  return std::to_string(used) + " bytes (" +
         percent_text(facts.offered[offered].used_share[kernel]) + ')' + where;
}

/// Whether a kernel takes another time though it touches as many lines.
bool is_loop_that_differs(AdviceFacts const& facts, std::size_t other, std::size_t kernel) {
  auto const& before = facts.offered[facts.current];
  auto const& after = facts.offered[other];
  bool const has_same_bytes = std::abs(before.used_share[kernel] - after.used_share[kernel]) < 0.02;
  return has_same_bytes &&
         std::abs(before.seconds[kernel] - after.seconds[kernel]) > 0.1 * before.seconds[kernel];
}

/// "push takes 81 % of the time (1 ms a call, 0.4 ms in soa): of each line of 64 bytes that it
/// touches it uses 28 bytes (44 %) in aos and all in soa."
std::string bytes_words(AdviceFacts const& facts, std::size_t kernel, double time_share) {
  std::size_t other = advised_for(facts, kernel);
  if (other == facts.current) other = best_other(facts);
  bool const has_other = other != facts.current;
  std::string text = facts.kernel[kernel].name + " takes " + percent_text(time_share) +
                     " of the time (" + seconds_text(facts.offered[facts.current].seconds[kernel]) +
                     " a call";
  if (has_other)
    text +=
        ", " + seconds_text(facts.offered[other].seconds[kernel]) + " in " + name_of(facts, other);
  text += std::string("): of each ") + (facts.is_gpu ? "sector" : "line") + " of " +
          std::to_string(facts.moved_bytes) + " bytes that it touches it uses " +
          uses_words(facts, facts.current, kernel);
  if (!has_other) return text + '.';
  text += " and " + uses_words(facts, other, kernel);
  if (is_loop_that_differs(facts, other, kernel))
    text += std::string("; what differs is how the loop runs (") +
            (facts.is_gpu ? "instructions, lines of the first-level cache"
                          : "vectors, streams, pages") +
            "), not the bytes";
  return text + '.';
}

/// A kernel that takes less than that is not worth a line.
constexpr double least_share = 0.01;

std::vector<std::string> reasons(AdviceFacts const& facts) {
  auto const share = time_shares(facts);
  std::vector<std::string> sentences;
  std::vector<std::string> brief;
  for (std::size_t const k : longest_first(facts)) {
    if (share[k] < least_share && !sentences.empty()) brief.push_back(facts.kernel[k].name);
    else sentences.push_back(bytes_words(facts, k, share[k]));
  }
  if (!brief.empty())
    sentences.push_back(listed(brief) + (brief.size() == 1 ? " takes" : " take") +
                        " less than 1 % of the time" + (brief.size() == 1 ? "." : " each."));
  return sentences;
}

/// "push and sort were, and changes were", on what; empty if nothing was to be measured.
std::string measured_words(AdviceFacts const& facts) {
  if (facts.lacked_memory)
    return "How sure: nothing was measured, a copy of the records would take more than half of the "
           "memory that is left.";
  if (!facts.has_measured_changes) return {};
  std::vector<std::string> measured{"changes"};
  std::vector<std::string> others;
  for (auto const& kernel : facts.kernel)
    (kernel.was_measured ? measured : others).push_back(kernel.name);
  std::string text = "How sure: " + listed(measured) + " were measured on a copy of the records";
  if (!others.empty())
    text += ", " + listed(others) + (others.size() == 1 ? " is" : " are") + " predicted";
  return text + '.';
}

std::vector<std::string> doubts(AdviceFacts const& facts) {
  std::vector<std::string> untried;
  std::vector<std::string> truncated;
  for (auto const& kernel : facts.kernel) {
    if (!kernel.was_tried && !kernel.was_measured) untried.push_back(kernel.name);
    if (kernel.is_truncated) truncated.push_back(kernel.name);
  }
  std::vector<std::string> sentences;
  if (auto text = measured_words(facts); !text.empty()) sentences.push_back(std::move(text));
  if (facts.is_gpu && !untried.empty())
    sentences.emplace_back(
        "How sure: nothing is tried on a GPU, what threads compute is taken to be alike and "
        "little.");
  else if (!untried.empty())
    sentences.push_back("How sure: " + listed(untried) + (untried.size() == 1 ? " was" : " were") +
                        " not tried, so loops over arrays and tiles are assumed to be vectorised.");
  if (!truncated.empty())
    sentences.push_back("How sure: an item of " + listed(truncated) +
                        " accesses more than was kept, the rest is taken to be like it.");
  return sentences;
}

/// Whole records are worth a line if they come close to what is advised and gain something.
std::string whole_records_words(AdviceFacts const& facts) {
  constexpr double most_loss = 0.1;
  if (!facts.whole_records || facts.is_any_measured()) return {};
  double const seconds = facts.whole_records->all_seconds;
  double const more = seconds / facts.advised_seconds - 1;
  if (seconds > (1 - facts.needed_gain) * facts.kept_seconds || more > most_loss) return {};
  std::string const by = facts.is_gpu ? "load_records" : "simd_load";
  std::string text = "Or keep aos and load whole records with " + by + ": all calls would take " +
                     seconds_text(seconds);
  if (facts.verdict != Verdict::keep)
    text +=
        ", " + percent_text(std::abs(more)) + (more < 0 ? " less" : " more") + ", without a change";
  return text + '.';
}

std::string not_offered_words(AdviceFacts const& facts) {
  auto const& better = facts.not_offered.front();
  double best = facts.offered[facts.current].predicted_total();
  for (auto const& priced : facts.offered)
    if (priced.is_reachable()) best = std::min(best, priced.predicted_total());
  double const gain = best > 0 ? 1 - better.all_seconds / best : 0;
  std::string text = "not offered: " + source_text(better.arrangement) + " is predicted " +
                     percent_text(gain) + " faster than the best of the offer; ";
  if (better.conversion_seconds > 0 && better.is_reachable())
    text += "the change to it takes " + seconds_text(better.conversion_seconds) + "; ";
  return text + "add it to the Offer.";
}

/// "Priced for 1000 records of 48 bytes in memory.": advice may differ with their number.
std::string place_words(AdviceFacts const& facts) {
  std::int64_t const bytes = facts.count * facts.record.bytes();
  std::string where = "memory";
  if (bytes <= facts.second_level_bytes) where = "the second-level cache";
  else if (bytes <= facts.third_level_bytes) where = "the third-level cache";
  return "Priced for " + std::to_string(facts.count) + " records of " +
         std::to_string(facts.record.bytes()) + " bytes in " + where + '.';
}

/// ", 60 ms of which push was recorded and run": which kernel, if it took long enough to be missed.
std::string long_words(AdviceFacts const& facts) {
  constexpr double soon = 50e-3;
  auto const longest = std::max_element(
      facts.kernel.begin(), facts.kernel.end(),
      [](auto const& a, auto const& b) { return a.watched_seconds < b.watched_seconds; });
  if (facts.advice_seconds < soon || longest->watched_seconds < facts.advice_seconds / 4) return {};
  std::string text = ", ";
  text.append(seconds_text(longest->watched_seconds)).append(" of which ").append(longest->name);
  return text.append(" was recorded and run");
}

std::string origin_words(AdviceFacts const& facts) {
  std::string text = "Rates of this machine: " + facts.rates_origin;
  if (!facts.tree_origin.empty()) text += "; decision tree: " + facts.tree_origin;
  return text + "; found in " + seconds_text(facts.advice_seconds) + long_words(facts) + '.';
}

}  // namespace

std::string advice_words(AdviceFacts const& facts) {
  std::vector<std::string> paragraphs{verdict_words(facts)};
  for (auto const& sentence : reasons(facts)) paragraphs.push_back(sentence);
  if (auto const text = whole_records_words(facts); !text.empty()) paragraphs.push_back(text);
  for (auto const& sentence : doubts(facts)) paragraphs.push_back(sentence);
  if (!facts.not_offered.empty()) paragraphs.push_back(not_offered_words(facts));
  paragraphs.push_back(place_words(facts));
  paragraphs.push_back(origin_words(facts));
  std::string text;
  for (auto const& paragraph : paragraphs) text += wrapped(paragraph, width) + '\n';
  return text;
}

}  // namespace isomer::records
