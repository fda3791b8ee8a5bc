// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/verdict_words.hpp"

#include <algorithm>

#include "records/advise/report/choice.hpp"
#include "records/advise/report/quantities.hpp"

namespace isomer::records {
namespace {

using detail::AdviceFacts;

std::string keep_words(AdviceFacts const& facts) {
  std::string const keep = "keep " + name_of(facts, facts.current) + ": ";
  std::size_t const other = best_other(facts);
  if (other == facts.current && facts.offered.size() > 1)
    return keep + "the records cannot be changed to anything else that is offered.";
  if (other == facts.current) return keep + "nothing else is offered.";
  auto const& priced = facts.offered[other];
  double const saved = facts.kept_seconds - priced.all_seconds;
  std::string const name = priced.arrangement.name();
  if (saved <= 0)
    return keep + "no other arrangement of the offer is " +
           (facts.is_all_measured() ? "faster" : "predicted to be faster") + "; all calls take " +
           seconds_text(facts.kept_seconds) + " here and " + seconds_text(priced.all_seconds) +
           " in " + name + ", the next best.";
  if (saved <= priced.conversion_seconds)
    return keep + name + " would save " + seconds_text(saved) +
           " in all calls, the change to it takes " + seconds_text(priced.conversion_seconds) + ".";
  return keep + name + (facts.is_all_measured() ? " saves only " : " is predicted to save only ") +
         seconds_text(saved - priced.conversion_seconds) + " of " +
         seconds_text(facts.kept_seconds) + ", less than the " + percent_text(facts.needed_gain) +
         (facts.is_all_measured() ? " from which a change is advised."
                                  : " that the model can tell apart.");
}

std::string saving_words(AdviceFacts const& facts) {
  return "All calls take " + seconds_text(facts.advised_seconds) +
         ", changes included, instead of " + seconds_text(facts.kept_seconds) + ".";
}

std::string rearrange_words(AdviceFacts const& facts) {
  auto const& to = facts.offered[advised_now(facts)];
  return "rearrange to " + to.arrangement.name() + " now: pays off after " +
         calls_text(facts.pays_off_after) + ". The change takes " +
         seconds_text(to.conversion_seconds) + ". " + saving_words(facts);
}

/// The kernels from `begin` on that run in one of the offer.
std::vector<std::string> kernels_in(AdviceFacts const& facts, std::size_t offered,
                                    std::size_t begin = 0) {
  std::vector<std::string> names;
  for (std::size_t k = begin; k < facts.kernel.size(); ++k)
    if (facts.path[k] == offered) names.push_back(facts.kernel[k].name);
  return names;
}

/// What is done once the others are through: their change back, if there is one.
std::string back_words(AdviceFacts const& facts, std::size_t away) {
  auto const later = kernels_in(facts, facts.current, away);
  std::string const back = ", convert back to " + name_of(facts, facts.current);
  if (!later.empty()) return back + " for " + listed(later);
  bool const is_repeated = std::all_of(facts.kernel.begin(), facts.kernel.end(),
                                       [](auto const& kernel) { return kernel.calls > 1; });
  return away > 0 && is_repeated ? back : "";
}

/// In the order in which kernels come to them; the current one is where they come back to.
std::string visit_words(AdviceFacts const& facts) {
  auto const first = std::find_if(facts.path.begin(), facts.path.end(),
                                  [&](std::size_t at) { return at != facts.current; });
  auto const away = static_cast<std::size_t>(first - facts.path.begin());
  std::vector<std::size_t> visited;
  for (std::size_t const at : facts.path)
    if (at != facts.current && std::find(visited.begin(), visited.end(), at) == visited.end())
      visited.push_back(at);
  std::vector<std::string> staying;
  for (std::size_t k = 0; k < away; ++k) staying.push_back(facts.kernel[k].name);
  std::string text;
  if (away > 0)
    text = "run " + listed(staying) + " in " + name_of(facts, facts.current) + ", then ";
  text += "convert to ";
  for (std::size_t v = 0; v < visited.size(); ++v) {
    if (v > 0) text += ", to ";
    text += name_of(facts, visited[v]) + " for " + listed(kernels_in(facts, visited[v]));
  }
  text += back_words(facts, away);
  return text + ": pays off after " + calls_text(facts.pays_off_after) + ". " + saving_words(facts);
}

}  // namespace

std::string verdict_words(AdviceFacts const& facts) {
  switch (facts.verdict) {
    case Verdict::keep: return keep_words(facts);
    case Verdict::rearrange: return rearrange_words(facts);
    case Verdict::visit: return visit_words(facts);
  }
  return {};
}

}  // namespace isomer::records
