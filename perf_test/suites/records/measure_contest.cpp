// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "patience.hpp"
#include "records/advise/facts.hpp"
#include "suites/records/contest.hpp"
#include "suites/records/judge.hpp"

namespace isomer::perf {

namespace {

/// Steps to come that no change of arrangement counts against.
constexpr std::int64_t many_steps = 1'000'000;

class ContestMeasurement {
 public:
  ContestMeasurement(Contest& contest, Case const& chosen, Bench const& bench)
      : contest_(contest),
        offer_(contest.offer()),
        patience_(patience_for(chosen, bench.options)),
        stopwatch_(stopwatch_for(bench.exec)),
        is_corrupt_(bench.options.corrupt) {
    patience_.slots = 1;
    if (chosen.residency == Residency::cache) outlast_disturbances();
  }

  void run(Row& row) {
    std::size_t const advised = advise(many_steps);
    row.figures = {{"advice_ms", 1e3 * advice_seconds_}};
    std::vector<std::pair<int, std::size_t>> advised_for;
    for (int const steps : {1, 10, 100}) advised_for.emplace_back(steps, advise(steps));
    std::optional<std::size_t> by_measuring;
    if (contest_.has_vectors()) {
      by_measuring = advise(many_steps, Effort::measure);
      row.figures.push_back({"measured_advice_ms", 1e3 * advice_seconds_});
    }
    for (std::size_t k = 1; k < offer_.size(); ++k) contest_.rearrange(k, offer_[k]);
    time_all(row, advised);
    std::size_t const best = index_of_least(of_offer(seconds_));
    Confirmation const confirmed = confirm(advised, best);
    report(row, advised, best, confirmed);
    if (by_measuring)
      row.figures.push_back(
          {"measured_regret",
           regret_of(of_offer(seconds_), seconds_[*by_measuring], confirmed.noise())});
    time_changes();
    for (auto const& [steps, chosen] : advised_for)
      report_charged(row, steps, chosen, confirmed.noise());
    verify(row);
  }

 private:
  /// Samples of a few hundred microseconds: what disturbs one disturbs those beside it, too.
  void outlast_disturbances() {
    patience_.rounds *= 9;
    patience_.budget_seconds = 0.1;
  }

  /// What is advised for that many steps: an index of the offer, or of visits behind it.
  std::size_t advise(std::int64_t steps, Effort effort = Effort::estimate) {
    double const start = stopwatch_.now();
    Advice const advice = contest_.advise(steps, effort);
    advice_seconds_ = stopwatch_.now() - start;
    if (advice.verdict() == Verdict::visit) return index_of_visits(advice);
    Arrangement const best = advice.best();
    return static_cast<std::size_t>(std::find(offer_.begin(), offer_.end(), best) - offer_.begin());
  }

  std::size_t index_of_visits(Advice const& advice) {
    auto const is_same = [&](Advice const& other) {
      return other.facts().path == advice.facts().path;
    };
    auto const known = std::find_if(visits_.begin(), visits_.end(), is_same);
    std::size_t const k = offer_.size() + static_cast<std::size_t>(known - visits_.begin());
    if (known == visits_.end()) visits_.push_back(advice);
    return k;
  }

  std::string name_of(std::size_t k) const {
    if (k < offer_.size()) return offer_[k].name();
    std::size_t const number = k - offer_.size();
    return number == 0 ? "visits" : "visits " + std::to_string(number + 1);
  }

  /// What advice is judged by. Visits are only if they are advised.
  std::vector<double> of_offer(std::vector<double> const& of_all) const {
    return {of_all.begin(), of_all.begin() + std::ssize(offer_)};
  }

  Contender contender(std::size_t k) {
    if (k < offer_.size())
      return {name_of(k), Contender::Role::subject, [this, k](int /*turn*/) { contest_.step(k); }};
    return {name_of(k), Contender::Role::subject,
            [this, k](int /*turn*/) { contest_.step_with_visits(visits_[k - offer_.size()]); }};
  }

  void time_all(Row& row, std::size_t advised) {
    std::vector<Contender> contenders;
    for (std::size_t k = 0; k < offer_.size() + visits_.size(); ++k)
      contenders.push_back(contender(k));
    if (contest_.has_vectors())
      contenders.push_back({"aos_by_simd_load", Contender::Role::subject,
                            [this](int /*turn*/) { contest_.step_by_vectors(); }});
    interleave(contenders, patience_, stopwatch_);
    for (auto const& each : contenders)
      row.rivals.push_back({short_name(each.name, row.rivals), median(each.seconds)});
    for (std::size_t k = 0; k < offer_.size() + visits_.size(); ++k)
      seconds_.push_back(row.rivals[k].seconds);
    row.set_seconds(contenders[advised].seconds);
  }

  /// `tiled_8`, and `clusters`, `clusters_2`, .. for those whose name is a sentence.
  static std::string short_name(std::string name, std::vector<Row::Rival> const& before) {
    if (name.starts_with("clusters")) {
      name = "clusters";
      auto const others = std::count_if(before.begin(), before.end(), [](Row::Rival const& rival) {
        return rival.name.starts_with("clusters");
      });
      if (others > 0) name.append("_").append(std::to_string(others + 1));
    }
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
  }

