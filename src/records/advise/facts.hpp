// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <isomer/advisor/advice.hpp>
#include <isomer/records/dynamic_record.hpp>

#include "records/advise/graph/distance.hpp"
#include "records/advise/graph/partition.hpp"
#include "records/advise/loops/loop_work.hpp"

namespace isomer::detail {

/// A gain under it is none, however well it is known.
inline constexpr double least_gain = 0.03;

/// How a kernel uses a leaf.
struct LeafUse {
  bool is_read = false;
  bool is_written = false;
  bool jumps = false;  ///< from anywhere to anywhere: those of neighbouring records are not used
};

/// A kernel, as advice tells of it.
struct KernelFacts {
  std::string name;
  std::int64_t calls = 1;
  std::vector<LeafUse> use;        ///< of each leaf
  records::Distances distance{0};  ///< of each member from each other one
  bool was_tried = false;          ///< its seconds in cache were measured
  bool was_measured = false;       ///< its seconds on all records were
  bool is_truncated = false;       ///< it did more than was kept
  double watched_seconds = 0;      ///< what recording, trying and measuring it took
};

/// What an arrangement costs: predicted, or measured where that was wanted.
struct PricedArrangement {
  Arrangement arrangement = AoS{};
  std::vector<double> seconds;            ///< of one call of each kernel
  std::vector<double> used_share;         ///< of the bytes of the lines that each kernel touches
  double all_seconds = 0;                 ///< of all calls of all kernels
  double conversion_seconds = 0;          ///< from the current arrangement, with its planning
  std::vector<records::LoopWork> work{};  ///< that predicted seconds are the price of
  std::vector<double> predicted{};        ///< `seconds`, had nothing been measured; empty if so
  double predicted_all_seconds = 0;       ///< of these

  /// Whether the records can be changed to it: a GPU's block may have no room for its tiles, and
  /// the change takes infinitely long.
  bool is_reachable() const { return std::isfinite(conversion_seconds); }
  std::vector<double> const& predicted_seconds() const {
    return predicted.empty() ? seconds : predicted;
  }
  /// All calls, to be compared with what is never measured.
  double predicted_total() const { return predicted.empty() ? all_seconds : predicted_all_seconds; }
};

/// What advice is made of, to be told in words, in a table and in a picture.
struct AdviceFacts {
  DynamicRecord record;
  std::int64_t count = 0;
  std::int64_t capacity = 0;
  bool is_gpu = false;
  std::int64_t line_bytes = 64;         ///< of the first-level cache
  std::int64_t moved_bytes = 64;        ///< that memory moves at a time: a line, or a GPU's sector
  std::int64_t second_level_bytes = 0;  ///< of all cores' caches
  std::int64_t third_level_bytes = 0;
  std::vector<KernelFacts> kernel{};

  std::vector<PricedArrangement> offered{};  ///< in the order of the offer
  std::size_t current = 0;                   ///< of the offer
  std::vector<std::size_t> path{};  ///< of each kernel, the one of the offer that it should run in
  Verdict verdict = Verdict::keep;
  double needed_gain = least_gain;  ///< of all calls, from which a change is advised
  double pays_off_after = 0;        ///< calls
  double kept_seconds = 0;          ///< all calls in the current arrangement
  double advised_seconds = 0;       ///< all calls and changes of the path

  /// AoS, if it is the current arrangement, where kernels load and store whole records; none if
  /// that makes no kernel faster.
  std::optional<PricedArrangement> whole_records{};

  std::vector<PricedArrangement> not_offered{};  ///< those that are better than the best of the
                                                 ///< offer, best first; may be empty
  records::Distances distance{0};                ///< of the program: that of its kernels joined
  records::Partition
      partition{};             ///< the clusters of members at one cache line, as in Kofler et al.
  std::string tree_origin{};   ///< where the decision tree is from, in words
  std::string rates_origin{};  ///< where the rates are from
  double advice_seconds = 0;   ///< what it took to find all that

  bool has_measured_changes = false;
  bool lacked_memory = false;  ///< for the copy of the records on which was to be measured
  bool is_any_measured() const {
    return std::any_of(kernel.begin(), kernel.end(), [](auto const& k) { return k.was_measured; });
  }
  bool is_all_measured() const {
    return std::all_of(kernel.begin(), kernel.end(), [](auto const& k) { return k.was_measured; });
  }
};

}  // namespace isomer::detail
