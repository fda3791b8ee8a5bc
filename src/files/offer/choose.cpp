// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/offer/choose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <isomer/error.hpp>

#include "files/checks.hpp"
#include "files/offer/options.hpp"
#include "files/offer/routes.hpp"
#include "files/schedule/fuse.hpp"
#include "files/schedule/pages.hpp"
#include "files/schedule/transfer.hpp"

namespace isomer::files {
namespace {

constexpr std::array<Way, 5> ways_in_place{Way::transfer, Way::ring, Way::slots, Way::wide,
                                           Way::blocks};

/// Groups smaller than this are not worth more of them.
constexpr std::uint64_t enough_for_a_group = std::uint64_t{1} << 26;

/// Schedules that are made to see whether they keep the limits, of the cheapest numbers of a way.
constexpr std::size_t most_tried = 6;

/// No more of them behind this many bytes of tables, for each takes its time.
constexpr std::uint64_t most_tabled = std::uint64_t{1} << 27;

/// Groups whose price is looked at.
constexpr std::uint64_t groups_priced = 256;

/// The array in C order, without axes that stay together; axes are counted from 0.
Problem problem_of(FileArray const& array, std::vector<int> const& axes, Disk const& disk) {
  std::size_t const rank = array.extents.size();
  Problem problem;
  problem.page = disk.page;
  problem.offset = array.offset;
  problem.element_bytes = array.element_bytes;
  problem.extents = array.extents;
  problem.axes.resize(rank);
  for (std::size_t k = 0; k < rank; ++k) problem.axes[k] = static_cast<std::size_t>(axes[k]);
  if (array.order == Order::f) {
    // The fastest axis last, on both sides.
    std::reverse(problem.extents.begin(), problem.extents.end());
    std::reverse(problem.axes.begin(), problem.axes.end());
    for (std::size_t& axis : problem.axes) axis = rank - 1 - axis;
  }
  return fused(problem);
}

class Chooser {
 public:
  Chooser(Numbers start, Limits const& limits, Disk const& disk)
      : start_(std::move(start)), limits_(limits), disk_(disk) {}

  /// The cheapest schedule of a way within the limits, or why there is none.
  void look_at(Way way) {
    Offer offer;
    offer.way = way;
    std::shared_ptr<Schedule const> schedule;
    // Tables take some of the memory: how much is known only then.
    std::uint64_t tables = 0;
    for (int attempt = 0; attempt < 4 && schedule == nullptr; ++attempt) {
      std::uint64_t const before = tables;
      schedule = best(way, offer, tables);
      if (schedule == nullptr && tables == before) break;
    }
    if (schedule != nullptr) {
      offer.why_not.clear();
      if (best_ == nullptr || offer.price.seconds < best_seconds_) {
        best_ = schedule;
        best_seconds_ = offer.price.seconds;
      }
    }
    offers_.push_back(std::move(offer));
  }

  Choice choice() && {
    std::stable_sort(offers_.begin(), offers_.end(), [](Offer const& a, Offer const& b) {
      if (a.why_not.empty() != b.why_not.empty()) return a.why_not.empty();
      return a.why_not.empty() && a.price.seconds < b.price.seconds;
    });
    if (best_ == nullptr) throw Error("isomer::files: there is no way" + reasons());
    Choice choice;
    choice.schedule = best_;
    choice.offers = std::move(offers_);
    return choice;
  }

 private:
  std::string reasons() const {
    std::string text;
    for (Offer const& offer : offers_)
      text += std::string(text.empty() ? ": " : "; ") + name_of(offer.way) + ": " + offer.why_not;
    return text;
  }

  std::vector<std::vector<StepNumbers>> proposals(Way way, Room const& room, std::string& why) {
    std::vector<std::vector<StepNumbers>> list;
    if (way == Way::ring) {
      for (Option const& option : ring_options(start_.problem, room, why))
        list.push_back({option.step});
    } else if (way == Way::transfer || way == Way::copy) {
      for (Option const& option : transfer_options(start_.problem, room, disk_, why))
        list.push_back({option.step});
    } else {
      for (Route const& route : routes(start_, way, room, disk_, why)) list.push_back(route.steps);
    }
    return list;
  }

