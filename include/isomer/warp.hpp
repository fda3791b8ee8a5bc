// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <isomer/detail/warp.hpp>
#include <isomer/detail/warp_records.hpp>

/// Records (structs) of any size inside your own kernels, at the speed of coalesced words: a warp
/// loads and stores the words of its 32 records together and exchanges them between its registers.
///
/// All lanes of a warp call a function together, with the same `records`, `first` and `count`. The
/// team is the member of a TeamPolicy whose team size is a multiple of 32. Where kernels run on a
/// host a thread is a warp of one lane, and the functions are plain accesses: one source serves
/// both. Its own record each lane finds as its program left it, by these functions or without.
///
///     using Policy = Kokkos::TeamPolicy<>;  // of 128 threads a team, of 1 on a host
///     using Team = Policy::member_type;  // nvcc takes no generic lambda there
///     Kokkos::parallel_for(Policy(teams, 128), KOKKOS_LAMBDA(Team const& team) {
///       auto const lanes = isomer::warp_lanes(team);
///       auto const warps = team.team_size() / lanes;
///       auto const warp = team.league_rank() * warps + team.team_rank() / lanes;
///       for (std::int64_t first = warp * lanes; first < n; first += teams * warps * lanes) {
///         Particle p = isomer::load_records(team, particles, first, n);
///         ..
///         isomer::store_records(team, particles, first, n, p);
///       }
///     });
namespace isomer {

/// Lanes that call the functions below together: 32 on a device, 1 on a host.
template <class Team>
KOKKOS_FUNCTION int warp_lanes(Team const& team) {
  if constexpr (detail::warp::HasWarps<Team>) {
    static_cast<void>(team);
    return Team::lanes;
  } else {
    static_cast<void>(team);
    KOKKOS_IF_ON_DEVICE((return detail::warp::lanes;))
    KOKKOS_IF_ON_HOST((return 1;))
  }
}

namespace detail::warp {

/// Whether to go by registers: not on a host, whose pass of a CUDA compiler reads the rest too.
template <class Team>
KOKKOS_FUNCTION constexpr bool has_lanes() {
  if constexpr (HasWarps<Team>) return Team::lanes > 1;
  KOKKOS_IF_ON_DEVICE((return true;))
  KOKKOS_IF_ON_HOST((return false;))
}

}  // namespace detail::warp

/// Items of a lane: before, item k of lane l is number 32 k + l of the warp's, as coalesced
/// accesses have them; afterwards number l Items + k, consecutive in the lane. On a host nothing
/// moves.
template <int Items, class Team, class T>
KOKKOS_FUNCTION void warp_transpose(Team const& team, T (&item)[Items]) {
  static_assert(
      std::is_trivially_copyable_v<T> && detail::warp::is_word<T>,
      "isomer: items of warp_transpose have to be aligned words of 1, 2, 4, 8 or 16 bytes");
  if (!detail::warp::has_lanes<Team>()) return;
  detail::warp::to_lanes<Items>(detail::warp::warp_of(team), item);
}
/// The way back.
template <int Items, class Team, class T>
KOKKOS_FUNCTION void warp_transpose_back(Team const& team, T (&item)[Items]) {
  static_assert(
      std::is_trivially_copyable_v<T> && detail::warp::is_word<T>,
      "isomer: items of warp_transpose have to be aligned words of 1, 2, 4, 8 or 16 bytes");
  if (!detail::warp::has_lanes<Team>()) return;
  detail::warp::to_rows<Items>(detail::warp::warp_of(team), item);
}

/// Record first + l for lane l, of `count` records in all. Beyond the last one a lane gets zeros,
/// and nothing is read there.
template <class Team, class T>
KOKKOS_FUNCTION T load_records(Team const& team, T const* records, std::int64_t first,
                               std::int64_t count) {
  using Words = detail::warp::RecordWords<T>;
  if (!detail::warp::has_lanes<Team>()) return first < count ? records[first] : Words{}.record();
  auto const warp = detail::warp::warp_of(team);
  Words words;
  words.load(warp, Words::consecutive(detail::warp::bytes_of(records + first),
                                      (count - first) * Words::count));
  return words.record();
}

/// The same where all of the warp's records are there.
template <class Team, class T>
KOKKOS_FUNCTION T load_records(Team const& team, T const* records, std::int64_t first) {
  return load_records(team, records, first, first + warp_lanes(team));
}

/// Stores record first + l of lane l; what lies beyond the last of `count` records is not touched.
template <class Team, class T>
KOKKOS_FUNCTION void store_records(Team const& team, T* records, std::int64_t first,
                                   std::int64_t count, T const& record) {
  using Words = detail::warp::RecordWords<T>;
  if (!detail::warp::has_lanes<Team>()) {
    if (first < count) records[first] = record;
    return;
  }
  auto const warp = detail::warp::warp_of(team);
  auto const words = Words::of(record);
  words.store(warp, Words::consecutive(detail::warp::bytes_of(records + first),
                                       (count - first) * Words::count));
}

template <class Team, class T>
KOKKOS_FUNCTION void store_records(Team const& team, T* records, std::int64_t first,
                                   T const& record) {
  store_records(team, records, first, first + warp_lanes(team), record);
}

namespace detail::warp {

/// The items of a lane as one record.
template <class T, int Items>
struct Together {
  T item[Items];
};

}  // namespace detail::warp

/// Any number of records for each lane: records first + l Items .. first + l Items + Items - 1.
template <int Items, class Team, class T>
KOKKOS_FUNCTION void load_records(Team const& team, T const* records, std::int64_t first,
                                  std::int64_t count, T (&record)[Items]) {
  using Group = detail::warp::Together<T, Items>;
  using Words = detail::warp::RecordWords<Group>;
  if (!detail::warp::has_lanes<Team>()) {
    for (int k = 0; k < Items; ++k) record[k] = load_records(team, records, first + k, count);
    return;
  }
  auto const warp = detail::warp::warp_of(team);
  Words words;
  words.load(warp, Words::consecutive(detail::warp::bytes_of(records + first),
                                      (count - first) * (Words::count / Items)));
  Group const group = words.record();
  for (int k = 0; k < Items; ++k) record[k] = group.item[k];
}
template <int Items, class Team, class T>
KOKKOS_FUNCTION void store_records(Team const& team, T* records, std::int64_t first,
                                   std::int64_t count, T const (&record)[Items]) {
  using Group = detail::warp::Together<T, Items>;
  using Words = detail::warp::RecordWords<Group>;
  if (!detail::warp::has_lanes<Team>()) {
    for (int k = 0; k < Items; ++k) store_records(team, records, first + k, count, record[k]);
    return;
  }
  Group group;
  for (int k = 0; k < Items; ++k) group.item[k] = record[k];
  auto const warp = detail::warp::warp_of(team);
  auto const words = Words::of(group);
  words.store(warp, Words::consecutive(detail::warp::bytes_of(records + first),
                                       (count - first) * (Words::count / Items)));
}

template <int Items, class Team, class T>
KOKKOS_FUNCTION void load_records(Team const& team, T const* records, std::int64_t first,
                                  T (&record)[Items]) {
  load_records<Items>(team, records, first, first + std::int64_t{Items} * warp_lanes(team), record);
}
template <int Items, class Team, class T>
KOKKOS_FUNCTION void store_records(Team const& team, T* records, std::int64_t first,
                                   T const (&record)[Items]) {
  store_records<Items>(team, records, first, first + std::int64_t{Items} * warp_lanes(team),
                       record);
}

/// Record `index` of each lane; a lane whose index is negative reads nothing and gets zeros.
template <class Team, class T>
KOKKOS_FUNCTION T gather_records(Team const& team, T const* records, std::int64_t index) {
  using Words = detail::warp::RecordWords<T>;
  if (!detail::warp::has_lanes<Team>()) return index >= 0 ? records[index] : Words{}.record();
  auto const warp = detail::warp::warp_of(team);
  Words words;
  words.load(warp, Words::anywhere(warp, detail::warp::bytes_of(records), index));
  return words.record();
}

/// Stores the record of each lane at `index`, unless that is negative. Lanes with the same index
/// leave a record of which each word is one of theirs.
template <class Team, class T>
KOKKOS_FUNCTION void scatter_records(Team const& team, T* records, std::int64_t index,
                                     T const& record) {
  using Words = detail::warp::RecordWords<T>;
  if (!detail::warp::has_lanes<Team>()) {
    if (index >= 0) records[index] = record;
    return;
  }
  auto const warp = detail::warp::warp_of(team);
  auto const words = Words::of(record);
  words.store(warp, Words::anywhere(warp, detail::warp::bytes_of(records), index));
}

/// A pointer to records whose accesses are coalesced where all lanes of a warp make them together,
/// in any kernel: `T t = p[i]` and `p[i] = t`, each lane with a pointer and an index of its own.
/// Where lanes are missing, or a record is a word, they are plain accesses.
template <class T>
class coalesced_ptr {
  using Record = std::remove_const_t<T>;

