// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/run/work.hpp"
#include "files/store/requests.hpp"

namespace isomer::files {

/// What is done with one group, step by step. Groups are counted from 1 here, as records count
/// them; where a schedule goes through the ring, the file's header is the last group.
///
/// In this order group t is read, moved, written, flushed, recorded and settled; the flush of t + 1
/// makes its record durable. Nothing is written before the flush of the group before has ended.
class Stages {
 public:
  /// With room on the disk for this many groups at a time, where the way makes a new file.
  Stages(Work& work, Requests& requests, std::uint64_t groups_ahead = 1);

  std::uint64_t count() const { return count_; }
  Group group(std::uint64_t t) const;

  void read(Group const& group, std::byte* in);
  void move(std::uint64_t t, Group const& group, std::byte const* in, std::byte* out) const;
  /// To the ring, or to the group's places.
  void write(std::uint64_t t, Group const& group, std::byte* out);
  void flush(Group const& group);
  void record(std::uint64_t t, double seconds);
  /// What may happen to group `t` when the flush of t + 1 has made its record durable: its pages go
  /// from the ring to their places (`out` is what was moved), or the room of pages that nothing
  /// reads any more is given back.
  void settle(Group const& group, std::byte* out);

  /// Behind the last group, when its record has been flushed.
  void end(Group const& last, std::byte* out);

  /// After a crash: what the last two recorded groups left to be settled is settled once more.
  void settle_again();

  /// Through the ring: where pages of both are the same, those of the earlier group's `out` replace
  /// what was read.
  void overlay(Group const& earlier, std::byte const* out, Group const& later, std::byte* in) const;

 private:
  struct Span {
    StoreFile* file;
    std::uint64_t at;
    std::uint64_t bytes;  ///< that the file has there; the rest of the pages is behind its end
  };

  void make_room(std::uint64_t t);
  Group header_group() const;
  bool is_header(std::uint64_t t) const { return t > work_.schedule->groups(); }
  Span span_of(Pages const& pages) const;
  std::vector<Request> at_places(std::vector<Pages> const& list, std::byte* buffer) const;
  std::vector<Request> in_ring(std::uint64_t t, std::vector<Pages> const& list,
                               std::byte* buffer) const;

  Work& work_;
  Requests& requests_;
  Geometry geometry_;
  std::uint64_t count_;
  std::uint64_t groups_ahead_;
  std::uint64_t with_room_ = 0;  ///< the last group that has it
  bool is_file_touched_ = false;
};

/// Whether a page of the one is among those of the other.
bool meet(std::vector<Pages> const& a, std::vector<Pages> const& b);

}  // namespace isomer::files
