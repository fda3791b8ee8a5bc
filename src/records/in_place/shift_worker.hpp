// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "records/in_place/panel_shift.hpp"
#include "records/move/buffered_panels.hpp"

namespace isomer::records {

/// Panels that shift, in batches of consecutive ones: no longer than what lies between a panel and
/// its place allows all workers to have without one waiting for another.
struct BatchedShift {
  BatchedShift(PanelShift const& of, int workers, bool leaves_caches);

  std::int64_t batches() const { return static_cast<std::int64_t>(first.size()) - 1; }
  PanelRow batch(std::int64_t ticket) const {
    auto const* const begin = first.data() + (shift.spreads() ? batches() - 1 - ticket : ticket);
    std::int64_t const count = begin[1] - begin[0];
    if (shift.spreads()) return {begin[1] - 1, count, -1};
    return {begin[0], count};
  }

  PanelShift shift;
  std::vector<std::int64_t> first;  ///< panel of each batch, and one behind the last
  bool past_caches;                 ///< where panels are stored
};

/// What a worker is given.
struct ShiftMemory {
  char* data;
  std::uint32_t* flags;  ///< the counter of batches, then a flag for each panel that has been read
  char* scratch;         ///< of its own
};

/// Takes batches of panels to their places, as a team of one thread.
template <class Team>
class ShiftWorker {
 public:
  ShiftWorker(PanelChange const& change, BatchedShift const& batched, ShiftMemory const& memory,
              Team const& team)
      : change_(change),
        batched_(batched),
        memory_(memory),
        team_(team),
        buffered_(change, memory.data, memory.scratch, Drain(*this)),
        prefetch_(change.src) {}
  ShiftWorker(ShiftWorker const&) = delete;
  ShiftWorker& operator=(ShiftWorker const&) = delete;

  void work() {
    for (std::int64_t ticket = team_.ticket(memory_.flags); ticket < batched_.batches();
         ticket = team_.ticket(memory_.flags)) {
      PanelRow const panels = batched_.batch(ticket);
      if (may_stream(panels)) stream(panels);
      else buffered_.move(panels);
    }
  }

 private:
  /// Takes packed panels to where others have been read.
  class Drain {
   public:
    explicit Drain(ShiftWorker const& worker)
        : worker_(&worker),
          drain_(worker.change_.dst, worker.memory_.data, worker.batched_.past_caches) {}

    void start(std::int64_t p, char const* packed, std::int64_t steps) {
      worker_->tell_read(p);
      worker_->wait_to_write(p);
      drain_.start(p, packed, steps);
    }
    void step() { drain_.step(); }
    void finish() { drain_.finish(); }

   private:
    ShiftWorker const* worker_;
    PanelDrain drain_;
  };

  PanelRange overwritten(std::int64_t p) const {
    return batched_.shift.overwritten(static_cast<std::int32_t>(p));
  }
  void tell_read(std::int64_t p) const { team_.publish(memory_.flags + 1 + p, 1); }
  void wait_to_write(std::int64_t p) const {
    PanelRange const over = overwritten(p);
    team_.await(memory_.flags + 1 + over.first, 1, over.count);
  }

  /// Whether lines may be stored as vectors of them are made: over none of the panels themselves.
  bool may_stream(PanelRow const& panels) const {
    if (!batched_.past_caches || !change_.can_stream_to(memory_.data)) return false;
    PanelRange const of_last = overwritten(panels.at(panels.count - 1));
    return batched_.shift.spreads() ? of_last.first > panels.first
                                    : of_last.first + of_last.count <= panels.first;
  }

  void stream(PanelRow const& panels) {
    std::int64_t const turns = change_.regroup.turns(change_.height);
    for (std::int64_t k = 0; k < panels.count; ++k) {
      std::int64_t const p = panels.at(k);
      wait_to_write(p);
      prefetch_.start(memory_.data, panels.after(k), turns);
      change_.stream(memory_.data, memory_.data, p, memory_.scratch, [this] { prefetch_.step(); });
      tell_read(p);
    }
  }

  PanelChange const& change_;
  BatchedShift const& batched_;
  ShiftMemory memory_;
  Team const& team_;
  BufferedPanels<Drain> buffered_;
  PanelPrefetch prefetch_;
};

}  // namespace isomer::records
