// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "files/journal/companion.hpp"
#include "files/store/store.hpp"

/// What speaks against taking a file as it is; each a sentence without its subject, the file.
namespace isomer::files {

/// Of a file whose companion is not there: it is marked, a link leads to that companion, or a new
/// file lies beside it. Empty: the file is whole.
std::string why_not_whole(Store& store, StoreFile& file, CompanionPlace const& place,
                          std::string const& fresh_path);

/// Whether a link beside the file leads to a companion that is not there.
bool has_dangling_link(Store& store, CompanionPlace const& place);

/// Of a file and a companion that was found: empty if it is this file's, or nothing has moved by
/// it.
std::string why_not_own(StoreFile& file, CompanionPlace const& place, Found const& found);

/// What is known of a file whose companion holds nothing: one without a mark may be moved in part
/// where the companion was damaged.
std::string whole_beside_nothing(StoreFile& file);

/// Whether the file begins as NumPy writes its files: one that is rewritten with its header does so
/// only while it is whole.
bool begins_as_npy(StoreFile& file);

}  // namespace isomer::files
