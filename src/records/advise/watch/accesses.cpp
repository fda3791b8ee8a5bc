// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/accesses.hpp>

#include <algorithm>

#include <isomer/error.hpp>

#include "records/advise/watch/groups.hpp"
#include "records/joined.hpp"

namespace isomer::detail {
namespace {

using Kind = Accesses::Kind;

/// Of an item; a sweep is cut off there.
constexpr std::int64_t most_kept = 4096;

/// The leaves that a kernel accesses in each way, in the order in which they are named.
struct LeavesByKind {
  std::vector<std::int32_t> sweep;
  std::vector<std::int32_t> gather;
  std::vector<std::int32_t> read;
  std::vector<std::int32_t> write;
};

std::vector<std::int32_t> leaves_of(DynamicRecord const& record, Accesses const& accesses,
                                    std::string const& member) {
  auto const& names = record.names();
  auto const found = std::find(names.begin(), names.end(), member);
  if (found == names.end())
    throw Error("isomer::accesses: the kernel \"" + accesses.name() + "\" accesses a member \"" +
                member + "\" that there is not, the record has " + joined(names));
  std::vector<std::int32_t> leaves;
  for (std::size_t l = 0; l < record.leaves().size(); ++l)
    if (record.leaves()[l].member == found - names.begin())
      leaves.push_back(static_cast<std::int32_t>(l));
  return leaves;
}

LeavesByKind by_kind(DynamicRecord const& record, Accesses const& accesses) {
  LeavesByKind all;
  auto const append = [](std::vector<std::int32_t>& to, std::vector<std::int32_t> const& leaves) {
    to.insert(to.end(), leaves.begin(), leaves.end());
  };
  for (auto const& [kind, member] : accesses.list()) {
    auto const leaves = leaves_of(record, accesses, member);
    if (kind == Kind::sweep) append(all.sweep, leaves);
    if (kind == Kind::gather) append(all.gather, leaves);
    if (kind == Kind::read || kind == Kind::update) append(all.read, leaves);
    if (kind == Kind::write || kind == Kind::update) append(all.write, leaves);
  }
  return all;
}

/// Another record than the item's, if there is one, and each time the same.
std::int64_t record_anywhere(std::int64_t item, std::int64_t count) {
  std::uint64_t hash = static_cast<std::uint64_t>(item) + 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
  hash ^= hash >> 31;
  auto const record = static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(count));
  return record == item ? (item + 1) % count : record;
}

std::int64_t size_of(std::vector<std::int32_t> const& leaves) {
  return static_cast<std::int64_t>(leaves.size());
}

/// The records of a sweep that are kept: of a long one the first.
std::int64_t records_kept(LeavesByKind const& leaves, std::int64_t count) {
  if (leaves.sweep.empty()) return 0;
  std::int64_t const others = size_of(leaves.gather) + size_of(leaves.read) + size_of(leaves.write);
  return std::min(count, std::max<std::int64_t>(1, (most_kept - others) / size_of(leaves.sweep)));
}

ItemTrace trace_of_item(LeavesByKind const& leaves, std::int64_t item, std::int64_t count) {
  ItemTrace trace{.item = item, .accesses = 0, .access = {}};
  auto const add = [&](std::int64_t record, std::vector<std::int32_t> const& of, bool is_write) {
    for (std::int32_t const leaf : of) trace.access.push_back({record, leaf, is_write});
  };
  std::int64_t const swept = records_kept(leaves, count);
  for (std::int64_t record = 0; record < swept; ++record) add(record, leaves.sweep, false);
  add(record_anywhere(item, count), leaves.gather, false);
  add(item, leaves.read, false);
  add(item, leaves.write, true);
  trace.accesses = static_cast<std::int64_t>(trace.access.size()) +
                   (leaves.sweep.empty() ? 0 : count - swept) * size_of(leaves.sweep);
  return trace;
}

}  // namespace

KernelTrace trace_of(DynamicRecord const& record, std::int64_t count, Accesses const& accesses) {
  auto const leaves = by_kind(record, accesses);
  KernelTrace trace;
  trace.name = accesses.name();
  trace.calls = accesses.calls();
  records::Groups const groups(count);
  trace.group = std::max<std::int64_t>(1, groups.neighbours);
  for (std::int64_t g = 0; g < groups.groups; ++g)
    for (std::int64_t k = 0; k < groups.neighbours; ++k)
      trace.item.push_back(trace_of_item(leaves, groups.first(g) + k, count));
  return trace;
}

}  // namespace isomer::detail
