// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <compare>
#include <cstdint>
#include <ostream>
#include <set>

#include "team/location.hpp"
#include "team/team.hpp"

namespace isomer::test {

using team::Location;

/// One operation of a kernel that is left out or done wrongly.
enum class Fault : std::uint8_t {
  none,
  no_barrier,
  no_commit,
  no_wait,
  always,       ///< a predicate is taken for true
  never,        ///< and for false
  next_shared,  ///< an offset in shared memory is one word too far
  next_global,  ///< an address is
  no_flag       ///< a publish or await is left out
};
inline char const* name_of(Fault fault) {
  constexpr char const* names[] = {"none",   "no barrier", "no commit",       "no wait",
                                   "always", "never",      "shared + 1 word", "global + 1 word",
                                   "no flag"};
  return names[static_cast<int>(fault)];
}

/// A fault at one place of the kernel.
struct Mutation {
  Fault fault = Fault::none;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(Mutation const&, Mutation const&) = default;
  friend std::ostream& operator<<(std::ostream& out, Mutation const& mutation) {
    return out << name_of(mutation.fault) << " at " << mutation.line << ':' << mutation.column;
  }
};

/// Hands everything on to a team but for one place of the kernel, so that each operation of each
/// kernel can be spoilt without a trace of that in the kernel. It also notes what could be spoilt.
template <class Team>
class FaultyTeam {
  using Hint = team::Hint;
  template <int W>
  using Word = team::Word<W>;

 public:
  static constexpr int lanes = Team::lanes;

  FaultyTeam(Team const& team, Mutation mutation, std::set<Mutation>* all)
      : team_(team), mutation_(mutation), all_(all) {}

  int rank() const { return team_.rank(); }
  int size() const { return team_.size(); }
  int block() const { return team_.block(); }
  int blocks() const { return team_.blocks(); }

  template <int W>
  Word<W> get(int at, Location const& here = Location::current()) const {
    return team_.template get<W>(shared<W>(at, here), here);
  }
  template <int W>
  void put(int at, Word<W> word, Location const& here = Location::current()) const {
    team_.template put<W>(shared<W>(at, here), word, here);
  }
  template <int W>
  Word<W> load(std::byte const* from, bool take, Hint hint = Hint::none,
               Location const& here = Location::current()) const {
    return team_.template load<W>(global<W>(from, here), taken(take, here), hint, here);
  }
  template <int W>
  void store(std::byte* to, Word<W> word, bool take, Hint hint = Hint::none,
             Location const& here = Location::current()) const {
    team_.template store<W>(global<W>(to, here), word, taken(take, here), hint, here);
  }
  template <int W>
  void copy_async(int at, std::byte const* from, bool take, Hint hint = Hint::none,
                  Location const& here = Location::current()) const {
    team_.template copy_async<W>(shared<W>(at, here), global<W>(from, here), taken(take, here),
                                 hint, here);
  }
  void commit(Location const& here = Location::current()) const {
    if (!has(Fault::no_commit, here)) team_.commit();
  }
  template <int N>
  void wait(Location const& here = Location::current()) const {
    if (!has(Fault::no_wait, here)) team_.template wait<N>(here);
  }
  void barrier(Location const& here = Location::current()) const {
    if (!has(Fault::no_barrier, here)) team_.barrier(here);
  }
  void warp_barrier(Location const& here = Location::current()) const {
    if (!has(Fault::no_barrier, here)) team_.warp_barrier(here);
  }
  std::uint32_t shuffle(std::uint32_t word, int lane,
                        Location const& here = Location::current()) const {
    return team_.shuffle(word, lane, here);
  }
  std::uint32_t bytes(std::uint32_t a, std::uint32_t b, std::uint32_t selector) const {
    return team_.bytes(a, b, selector);
  }
  int uniform(int value, Location const& here = Location::current()) const {
    return team_.uniform(value, here);
  }
  std::uint32_t ticket(std::uint32_t* counter, Location const& here = Location::current()) const {
    return team_.ticket(counter, here);
  }
  void publish(std::uint32_t* flag, std::uint32_t value,
               Location const& here = Location::current()) const {
    if (!has(Fault::no_flag, here)) team_.publish(flag, value, here);
  }
  void await(std::uint32_t const* flags, std::uint32_t value, int count,
             Location const& here = Location::current()) const {
    if (!has(Fault::no_flag, here)) team_.await(flags, value, count, here);
  }

 private:
  bool has(Fault fault, Location const& here) const {
    Mutation const mutation{fault, here.line(), here.column()};
    if (all_ != nullptr) all_->insert(mutation);
    return mutation == mutation_;
  }
  template <int W>
  int shared(int at, Location const& here) const {
    return has(Fault::next_shared, here) ? at + W : at;
  }
  template <int W, class Byte>
  Byte* global(Byte* address, Location const& here) const {
    return has(Fault::next_global, here) ? address + W : address;
  }
  bool taken(bool take, Location const& here) const {
    // A predicate that is never false cannot be spoilt so, nor one that is never true.
    if (!take) return has(Fault::always, here);
    return !has(Fault::never, here);
  }

  Team team_;
  Mutation mutation_;
  std::set<Mutation>* all_;
};

/// A kernel with a fault.
template <class Kernel>
struct Mutant {
  template <class Team>
  void operator()(Team const& team) const {
    kernel(FaultyTeam<Team>(team, mutation, all));
  }

  Kernel kernel;
  Mutation mutation;
  std::set<Mutation>* all = nullptr;  ///< where to note what else could be spoilt
};

}  // namespace isomer::test
