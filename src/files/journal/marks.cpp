// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/journal/marks.hpp"

#include <algorithm>
#include <string_view>

#include "files/store/file_text.hpp"

namespace isomer::files {
namespace {

std::string first_page(Work& work) {
  return text_at(*work.file, 0, first_page_bytes(work.geometry()));
}

}  // namespace

Start start_of(StoreFile& file, Description const& description) {
  if (!description.has_header) return Start::unknown;
  std::string const start = text_at(file, 0, mark_bytes);
  if (is_mark(start)) return Start::marked;
  auto const begins_as = [&](std::string_view header) {
    return header.substr(0, mark_bytes) == start;
  };
  return begins_as(description.top) || begins_as(description.new_header) ? Start::whole
                                                                         : Start::unknown;
}

void mark(Work& work) {
  if (!work.has_header()) return;
  std::uint64_t const bytes = first_page_bytes(work.geometry());
  std::string page = text_at(*work.companion, first_page_copy * journal_page, bytes);
  if (!is_mark_of(work.description.id, page))
    page = work.description.top.substr(0, static_cast<std::size_t>(bytes));
  page.replace(0, mark_bytes, mark_of(work.description.id));
  write_text(*work.file, 0, page);
  work.file->sync();
}

void mark_again(Work& work) {
  if (!work.has_header()) return;
  std::string const page = first_page(work);
  write_text(*work.companion, first_page_copy * journal_page, page);
  work.companion->sync();
  write_text(*work.file, 0, page);
  work.file->sync();
}

void unmark(Work& work) {
  if (!work.has_header()) return;
  std::string page = first_page(work);
  page.replace(0, mark_bytes, work.description.new_header, 0, mark_bytes);
  write_text(*work.file, 0, page);
  work.file->sync();
}

void write_first_page_again(Work& work) {
  write_text(*work.file, 0, first_page(work));
  work.file->sync();
}

}  // namespace isomer::files