  /// The best, and those that it is compared with: the one that is advised and AoS, or what is next
  /// best. Each twice, and as many others between its turns as between any other's: one that comes
  /// back sooner would find more of its data in a cache.
  Confirmation confirm(std::size_t advised, std::size_t best) {
    std::vector<std::size_t> which{best};
    for (std::size_t const other : {advised, std::size_t{0}})
      if (std::find(which.begin(), which.end(), other) == which.end()) which.push_back(other);
    if (which.size() == 1) which.push_back(next_best(best));
    std::size_t const again = which.size();
    for (std::size_t k = 0; k < again; ++k) which.push_back(which[k]);
    std::vector<Contender> contenders;
    for (std::size_t const k : which) contenders.push_back(contender(k));
    interleave(contenders, patience_, stopwatch_);
    auto const seconds_of = [&](std::size_t k) {
      double sum = 0;
      int count = 0;
      for (std::size_t turn = 0; turn < which.size(); ++turn)
        if (which[turn] == k) {
          sum += median(contenders[turn].seconds);
          ++count;
        }
      return sum / count;
    };
    return {seconds_of(advised), median(contenders[0].seconds), median(contenders[again].seconds),
            seconds_of(0)};
  }

  std::size_t next_best(std::size_t best) const {
    auto others = of_offer(seconds_);
    others[best] = std::numeric_limits<double>::infinity();
    return index_of_least(others);
  }

  void report(Row& row, std::size_t advised, std::size_t best, Confirmation const& confirmed) {
    double const regret = advised == best ? 0 : confirmed.regret();
    row.figures.insert(
        row.figures.begin(),
        {{"regret", regret},
         {"rank", static_cast<double>(rank_of(of_offer(seconds_), seconds_[advised]))},
         {"gain", confirmed.aos / confirmed.advised},
         {"loss", advised == 0 ? 0 : confirmed.loss()},
         {"noise", confirmed.noise()}});
    row.note.append("  advised ").append(name_of(advised));
    if (advised != best) row.note.append(", best ").append(name_of(best));
  }

  /// Of that many steps and the change before them. The steps of visits have theirs in them.
  void report_charged(Row& row, int steps, std::size_t chosen, double noise) const {
    auto const of_all = charged(seconds_, change_, steps);
    auto const total = of_offer(of_all);
    auto const name = [&](char const* figure) { return figure + std::to_string(steps); };
    row.figures.push_back({name("regret_"), regret_of(total, of_all[chosen], noise)});
    row.figures.push_back({name("rank_"), static_cast<double>(rank_of(total, of_all[chosen]))});
    row.figures.push_back({name("gain_"), total.front() / of_all[chosen]});
  }

  /// The seconds of changing from AoS, in place; the plan is made anew each time.
  void time_changes() {
    change_ = {0};
    for (std::size_t k = 1; k < offer_.size(); ++k) {
      std::vector<double> seconds;
      for (int round = 0; round < std::min(3, patience_.rounds); ++round) {
        contest_.rearrange(k, AoS{});
        stopwatch_.fence();
        double const start = stopwatch_.now();
        contest_.rearrange(k, offer_[k]);
        stopwatch_.fence();
        seconds.push_back(stopwatch_.now() - start);
      }
      change_.push_back(median(seconds));
    }
    change_.resize(seconds_.size(), 0);
  }

  void verify(Row& row) {
    for (std::size_t k = 0; k < offer_.size(); ++k) {
      contest_.rearrange(k, AoS{});
      contest_.begin(k);
      contest_.rearrange(k, offer_[k]);
      contest_.step(k);
      contest_.rearrange(k, AoS{});
      stopwatch_.fence();
    }
    if (contest_.has_vectors()) {
      contest_.begin(0);
      contest_.step_by_vectors();
      stopwatch_.fence();
      if (auto const wrong = contest_.difference(1)) return row.fail(*wrong + ", by vectors");
    }
    if (is_corrupt_) contest_.corrupt(offer_.size() - 1);
    for (std::size_t k = 1; k < offer_.size(); ++k)
      if (auto const wrong = contest_.difference(k))
        return row.fail(*wrong + ", in " + offer_[k].name());
  }

  Contest& contest_;
  std::vector<Arrangement> offer_;
  Patience patience_;
  Stopwatch stopwatch_;
  bool is_corrupt_;
  double advice_seconds_ = 0;
  std::vector<Advice> visits_;   ///< those of them that change arrangements between kernels
  std::vector<double> seconds_;  ///< of a step, in each of the offer and with each of the visits
  std::vector<double> change_;   ///< before the first step
};

}  // namespace

std::vector<Contender> steps_by_turns(Contest& contest, std::vector<std::size_t> const& which,
                                      Patience const& patience, Stopwatch const& stopwatch) {
  auto const offer = contest.offer();
  std::vector<Contender> contenders;
  for (std::size_t const k : which)
    contenders.push_back({offer[k].name(), Contender::Role::subject,
                          [&contest, k](int /*turn*/) { contest.step(k); }});
  interleave(contenders, patience, stopwatch);
  return contenders;
}

std::vector<std::size_t> all_of_offer(Contest const& contest) {
  std::vector<std::size_t> all(contest.offer().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void measure_contest(Row& row, Contest& contest, Case const& chosen, Bench const& bench) {
  ContestMeasurement(contest, chosen, bench).run(row);
}

}  // namespace isomer::perf
