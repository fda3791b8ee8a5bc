// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/finish.hpp"

#include "files/journal/marks.hpp"
#include "files/run/fit.hpp"
#include "files/store/file_text.hpp"

namespace isomer::files {
namespace {

/// Bytes of the result that wait in the spare room, laid over an image of their page.
void lay_over(Work& work, EdgeBytes const& edge, std::string& image, std::uint64_t at) {
  std::uint64_t const from =
      work.journal_bytes + edge.spare_page * work.geometry().page + edge.skip;
  work.companion->read(
      from, std::as_writable_bytes(std::span(image))
                .subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(edge.count)));
}

/// The pages that the array shares with others: the last one, then the first ones with the mark
/// still on.
void write_edges(Work& work) {
  Geometry const g = work.geometry();
  Description const& d = work.description;
  EdgeBytes const head = work.schedule->head();
  EdgeBytes const tail = work.schedule->tail();
  Edges const edges = edges_of(g, d.has_header);
  if (tail.count > 0) {
    std::string bottom = d.bottom;
    lay_over(work, tail, bottom, g.offset + g.array_bytes - tail.count - edges.bottom);
    write_text(*work.file, edges.bottom, bottom);
  }
  std::string top = d.top;
  if (head.count > 0) lay_over(work, head, top, g.offset - edges.top);
  if (d.has_header) {
    top.replace(0, d.new_header.size(), d.new_header);
    top.replace(0, mark_bytes, mark_of(d.id));
  }
  if (d.has_header || head.count > 0) write_text(*work.file, edges.top, top);
}

void replace_by_fresh(Work& work) {
  complete_fresh(work);
  work.fresh->sync();
  work.store->rename(work.fresh_path, work.path);
  work.store->sync_directory(work.path);
}

}  // namespace

void complete_fresh(Work& work) {
  if (work.has_header()) write_text(*work.fresh, 0, work.description.new_header);
}

void finish(Work& work) {
  if (work.schedule->way() == Way::transfer) {
    replace_by_fresh(work);
  } else {
    if (!work.goes_through_ring()) write_edges(work);
    work.file->sync();
    unmark(work);
  }
  work.companion.reset();
  remove_companion(*work.store, work.place);
}

}  // namespace isomer::files
