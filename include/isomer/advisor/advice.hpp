// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>

#include <isomer/records/arrangement.hpp>

namespace isomer {

namespace detail {
struct AdviceFacts;
}

/// What is best done with records.
enum class Verdict {
  keep,       ///< they stay as they are
  rearrange,  ///< once, now
  visit       ///< to another arrangement for some kernels, and back
};

/// What `advise` found. A cheap handle: copies share the facts.
class Advice {
 public:
  explicit Advice(std::shared_ptr<detail::AdviceFacts const> facts) : facts_(std::move(facts)) {}

  /// The arrangement that the records should have now; the current one if they should be kept.
  Arrangement best() const;
  /// The arrangement that they should have while a kernel runs. Throws Error if no kernel has that
  /// name.
  Arrangement best(std::string const& kernel) const;
  Verdict verdict() const;
  /// The calls, of all kernels together, after which rearranging has paid; 0 for `keep`.
  double pays_off_after() const;

  /// The seconds of one call in an arrangement of the offer: predicted, or measured if that was
  /// wanted. Throws Error if there is no such kernel, or no such arrangement.
  double seconds(std::string const& kernel, Arrangement const& arrangement) const;
  /// The seconds, of the same kind, of changing from the current arrangement to another of the
  /// offer; infinite if the records cannot be changed to it, as a GPU's block has no room for its
  /// tiles.
  double conversion_seconds(Arrangement const& to) const;

  /// The verdict, what it comes from, and what would be better still but is not offered.
  std::string words() const;
  /// All arrangements of the offer, one a line: the seconds of each kernel, of all calls, and of
  /// the change, "no" where it cannot be made. Where kernels were measured, what is predicted
  /// stands in parentheses.
  std::string table() const;
  /// A picture: the graph of the members with its clusters, the bytes of the first cache lines in
  /// each arrangement, and the calls after which it pays. Throws Error if it cannot be written.
  void save_svg(std::string const& path) const;
  /// The picture as text.
  std::string svg() const;

  /// For the library and its tests.
  detail::AdviceFacts const& facts() const { return *facts_; }

 private:
  std::shared_ptr<detail::AdviceFacts const> facts_;
};

}  // namespace isomer
