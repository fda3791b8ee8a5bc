// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/pass.hpp"

#include <array>

#include "index/value_named.hpp"

namespace isomer::detail {
namespace {

constexpr std::array<char const*, kernel_count> kernel_names{
    "copy",         "strided",     "tile_runs",     "tile_direct",   "tile_staged",
    "tile_skewed",  "tile_gather", "record_copy",   "swap",          "block",
    "block_shared", "panel_rows",  "pieces",        "row_shuffle",   "column_shuffle",
    "cycles",       "push",        "record_panels", "record_pieces", "record_loop"};
constexpr std::array<char const*, residency_count> residency_names{"memory", "cache"};

}  // namespace

char const* name_of(Kernel kernel) { return kernel_names[static_cast<std::size_t>(kernel)]; }

std::optional<Kernel> kernel_named(std::string_view name) {
  return value_named<Kernel>(kernel_names, name);
}

char const* name_of(Residency residency) {
  return residency_names[static_cast<std::size_t>(residency)];
}

std::optional<Residency> residency_named(std::string_view name) {
  return value_named<Residency>(residency_names, name);
}

}  // namespace isomer::detail
