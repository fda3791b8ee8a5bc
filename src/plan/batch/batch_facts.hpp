// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include <isomer/detail/engine.hpp>

namespace isomer::detail {

/// What the plan says of the blocks of its shapes.
class BatchFacts {
 public:
  void add(std::int64_t blocks, std::string const& problem, std::string const& way,
           std::string const& schema);

  /// Of this many bytes, to be launched so.
  PlanFacts facts(std::int64_t bytes, std::string const& launches, std::size_t workspace,
                  double seconds) const;

 private:
  static constexpr int listed_shapes = 8;

  std::int64_t blocks_ = 0;
  int shapes_ = 0;
  std::set<std::string> schemas_;
  std::string lines_;
};

}  // namespace isomer::detail
