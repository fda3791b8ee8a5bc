// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "team/audit.hpp"
#include "team/location.hpp"
#include "team/team.hpp"

namespace isomer::team {

class DryTeam;

/// What a dry run counts: requests at each place, and all that an Audit has; or only the different
/// sectors and bytes of global memory, which takes a fifth of the time.
enum class Counted : std::uint8_t { requests, sectors };

/// Runs blocks of a kernel for their addresses: threads one after the other, barriers and global
/// data ignored, so that arrays need not exist.
///
/// Shared memory keeps what is put into it, because addresses may come from there. A thread can
/// read what a later one puts, so the block is swept again until a sweep puts nothing new, or ends
/// as the one before did after the same addresses; the last sweep counts. Addresses must not depend
/// on loaded data: `load` yields 0 and `copy_async` leaves shared memory as it is.
class DryRun {
 public:
  DryRun(int threads, int shared_bytes, Counted counted = Counted::requests);

  template <class Kernel>
  void block(Kernel const& kernel, int number, int blocks);

  /// The requests of the blocks so far.
  Audit audit() const;

 private:
  friend class DryTeam;
  /// Accesses of one warp at one place of the kernel, by how often a lane has been there before.
  struct Site {
    SiteAudit sum;
    Location location;
    std::vector<Request> global{};
    std::vector<Request> shared{};
    std::size_t visits = 0;    ///< of the thread at work
    std::size_t requests = 0;  ///< of the warp at work
  };
  /// Sectors in the order in which they were touched, most of them once.
  class Touched {
   public:
    void add(std::uint64_t sector) {
      std::uint64_t& recent = recent_[sector % recent_.size()];
      if (recent == sector + 1) return;
      recent = sector + 1;
      sectors_.push_back(sector);
    }
    void clear() {
      sectors_.clear();
      recent_ = {};
    }
    std::vector<std::uint64_t> const& sectors() const { return sectors_; }

   private:
    std::vector<std::uint64_t> sectors_;
    std::array<std::uint64_t, 512> recent_{};  ///< plus 1, where a sector would be
  };
  /// What a sweep has found beside its sites, dropped if another sweep follows.
  struct Sweep {
    Touched read{};
    Touched written{};
    std::int64_t bytes_read = 0;  ///< and written: where sites are not counted
    std::int64_t bytes_written = 0;
    std::int64_t barriers = 0;
    std::int64_t in_flight = 0;
    std::int64_t split_copies = 0;
    bool changed = false;         ///< a put or shuffle was not what the sweep before had there
    std::uint64_t addresses = 0;  ///< a hash of all, in order
  };
  /// How the sweep before ended.
  struct Ending {
    std::vector<std::byte> shared{};
    std::vector<std::vector<std::uint32_t>> shuffled{};
    std::uint64_t addresses = 0;
    friend bool operator==(Ending const&, Ending const&) = default;
  };

  void begin_sweep();
  bool has_settled(int sweep);
  void note(Request& request, std::uint64_t place, bool take);
  void note_address(std::uint64_t place);
  void note_sector(Access access, int width, std::byte const* address);
  void accept();
  void begin_thread(int rank);
  void end_warp();
  void flush(Site& site);

  Site& site_of(Access access, int width, Location const& location);
  void note_shared(Access access, int width, int at, bool take, Location const& location);
  void note_global(Access access, int width, std::byte const* address, bool take,
                   Location const& location);
  void note_copy(int width, int at, std::byte const* from, bool take, Location const& location);
  void read_shared(void* word, int at, int width) const;
  void write_shared(int at, void const* word, int width);
  std::uint32_t shuffle(std::uint32_t word, int lane);

  int threads_;
  Counted counted_;
  int block_ = 0;
  int blocks_ = 1;
  int rank_ = 0;
  bool waited_ = false;
  std::vector<std::byte> shared_;
  std::vector<Site> sites_;
  std::size_t last_site_ = 0;
  std::array<std::size_t, 64> site_hint_{};  ///< where to look first, by place in the source
  std::vector<std::vector<std::uint32_t>> shuffled_;  ///< [warp][visit * 32 + lane]
  std::size_t shuffles_ = 0;
  Sweep sweep_;
  Ending before_;
  Audit sum_;
  std::vector<std::uint64_t> read_;
  std::vector<std::uint64_t> written_;
};

/// One thread of a DryRun.
class DryTeam {
 public:
  static constexpr int lanes = warp_lanes;

  explicit DryTeam(DryRun& run) : run_(&run) {}

  int rank() const { return run_->rank_; }
  int size() const { return run_->threads_; }
  int block() const { return run_->block_; }
  int blocks() const { return run_->blocks_; }

  template <int W>
  Word<W> get(int at, Location const& site = Location::current()) const {
    Word<W> word{};
    run_->note_shared(Access::get, W, at, true, site);
    run_->read_shared(&word, at, W);
    return word;
  }
  template <int W>
  void put(int at, Word<W> word, Location const& site = Location::current()) const {
    run_->note_shared(Access::put, W, at, true, site);
    run_->write_shared(at, &word, W);
  }
  template <int W>
  Word<W> load(std::byte const* from, bool take, Hint = Hint::none,
               Location const& site = Location::current()) const {
    run_->note_global(Access::load, W, from, take, site);
    return {};
  }
  template <int W>
  void store(std::byte* to, Word<W>, bool take, Hint = Hint::none,
             Location const& site = Location::current()) const {
    run_->note_global(Access::store, W, to, take, site);
  }
  template <int W>
  void copy_async(int at, std::byte const* from, bool take, Hint = Hint::none,
                  Location const& site = Location::current()) const {
    run_->note_copy(W, at, from, take, site);
  }
  void commit() const {}
  template <int N>
  void wait(Location const& = Location::current()) const {
    run_->waited_ = true;
  }

  void barrier(Location const& = Location::current()) const {
    run_->sweep_.barriers += rank() == 0 ? 1 : 0;
  }
  void warp_barrier(Location const& = Location::current()) const {}
  std::uint32_t shuffle(std::uint32_t word, int lane, Location const& = Location::current()) const {
    return run_->shuffle(word, lane);
  }
  std::uint32_t bytes(std::uint32_t a, std::uint32_t b, std::uint32_t selector) const {
    return pick_bytes(a, b, selector);
  }
  int uniform(int value, Location const& = Location::current()) const { return value; }
  std::uint32_t ticket(std::uint32_t*, Location const& = Location::current()) const {
    barrier();
    return static_cast<std::uint32_t>(block());
  }
  void publish(std::uint32_t*, std::uint32_t, Location const& = Location::current()) const {
    barrier();
  }
  void await(std::uint32_t const*, std::uint32_t, int,
             Location const& = Location::current()) const {
    barrier();
  }

 private:
  DryRun* run_;
};

template <class Kernel>
void DryRun::block(Kernel const& kernel, int number, int blocks) {
  block_ = number;
  blocks_ = blocks;
  int sweep = 0;
  do {
    begin_sweep();
    for (int rank = 0; rank < threads_; ++rank) {
      begin_thread(rank);
      kernel(DryTeam(*this));
      if (rank % warp_lanes == warp_lanes - 1 || rank == threads_ - 1) end_warp();
    }
  } while (!has_settled(++sweep));
  accept();
}

}  // namespace isomer::team
