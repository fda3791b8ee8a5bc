// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The values of options from their texts; nothing for a text that is none.
namespace isomer::program {

using Integers = std::vector<std::int64_t>;

/// A number from 1 to `most_threads`.
std::optional<int> read_threads(std::string const& text);

/// Integers between commas. The empty text is the empty list.
std::optional<Integers> read_axes(std::string const& text);
/// The same from 0 on.
std::optional<Integers> read_extents(std::string const& text);

/// Whether it is F, not C.
std::optional<bool> read_order(std::string const& text);

/// A number of bytes from 1 on, with K, M, G or T behind it for powers of 1024.
std::optional<std::uint64_t> read_size(std::string const& text);
/// The same from 0 on.
std::optional<std::uint64_t> read_offset(std::string const& text);

std::optional<std::int64_t> read_item_bytes(std::string const& text);

}  // namespace isomer::program
