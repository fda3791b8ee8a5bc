// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "files/run/work.hpp"

/// The mark at the start of a file with a header. Without a header all of this does nothing.
namespace isomer::files {

enum class Start : std::uint8_t {
  marked,
  whole,   ///< as the old or the new header begins
  unknown  ///< neither: a page tore, or the file has no header
};

Start start_of(StoreFile& file, Description const& description);

/// Marks the file. What else is on that page comes from the companion: its copy of it, or the image
/// that was taken before anything moved.
void mark(Work& work);

/// A mark that was found may be in the page cache only: it is written again, behind a copy of its
/// page in the companion, for that page may tear.
void mark_again(Work& work);

/// The header's own first bytes in place of the mark, and nothing else.
void unmark(Work& work);

/// The first page of a file that is whole again: it may be in the page cache only.
void write_first_page_again(Work& work);

}  // namespace isomer::files
