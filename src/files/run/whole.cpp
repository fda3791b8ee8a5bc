// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/whole.hpp"

#include <string_view>

#include "files/journal/journal.hpp"
#include "files/store/file_text.hpp"

namespace isomer::files {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";

std::string another_of_that_name(CompanionPlace const& place) {
  return place.path + " may be the companion of another file of that name";
}

/// Why a companion may be there that nobody finds.
std::string of_its_name(StoreFile& file) {
  auto const links = file.facts().links;
  return "it is named after the name that the file had then" +
         (links > 1 ? ", which has " + std::to_string(links) + " hard links now" : std::string()) +
         "; ";
}

}  // namespace

bool begins_as_npy(StoreFile& file) { return text_at(file, 0, npy_magic.size()) == npy_magic; }

std::string whole_beside_nothing(StoreFile& file) {
  return begins_as_npy(file) ? "is whole" : "is whole unless its companion was damaged";
}

bool has_dangling_link(Store& store, CompanionPlace const& place) {
  return !place.link.empty() && store.link_target(place.link) && !store.exists(place.path);
}

std::string why_not_whole(Store& store, StoreFile& file, CompanionPlace const& place,
                          std::string const& fresh_path) {
  bool const is_marked = is_mark(text_at(file, 0, mark_bytes));
  if (has_dangling_link(store, place) && (is_marked || !begins_as_npy(file)))
    return std::string(is_marked ? "is being rewritten in place" : "may be moved in part") +
           " and its companion " + place.path +
           " is not there: it may lie on a disk that is not mounted, or in another folder, which "
           "--journal DIR names; if it is gone, part of the array is lost";
  if (is_marked)
    return "is being rewritten in place and its companion " + place.path +
           " is not there: " + of_its_name(file) +
           "if it is gone, what it held is lost, restore the file from a copy";
  if (store.exists(fresh_path))
    return fresh_path + " is there, but no companion " + place.path +
           ": part of the array may be in it alone; remove it if the file is whole";
  return {};
}

std::string why_not_own(StoreFile& file, CompanionPlace const& place, Found const& found) {
  std::string const start = text_at(file, 0, mark_bytes);
  if (is_mark(start)) {
    bool const fits =
        found.description ? is_mark_of(found.description->id, start) : place.is_linked;
    return fits ? "" : "is marked by another rewriting than the one of " + place.path;
  }
  if (place.is_linked) return {};
  if (place.link.empty())
    return "has a companion beside it or a link to one, and " + another_of_that_name(place);
  bool const has_moved = found.record ? found.record->t > 0 : !found.is_untouched;
  if (!has_moved) return {};
  if (found.description && found.description->has_header)
    return "has no mark at its start, so it is whole, and " + another_of_that_name(place);
  return "has no link " + place.link + " that leads to " + place.path + ": " +
         another_of_that_name(place);
}

}  // namespace isomer::files
