// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "cost/model_file.hpp"
#include "records/advise/tree/tree.hpp"

namespace isomer::records {

/// Raised whenever a feature changes its meaning.
inline constexpr int tree_file_version = 1;

/// No training writes a larger tree; a larger file is something else.
inline constexpr std::size_t largest_tree_file = 256 << 10;
inline constexpr int deepest_tree = 40;

/// Reads what `tree_text` writes and nothing else: every feature has to be known, every threshold a
/// number, every tile a class, and every question followed by its two branches.
std::variant<TileTree, detail::ModelFileError> parse_tree(std::string_view text);

/// The tree as text, a node a line: `ask feature threshold`, then the lines of the branch below
/// and those of the other one, or `answer aos`, `answer soa`, `answer 64`.
std::string tree_text(TileTree const& tree);

}  // namespace isomer::records
