// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/journal/companion.hpp"

#include <algorithm>
#include <vector>

namespace isomer::files {
namespace {

constexpr std::uint64_t record_slots = 2;
constexpr std::uint64_t copies = 2;

std::uint64_t record_at(std::uint64_t slot, std::uint64_t copy) {
  return (first_record_page + slot + record_slots * copy) * journal_page;
}

void write_slot(StoreFile& companion, std::uint64_t slot, std::vector<std::byte> const& page) {
  for (std::uint64_t copy = 0; copy < copies; ++copy) companion.write(record_at(slot, copy), page);
}

std::string name_of_path(std::string const& path) { return path.substr(path.rfind('/') + 1); }

/// The target of a relative link is counted from the link's own folder.
std::optional<std::string> end_of_link(Store& store, std::string const& link) {
  auto target = store.link_target(link);
  if (target && !target->starts_with('/')) target->insert(0, link, 0, link.rfind('/') + 1);
  return target;
}

bool is_zero(std::span<std::byte const> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

}  // namespace

CompanionPlace companion_place(Store& store, std::string const& path,
                               std::string const& journal_directory) {
  std::string const beside = path + ".isomer";
  auto const linked = end_of_link(store, beside);
  CompanionPlace own{linked.value_or(beside), linked ? beside : "", true};
  if (journal_directory.empty()) return own;
  std::string const named = store.real_path(journal_directory) + "/" + name_of_path(beside);
  bool const has_own = linked || store.exists(beside);
  if (named == beside || (has_own && !store.exists(named))) return own;
  if (!has_own) return {named, beside, false};
  // In place of one that is out of reach only what is a companion will do.
  bool const is_lost = !store.exists(own.path);
  if (is_lost && !look_into(*store.open(named, Access::read)).description) return own;
  bool const leads_there = linked && (is_lost || store.real_path(own.path) == named);
  return leads_there ? CompanionPlace{named, beside, true} : CompanionPlace{named, {}, false};
}

std::string recover_call(Store& store, std::string const& path, CompanionPlace const& place) {
  std::string const call = "isomer recover " + path;
  bool const is_found = !store.exists(place.path) ||
                        companion_place(store, store.real_path(path), {}).path == place.path;
  return is_found ? call : call + " --journal " + place.path.substr(0, place.path.rfind('/'));
}

std::string fresh_path(std::string const& path) { return path + ".isomer-new"; }

Found look_into(StoreFile& companion) {
  Found found;
  std::uint64_t const bytes = companion.facts().bytes;
  std::vector<std::byte> journal(first_rest_page * journal_page);
  companion.read(0, journal);
  std::span<std::byte const> const all(journal);
  auto const record_page = [&](std::uint64_t slot, std::uint64_t copy) {
    return all.subspan(record_at(slot, copy), journal_page);
  };
  for (std::uint64_t copy = 0; copy < copies; ++copy)
    found.is_untouched = found.is_untouched && is_zero(record_page(1, copy));
  auto const preface = preface_in(journal);
  if (!preface) return found;
  for (std::uint64_t slot = 0; slot < record_slots; ++slot)
    for (std::uint64_t copy = 0; copy < copies; ++copy)
      if (auto const record = record_in(preface->id, record_page(slot, copy)))
        if (!found.record || record->t > found.record->t) found.record = record;
  found.journal_bytes = preface->journal_bytes();
  if (bytes < found.journal_bytes) return found;
  journal.resize(found.journal_bytes);
  companion.read(0, journal);
  found.description = description_in(journal);
  return found;
}

void write_record(StoreFile& companion, Id const& id, Record const& record) {
  write_slot(companion, record.t % record_slots, bytes_of(id, record));
}

void write_record_again(StoreFile& companion, Id const& id, Record const& record) {
  auto const page = bytes_of(id, record);
  for (std::uint64_t const slot : {(record.t + 1) % record_slots, record.t % record_slots}) {
    write_slot(companion, slot, page);
    companion.sync();
  }
}

void remove_companion(Store& store, CompanionPlace const& place) {
  bool const is_there = store.exists(place.path);
  if (!place.link.empty() && store.link_target(place.link)) {
    if (is_there) {
      auto const companion = store.open(place.path, Access::write);
      companion->resize(0);
      companion->sync();
    }
    store.unlink(place.link);
    store.sync_directory(place.link);
  }
  if (!is_there) return;
  store.unlink(place.path);
  store.sync_directory(place.path);
}

}  // namespace isomer::files
