// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor/detail/advice_problem.hpp>

#include "records/advise/graph/distance.hpp"
#include "records/advise/tree/tree.hpp"

namespace isomer::records {

/// What the decision tree may ask about members in one cluster, of the kernel that accesses them
/// most. `distances` are those of each kernel.
ClusterFeatures features_of(detail::AdviceProblem const& problem,
                            std::vector<Distances> const& distances,
                            std::vector<std::size_t> const& members, std::int64_t l2_bytes);

}  // namespace isomer::records