  std::shared_ptr<Schedule const> best(Way way, Offer& offer, std::uint64_t& tables) {
    if (way == Way::transfer && !limits_.no_new_file.empty()) {
      offer.why_not = limits_.no_new_file;
      return nullptr;
    }
    std::uint64_t const page = disk_.page;
    std::uint64_t const spare =
        way == Way::transfer ? limits_.spare_of_transfer.value_or(limits_.spare) : limits_.spare;
    Room room;
    std::uint64_t const memory = limits_.memory - std::min(limits_.memory, tables);
    room.group = round_down(memory / 4, page);
    room.spare = spare;
    // Some groups, so that reading, moving and writing go on side by side. What goes through the
    // ring has to be whole.
    if (way != Way::ring)
      room.group = std::min(
          room.group, std::max(enough_for_a_group, round_down(start_.problem.bytes() / 8, page)));
    if (room.group < 4 * page) {
      offer.why_not = "there is too little memory";
      return nullptr;
    }
    std::vector<std::vector<StepNumbers>> const list = proposals(way, room, offer.why_not);
    std::uint64_t tabled = 0;
    for (std::size_t k = 0; k < std::min(list.size(), most_tried) && tabled < most_tabled; ++k) {
      Numbers numbers = start_;
      numbers.way = way;
      // Some of the cheapest, then some much further down.
      numbers.steps = list[k < most_tried / 2 ? k : k * list.size() / most_tried];
      auto const schedule = std::make_shared<Steps>(std::move(numbers));
      tabled += schedule->table_bytes();
      offer.price = price(*schedule, disk_, groups_priced);
      std::uint64_t const ahead = groups_ahead(*schedule, spare, offer.price.group_bytes);
      if (way == Way::transfer) add_room(offer.price, disk_, ahead);
      offer.passes = schedule->passes();
      offer.spare_bytes = spare_of(*schedule, offer.price, ahead);
      offer.memory_bytes = 4 * offer.price.group_bytes + schedule->table_bytes();
      if (offer.spare_bytes > spare && way != Way::copy) {
        offer.why_not = "the spare disk is too small";
      } else if (offer.price.group_bytes > room.group) {
        offer.why_not = "a group does not fit in memory";
      } else if (4 * room.group + schedule->table_bytes() > limits_.memory &&
                 offer.memory_bytes > limits_.memory) {
        offer.why_not = "tables do not fit in memory";
        tables = std::max(tables, schedule->table_bytes());
        return nullptr;
      } else {
        return schedule;
      }
    }
    return nullptr;
  }

  std::uint64_t spare_of(Schedule const& schedule, Price const& price, std::uint64_t ahead) const {
    if (schedule.through_ring()) return 4 * price.group_bytes;
    if (schedule.way() == Way::copy) return 0;
    if (schedule.way() == Way::transfer)
      return schedule.extra_bytes() + (ahead - 1) * price.group_bytes;
    return schedule.spare_pages() * disk_.page;
  }

  Numbers start_;
  Limits const& limits_;
  Disk const& disk_;
  std::shared_ptr<Schedule const> best_{};
  double best_seconds_ = 0;
  std::vector<Offer> offers_{};
};

std::string bytes_in_words(double bytes) {
  static constexpr std::array<char const*, 6> units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), unit == 0 || bytes >= 100 ? "%.0f %s" : "%.3g %s", bytes,
                units[unit]);
  return text.data();
}

std::string time_in_words(double seconds) {
  std::array<char, 64> text{};
  if (seconds < 120) std::snprintf(text.data(), text.size(), "%.2g s", seconds);
  else if (seconds < 7200) std::snprintf(text.data(), text.size(), "%.0f min", seconds / 60);
  else std::snprintf(text.data(), text.size(), "%.1f h", seconds / 3600);
  return text.data();
}

std::string requests_in_words(double requests, double bytes) {
  if (requests < 1) return "nothing";
  return bytes_in_words(bytes) + " in requests of " + bytes_in_words(bytes / requests);
}

std::string in_words(Choice const& choice) {
  Offer const& taken = choice.taken();
  Price const& price = taken.price;
  std::string text = std::string(name_of(taken.way)) + ": " + std::to_string(taken.passes) +
                     (taken.passes == 1 ? " pass, reads " : " passes, reads ") +
                     bytes_in_words(number(price.read_bytes)) + ", writes " +
                     bytes_in_words(number(price.written_bytes)) + ", spare disk " +
                     bytes_in_words(number(taken.spare_bytes)) + ", memory " +
                     bytes_in_words(number(taken.memory_bytes)) + ", about " +
                     time_in_words(price.seconds) + '\n';
  for (std::size_t k = 0; k < price.passes.size(); ++k) {
    PassPrice const& pass = price.passes[k];
    text += "pass " + std::to_string(k + 1) + ": reads " +
            requests_in_words(pass.reads, pass.read_bytes) + ", writes " +
            requests_in_words(pass.writes, pass.written_bytes) + ", " +
            std::to_string(std::llround(pass.flushes)) + " flushes, about " +
            time_in_words(pass.seconds) + '\n';
  }
  for (std::size_t k = 1; k < choice.offers.size(); ++k) {
    Offer const& other = choice.offers[k];
    text += std::string("not ") + name_of(other.way) + ": ";
    text += other.why_not.empty() ? "about " + time_in_words(other.price.seconds) : other.why_not;
    text += '\n';
  }
  return text;
}

}  // namespace

Choice choose(FileArray const& array, std::vector<int> const& axes, Limits const& limits,
              Disk const& disk, bool in_place) {
  auto const bytes = checked_bytes(array);
  auto const from_start = checked_axes(array, axes);
  require_inside(array, bytes, "the file", limits.file_bytes);
  if (bytes == 0) return {};
  Numbers start;
  start.file_bytes = limits.file_bytes;
  start.problem = problem_of(array, from_start, disk);
  // Fused, an order that moves nothing has one axis.
  if (in_place && start.problem.axes.size() == 1) return {};
  Chooser chooser(std::move(start), limits, disk);
  if (!in_place) {
    chooser.look_at(Way::copy);
  } else {
    for (Way const way : ways_in_place)
      if (limits.way == Way::automatic || limits.way == way) chooser.look_at(way);
  }
  Choice choice = std::move(chooser).choice();
  choice.words = in_words(choice);
  return choice;
}

}  // namespace isomer::files
