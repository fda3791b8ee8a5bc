// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "team/fiber_block.hpp"
#include "team/location.hpp"
#include "team/team.hpp"

namespace isomer::test {

using team::Location;

/// One thread of a FiberBlock, as a kernel sees it.
class FiberTeam {
  template <int W>
  using Word = team::Word<W>;

 public:
  static constexpr int lanes = FiberBlock::lanes;

  FiberTeam(FiberBlock& block, int rank) : block_(&block), rank_(rank) {}

  int rank() const { return rank_; }
  int size() const { return static_cast<int>(block_->threads_.size()); }
  int block() const { return block_->number_; }
  int blocks() const { return block_->blocks_; }

  template <int W>
  Word<W> get(int at, Location const& here = Location::current()) const {
    Word<W> word{};
    block_->shared_.read(actor(here), &word, at, W);
    return word;
  }
  template <int W>
  void put(int at, Word<W> word, Location const& here = Location::current()) const {
    block_->shared_.write(actor(here), at, &word, W);
  }
  template <int W>
  Word<W> load(std::byte const* from, bool take, team::Hint = team::Hint::none,
               Location const& here = Location::current()) const {
    Word<W> word{};
    if (take) block_->global_->read(actor(here), block_->clock_, &word, from, W);
    return word;
  }
  template <int W>
  void store(std::byte* to, Word<W> word, bool take, team::Hint = team::Hint::none,
             Location const& here = Location::current()) const {
    if (take) block_->global_->write(actor(here), block_->clock_, to, &word, W);
  }
  template <int W>
  void copy_async(int at, std::byte const* from, bool take, team::Hint = team::Hint::none,
                  Location const& here = Location::current()) const {
    if (take) block_->copy_async(rank_, at, from, W, here.line());
  }
  void commit() const { block_->commit(rank_); }
  template <int N>
  void wait(Location const& here = Location::current()) const {
    block_->wait(rank_, N, here.line());
  }

  void barrier(Location const& here = Location::current()) const {
    block_->meet(rank_, {Meeting::barrier, here.line()});
  }
  void warp_barrier(Location const& here = Location::current()) const {
    block_->meet(rank_, {Meeting::warp_barrier, here.line()});
  }
  std::uint32_t shuffle(std::uint32_t word, int lane,
                        Location const& here = Location::current()) const {
    block_->meet(rank_, {Meeting::shuffle, here.line(), word, lane});
    return answer();
  }
  std::uint32_t bytes(std::uint32_t a, std::uint32_t b, std::uint32_t selector) const {
    return team::pick_bytes(a, b, selector);
  }
  int uniform(int value, Location const& here = Location::current()) const {
    block_->uniform(rank_, value, here.line());
    return value;
  }

  std::uint32_t ticket(std::uint32_t* counter, Location const& here = Location::current()) const {
    block_->meet(rank_, {Meeting::ticket, here.line(), 0, 0, counter});
    return answer();
  }
  void publish(std::uint32_t* flag, std::uint32_t value,
               Location const& here = Location::current()) const {
    block_->meet(rank_, {Meeting::publish, here.line(), value, 0, flag});
  }
  void await(std::uint32_t const* flags, std::uint32_t value, int count,
             Location const& here = Location::current()) const {
    block_->meet(rank_, {Meeting::await, here.line(), value, count, flags});
  }

 private:
  Actor actor(Location const& here) const { return block_->actor(rank_, here.line()); }
  std::uint32_t answer() const {
    return block_->threads_[static_cast<std::size_t>(rank_)]->arrival.value;
  }

  FiberBlock* block_;
  int rank_;
};

}  // namespace isomer::test
