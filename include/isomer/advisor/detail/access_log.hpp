// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>

#include <isomer/advisor/detail/trace.hpp>

namespace isomer::detail {

/// Where the values of a leaf lie, as RecordLayout has it.
struct LoggedLeafPlace {
  std::int64_t begin = 0;  ///< of its value in the first record
  std::int64_t tile = 1;
  std::int64_t block_bytes = 0;
  std::int64_t bytes = 0;
};

/// What a log has noted of an item.
struct LogCounts {
  std::int64_t accesses = 0;   ///< all of them: more than are kept if the log was full
  bool has_failed = false;     ///< there is no record ..
  std::int64_t no_record = 0;  ///< .. of this index
};

/// Notes what a body does to records, on the records themselves, in memory that the body can access
/// and in one thread: reads return true values, so that branches go as they will, and `end` puts
/// back what was written. What is written when there is no more room for old values is lost.
class AccessLog {
 public:
  /// An old value.
  struct Saved {
    std::byte* at;
    std::int64_t begin;  ///< among `values`
    std::int64_t bytes;
    Access lent;  ///< by whom it may have been written if it was lent; record -1 if it was not
  };
  /// Room for what is noted; all of it in memory that the body can access.
  struct Room {
    LoggedLeafPlace const* leaf = nullptr;
    Access* access = nullptr;
    Saved* saved = nullptr;
    std::byte* values = nullptr;
    std::byte* spare = nullptr;  ///< as large as the largest leaf
    LogCounts* counts = nullptr;
    std::int64_t saves = 0;
    std::int64_t value_bytes = 0;
  };
  /// On hosts, what an index of which there is no record is told to: it throws.
  using NoRecord = void (*)(void const* context, std::int64_t i);

  AccessLog(Room const& room, std::byte* data, std::int64_t count, std::int64_t capacity)
      : room_(room), data_(data), count_(count), capacity_(capacity) {}

  void on_no_record(NoRecord tell, void const* context) {
    no_record_ = tell;
    context_ = context;
  }

  KOKKOS_FUNCTION std::int64_t count() const { return count_; }
  KOKKOS_FUNCTION std::int64_t capacity() const { return capacity_; }

  /// The record that stands for record i: the first for one that there is not.
  KOKKOS_FUNCTION std::int64_t record(std::int64_t i) {
    if (i >= 0 && i < count_) return i;
    KOKKOS_IF_ON_HOST((if (no_record_ != nullptr) no_record_(context_, i);))
    if (!counts_.has_failed) counts_.no_record = i;
    counts_.has_failed = true;
    return 0;
  }

  KOKKOS_FUNCTION std::byte* place(int leaf, std::int64_t record) const {
    LoggedLeafPlace const& of = room_.leaf[leaf];
    return data_ + of.begin + record / of.tile * of.block_bytes + record % of.tile * of.bytes;
  }

  KOKKOS_FUNCTION void read(int leaf, std::int64_t record) { note({record, leaf, false}); }
  /// Before `bytes` at `at`, a part of a leaf, are written: where to.
  KOKKOS_FUNCTION std::byte* write(int leaf, std::int64_t record, std::byte* at,
                                   std::int64_t bytes) {
    note({record, leaf, true});
    return save(at, bytes, {-1});
  }
  /// A leaf that is handed out as it is: counts as read, and as written if its bytes have changed
  /// at the end of the item. Returns where it is.
  KOKKOS_FUNCTION std::byte* lend(int leaf, std::int64_t record, std::byte* at,
                                  std::int64_t bytes) {
    note({record, leaf, false});
    return save(at, bytes, {record, leaf, true});
  }

  /// Notes which of the leaves that were lent have changed, puts back all values, the last one
  /// first, and says how much was noted.
  KOKKOS_FUNCTION void end() {
    for (std::int64_t k = 0; k < saves_; ++k)
      if (room_.saved[k].lent.record >= 0 && has_changed(room_.saved[k])) note(room_.saved[k].lent);
    while (saves_ > 0) {
      Saved const& last = room_.saved[--saves_];
      std::memcpy(last.at, room_.values + last.begin, static_cast<std::size_t>(last.bytes));
    }
    *room_.counts = counts_;
  }

 private:
  KOKKOS_FUNCTION bool has_changed(Saved const& saved) const {
    for (std::int64_t k = 0; k < saved.bytes; ++k)
      if (saved.at[k] != room_.values[saved.begin + k]) return true;
    return false;
  }

  KOKKOS_FUNCTION void note(Access const& access) {
    if (counts_.accesses < most_accesses_of_item) room_.access[counts_.accesses] = access;
    ++counts_.accesses;
  }

  KOKKOS_FUNCTION std::byte* save(std::byte* at, std::int64_t bytes, Access const& lent) {
    if (saves_ == room_.saves || value_bytes_ + bytes > room_.value_bytes) {
      std::memcpy(room_.spare, at, static_cast<std::size_t>(bytes));
      return room_.spare;
    }
    room_.saved[saves_++] = {at, value_bytes_, bytes, lent};
    std::memcpy(room_.values + value_bytes_, at, static_cast<std::size_t>(bytes));
    value_bytes_ += bytes;
    return at;
  }

  Room room_;
  std::byte* data_;
  std::int64_t count_;
  std::int64_t capacity_;
  NoRecord no_record_ = nullptr;
  void const* context_ = nullptr;
  LogCounts counts_{};
  std::int64_t saves_ = 0;
  std::int64_t value_bytes_ = 0;
};

}  // namespace isomer::detail
