// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "machine/machine.hpp"
#include "records/advise/tree/tree.hpp"

namespace isomer::records {

/// The tree that proposals come from, and where it is from, in words.
struct TreeInUse {
  TileTree tree;
  std::string origin;
};

/// What ISOMER_TREE names if it can be used, else the default for this processor. Read once; a file
/// that cannot be used is said so on stderr then.
TreeInUse const& tree_in_use();

/// The same without the memory: `file` is what ISOMER_TREE holds, null when it is not set.
/// `warning` stays empty unless the file is ignored.
TreeInUse choose_tree(char const* file, detail::Machine const& machine, std::string& warning);

/// The default for a machine, whether it is here or not.
TreeInUse tree_for(detail::Machine const& machine);

}  // namespace isomer::records