 public:
  /// Points to the first of `records`.
  KOKKOS_FUNCTION explicit coalesced_ptr(T* records) : records_(records) {}

  /// What stands for a record: read where it is converted, written where it is assigned to.
  class reference {
   public:
    /// Of records[index].
    KOKKOS_FUNCTION reference(T* records, std::int64_t index) : records_(records), index_(index) {}

    /// The record.
    KOKKOS_FUNCTION operator Record() const {
      if (!goes_by_warp()) return records_[index_];
      return detail::warp::load_each(detail::warp::ThisWarp{},
                                     static_cast<T const*>(records_ + index_));
    }
    /// Stores a record ..
    KOKKOS_FUNCTION reference const& operator=(Record const& record) const
        requires(!std::is_const_v<T>) {
      if (goes_by_warp())
        detail::warp::store_each(detail::warp::ThisWarp{}, records_ + index_, record);
      else records_[index_] = record;
      return *this;
    }
    /// .. or what another reference stands for.
    KOKKOS_FUNCTION reference const& operator=(reference const& other) const
        requires(!std::is_const_v<T>) {
      return *this = static_cast<Record>(other);
    }
    /// Stands for the same record.
    reference(reference const&) = default;

   private:
    KOKKOS_FUNCTION static bool goes_by_warp() {
      KOKKOS_IF_ON_DEVICE((return !detail::warp::is_word<Record> && __activemask() == 0xffffffffU;))
      KOKKOS_IF_ON_HOST((return false;))
    }

    T* records_;
    std::int64_t index_;
  };

  /// The record at `index`.
  KOKKOS_FUNCTION reference operator[](std::int64_t index) const { return {records_, index}; }
  /// The first record.
  KOKKOS_FUNCTION reference operator*() const { return {records_, 0}; }
  /// A pointer `by` records further on.
  KOKKOS_FUNCTION coalesced_ptr operator+(std::int64_t by) const {
    return coalesced_ptr(records_ + by);
  }
  /// The first record's address.
  KOKKOS_FUNCTION T* get() const { return records_; }

 private:
  T* records_;
};

}  // namespace isomer
