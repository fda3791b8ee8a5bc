// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "records/advise/facts.hpp"

/// What follows from the facts for those who tell of them.
namespace isomer::records {

/// The one of the offer that the records should have now.
std::size_t advised_now(detail::AdviceFacts const& facts);

/// The one that a kernel should run in.
std::size_t advised_for(detail::AdviceFacts const& facts, std::size_t kernel);

/// The fastest of the offer for all calls, the change to it aside, other than the current one; the
/// current one if no other can be reached.
std::size_t best_other(detail::AdviceFacts const& facts);

/// Of all seconds in the current arrangement, those that each kernel takes.
std::vector<double> time_shares(detail::AdviceFacts const& facts);

/// The kernels from the one that takes longest in all on.
std::vector<std::size_t> longest_first(detail::AdviceFacts const& facts);

double all_calls(detail::AdviceFacts const& facts);

std::string name_of(detail::AdviceFacts const& facts, std::size_t offered);

}  // namespace isomer::records
