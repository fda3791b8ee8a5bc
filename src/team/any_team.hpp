// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "team/location.hpp"
#include "team/team.hpp"

/// A team whose kind is known only at run time, so that one instantiation of a kernel runs dry, on
/// fibers, or on whatever else a caller has.
namespace isomer::team {

/// What a model of Team has to offer, with words of `width` bytes.
class TeamOperations {
 public:
  TeamOperations() = default;
  TeamOperations(TeamOperations const&) = delete;
  TeamOperations& operator=(TeamOperations const&) = delete;
  virtual ~TeamOperations() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual int block() const = 0;
  virtual int blocks() const = 0;
  virtual void get(int width, int at, void* word, Location const& here) const = 0;
  virtual void put(int width, int at, void const* word, Location const& here) const = 0;
  virtual void load(int width, std::byte const* from, bool take, void* word,
                    Location const& here) const = 0;
  virtual void store(int width, std::byte* to, void const* word, bool take,
                     Location const& here) const = 0;
  virtual void copy_async(int width, int at, std::byte const* from, bool take,
                          Location const& here) const = 0;
  virtual void commit() const = 0;
  /// For all groups.
  virtual void wait(Location const& here) const = 0;
  virtual void barrier(Location const& here) const = 0;
  virtual void warp_barrier(Location const& here) const = 0;
  virtual std::uint32_t shuffle(std::uint32_t word, int lane, Location const& here) const = 0;
  virtual int uniform(int value, Location const& here) const = 0;
  virtual std::uint32_t ticket(std::uint32_t* counter, Location const& here) const = 0;
  virtual void publish(std::uint32_t* flag, std::uint32_t value, Location const& here) const = 0;
  virtual void await(std::uint32_t const* flags, std::uint32_t value, int count,
                     Location const& here) const = 0;
};

/// One thread of any team of warps. Kernels wait for all of their copies.
class AnyTeam {
 public:
  static constexpr int lanes = warp_lanes;

  explicit AnyTeam(TeamOperations const& team) : team_(&team) {}

  int rank() const { return team_->rank(); }
  int size() const { return team_->size(); }
  int block() const { return team_->block(); }
  int blocks() const { return team_->blocks(); }

  template <int W>
  Word<W> get(int at, Location const& here = Location::current()) const {
    Word<W> word{};
    team_->get(W, at, &word, here);
    return word;
  }
  template <int W>
  void put(int at, Word<W> word, Location const& here = Location::current()) const {
    team_->put(W, at, &word, here);
  }
  template <int W>
  Word<W> load(std::byte const* from, bool take, Hint = Hint::none,
               Location const& here = Location::current()) const {
    Word<W> word{};
    team_->load(W, from, take, &word, here);
    return word;
  }
  template <int W>
  void store(std::byte* to, Word<W> word, bool take, Hint = Hint::none,
             Location const& here = Location::current()) const {
    team_->store(W, to, &word, take, here);
  }
  template <int W>
  void copy_async(int at, std::byte const* from, bool take, Hint = Hint::none,
                  Location const& here = Location::current()) const {
    team_->copy_async(W, at, from, take, here);
  }
  void commit() const { team_->commit(); }
  template <int N>
  void wait(Location const& here = Location::current()) const {
    static_assert(N == 0, "any team waits for all groups of copies");
    team_->wait(here);
  }
  void barrier(Location const& here = Location::current()) const { team_->barrier(here); }
  void warp_barrier(Location const& here = Location::current()) const { team_->warp_barrier(here); }
  std::uint32_t shuffle(std::uint32_t word, int lane,
                        Location const& here = Location::current()) const {
    return team_->shuffle(word, lane, here);
  }
  std::uint32_t bytes(std::uint32_t a, std::uint32_t b, std::uint32_t selector) const {
    return pick_bytes(a, b, selector);
  }
  int uniform(int value, Location const& here = Location::current()) const {
    return team_->uniform(value, here);
  }
  std::uint32_t ticket(std::uint32_t* counter, Location const& here = Location::current()) const {
    return team_->ticket(counter, here);
  }
  void publish(std::uint32_t* flag, std::uint32_t value,
               Location const& here = Location::current()) const {
    team_->publish(flag, value, here);
  }
  void await(std::uint32_t const* flags, std::uint32_t value, int count,
             Location const& here = Location::current()) const {
    team_->await(flags, value, count, here);
  }

 private:
  TeamOperations const* team_;
};

/// A kernel for warps whatever runs it.
using AnyKernel = std::function<void(AnyTeam const&)>;

/// The operations of a team of threads that knows places of the kernel (DryTeam, a fiber).
template <class Team>
class OperationsOf final : public TeamOperations {
 public:
  explicit OperationsOf(Team const& team) : team_(team) {}

  int rank() const override { return team_.rank(); }
  int size() const override { return team_.size(); }
  int block() const override { return team_.block(); }
  int blocks() const override { return team_.blocks(); }
  void get(int width, int at, void* word, Location const& here) const override {
    with_width(width,
               [&]<int W>() { *static_cast<Word<W>*>(word) = team_.template get<W>(at, here); });
  }
  void put(int width, int at, void const* word, Location const& here) const override {
    with_width(width, [&]<int W>() {
      team_.template put<W>(at, *static_cast<Word<W> const*>(word), here);
    });
  }
  void load(int width, std::byte const* from, bool take, void* word,
            Location const& here) const override {
    with_width(width, [&]<int W>() {
      *static_cast<Word<W>*>(word) = team_.template load<W>(from, take, Hint::none, here);
    });
  }
  void store(int width, std::byte* to, void const* word, bool take,
             Location const& here) const override {
    with_width(width, [&]<int W>() {
      team_.template store<W>(to, *static_cast<Word<W> const*>(word), take, Hint::none, here);
    });
  }
  void copy_async(int width, int at, std::byte const* from, bool take,
                  Location const& here) const override {
    with_width(width,
               [&]<int W>() { team_.template copy_async<W>(at, from, take, Hint::none, here); });
  }
  void commit() const override { team_.commit(); }
  void wait(Location const& here) const override { team_.template wait<0>(here); }
  void barrier(Location const& here) const override { team_.barrier(here); }
  void warp_barrier(Location const& here) const override { team_.warp_barrier(here); }
  std::uint32_t shuffle(std::uint32_t word, int lane, Location const& here) const override {
    return team_.shuffle(word, lane, here);
  }
  int uniform(int value, Location const& here) const override { return team_.uniform(value, here); }
  std::uint32_t ticket(std::uint32_t* counter, Location const& here) const override {
    return team_.ticket(counter, here);
  }
  void publish(std::uint32_t* flag, std::uint32_t value, Location const& here) const override {
    team_.publish(flag, value, here);
  }
  void await(std::uint32_t const* flags, std::uint32_t value, int count,
             Location const& here) const override {
    team_.await(flags, value, count, here);
  }

 private:
  template <class Run>
  static void with_width(int width, Run const& run) {
    switch (width) {
      case 1: return run.template operator()<1>();
      case 2: return run.template operator()<2>();
      case 4: return run.template operator()<4>();
      case 8: return run.template operator()<8>();
      default: return run.template operator()<16>();
    }
  }

  Team const& team_;
};

/// Runs such a kernel with a thread of a team.
template <class Team>
void run_with(Team const& team, AnyKernel const& kernel) {
  OperationsOf<Team> const operations(team);
  kernel(AnyTeam(operations));
}

}  // namespace isomer::team
