// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/fit.hpp"

#include <algorithm>

#include "files/run/totals.hpp"
#include "files/schedule/pages.hpp"

namespace isomer::files {
namespace {

bool is_inside(Description const& d, Geometry const& g) {
  return g.file_bytes == d.file_bytes && g.page != 0 && g.page <= journal_page &&
         g.offset <= g.file_bytes && g.array_bytes <= g.file_bytes - g.offset;
}

bool is_in_spare_room(EdgeBytes const& edge, Schedule const& schedule) {
  std::uint64_t const page = schedule.geometry().page;
  if (edge.count == 0) return true;
  return edge.spare_page < schedule.spare_pages() && edge.skip <= page && edge.count <= page &&
         edge.skip + edge.count <= (schedule.spare_pages() - edge.spare_page) * page;
}

/// Images as they were taken, in which the bytes that wait in the spare room have place.
bool images_fit(Description const& d, Schedule const& schedule) {
  Geometry const g = schedule.geometry();
  Edges const edges = edges_of(g, d.has_header);
  std::uint64_t const in_top = edges.top_end - std::min(edges.top_end, g.offset);
  std::uint64_t const in_bottom =
      g.offset + g.array_bytes - std::min(edges.bottom, g.offset + g.array_bytes);
  return d.top.size() == edges.top_end - edges.top &&
         d.bottom.size() == edges.bottom_end - edges.bottom && schedule.head().count <= in_top &&
         schedule.tail().count <= in_bottom && is_in_spare_room(schedule.head(), schedule) &&
         is_in_spare_room(schedule.tail(), schedule);
}

bool elements_fit(Elements const& elements, std::uint64_t array_bytes) {
  if (elements.bytes == 0 || elements.steps.size() != elements.extents.size()) return false;
  std::uint64_t bytes = elements.bytes;
  for (auto const extent : elements.extents) {
    if (extent == 0 || bytes > array_bytes / extent) return false;
    bytes *= extent;
  }
  return bytes == array_bytes;
}

}  // namespace

Edges edges_of(Geometry const& geometry, bool has_header) {
  std::uint64_t const page = geometry.page;
  std::uint64_t const array_end = geometry.offset + geometry.array_bytes;
  Edges edges;
  edges.top = has_header ? 0 : round_down(geometry.offset, page);
  edges.top_end =
      std::max(edges.top, std::min(round_up(geometry.offset, page), geometry.file_bytes));
  edges.bottom = std::max(round_down(array_end, page), edges.top_end);
  edges.bottom_end = edges.bottom;
  if (edges.bottom < array_end)
    edges.bottom_end += std::min(page, geometry.file_bytes - edges.bottom);
  return edges;
}

std::uint64_t ring_pages_of(Schedule const& schedule, bool has_header) {
  if (!schedule.through_ring()) return 0;
  Geometry const g = schedule.geometry();
  std::uint64_t const header = has_header ? round_up(g.offset, g.page) / g.page : 0;
  return std::max(totals_of(schedule).most_written, header);
}

bool fits(Description const& d, Schedule const& schedule) {
  Geometry const g = schedule.geometry();
  bool const header_fits =
      !d.has_header || (d.new_header.size() == g.offset && g.offset >= mark_bytes);
  return is_inside(d, g) && header_fits && images_fit(d, schedule) &&
         d.ring_pages == ring_pages_of(schedule, d.has_header) &&
         (!d.sum || elements_fit(d.elements, g.array_bytes));
}

}  // namespace isomer::files
