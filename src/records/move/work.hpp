// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cost/pass.hpp"
#include "in_place/decomposition.hpp"
#include "records/move/panel_layout.hpp"

/// What the passes of a change of arrangement do, counted.
namespace isomer::records {

/// Panels of `count` records from one layout to the other, each through the cache, by record_copy
/// or record_panels.
detail::Pass regroup_pass(detail::Kernel kernel, PanelLayout const& src, PanelLayout const& dst,
                          std::int64_t count, in_place::Limits const& limits);

/// `count` pieces of `bytes` along cycles.
detail::Pass pieces_pass(std::int64_t count, std::int64_t bytes, in_place::Limits const& limits);

}  // namespace isomer::records
