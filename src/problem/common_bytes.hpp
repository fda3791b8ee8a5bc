// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <isomer/detail/view_shape.hpp>

namespace isomer::detail {

/// One of many views.
struct PlacedView {
  std::byte const* data;
  ViewShape const* shape;
};

/// Views of two lists, by their numbers.
struct CommonBytes {
  std::size_t first;
  std::size_t second;
};

/// Two views of the list that share a byte, if there are any; the first of a pair comes first in
/// the list. Takes n log n steps for n views, and one for each two whose address ranges overlap.
std::optional<CommonBytes> common_bytes(std::vector<PlacedView> const& views);

/// A view of the first list and one of the second, at another place in it, that share a byte.
std::optional<CommonBytes> common_bytes(std::vector<PlacedView> const& views,
                                        std::vector<PlacedView> const& others);

}  // namespace isomer::detail
