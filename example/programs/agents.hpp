// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

#include "arithmetic.hpp"
#include "by_vectors.hpp"

/// A mosquito: twelve members of four sizes, 44 of 48 bytes.
struct Agent {
  std::uint64_t rng;
  std::uint32_t id;
  float x, y;
  float age, energy, timer;
  float p_bite, p_die;
  std::uint16_t days;
  std::uint8_t state, sex;
  friend bool operator==(Agent const&, Agent const&) = default;
};
ISOMER_RECORD(Agent, rng, id, x, y, age, energy, timer, p_bite, p_die, days, state, sex);

namespace programs {

/// A population whose kernels use three to five of twelve members each.
struct Agents {
  int count = 10'000;

  using Record = Agent;
  using Offer = isomer::Offer<
      isomer::AoS, isomer::SoA, isomer::Tiled<64>,
      isomer::Clusters<isomer::In<isomer::AoS, "x", "y", "energy">, isomer::Rest<isomer::SoA>>,
      isomer::Clusters<isomer::In<isomer::Tiled<64>, "rng", "x", "y">,
                       isomer::In<isomer::Tiled<64>, "age", "days", "p_die", "state">,
                       isomer::Rest<isomer::SoA>>>;

  enum State : std::uint8_t { resting, hungry, gravid, dead };

  struct Begin {
    KOKKOS_FUNCTION void operator()(auto const& agents, int i) const {
      auto const number = static_cast<std::uint32_t>(i);
      auto agent = agents(i);
      agent.rng = (static_cast<std::uint64_t>(hash(number)) << 32) | hash(~number);
      agent.id = number;
      agent.x = random_between(i, 0, 0, 1000);
      agent.y = random_between(i, 1, 0, 1000);
      agent.age = random_between(i, 2, 0, 30);
      agent.energy = random_between(i, 3, 0, 1);
      agent.timer = random_between(i, 4, 0, 24);
      agent.p_bite = random_between(i, 5, 0.1F, 0.9F);
      agent.p_die = random_between(i, 6, 0, 0.01F);
      agent.days = 0;
      agent.state = static_cast<std::uint8_t>(hash(number + 7) % 3);
      agent.sex = static_cast<std::uint8_t>(hash(number + 11) % 2);
    }
  };

  /// A random walk.
  struct Move {
    float step;
    KOKKOS_FUNCTION void operator()(auto const& agents, int i) const {
      auto agent = agents(i);
      of<1>(agent);
    }
    template <int W>
    KOKKOS_FORCEINLINE_FUNCTION void of(auto& agent) const {
      Lanes<std::uint64_t, W> const random = next<W>(agent.rng);
      agent.rng = random;
      agent.x += step * (upper_fraction<W>(random) - 0.5F);
      agent.y += step * (lower_fraction<W>(random) - 0.5F);
    }
  };

  /// Half a day older, or dead.
  struct Age {
    KOKKOS_FUNCTION void operator()(auto const& agents, int i) const {
      auto agent = agents(i);
      of<1>(agent);
    }
    template <int W>
    KOKKOS_FORCEINLINE_FUNCTION void of(auto& agent) const {
      using F = Lanes<float, W>;
      using S = Lanes<std::uint8_t, W>;
      Lanes<std::uint64_t, W> const random = next<W>(agent.rng);
      F const age = agent.age + 0.5F;
      S const state = agent.state;
      F const chance = agent.p_die * (1.F + 0.02F * age);
      auto const dies = upper_fraction<W>(random) < chance;
      agent.rng = random;
      agent.age = age;
      agent.days = static_cast<Lanes<std::uint16_t, W>>(age);
      agent.state = chosen(dies, S(static_cast<std::uint8_t>(dead)), state);
    }
  };

  /// The host that an agent comes upon is anywhere; those that are near and strong feed it.
  struct Feed {
    KOKKOS_FUNCTION void operator()(auto const& agents, int i) const {
      auto agent = agents(i);
      std::uint64_t const all = agents.size();
      std::uint32_t const place = hash(agent.id);
      auto const host = agents(static_cast<int>((place * all) >> 32));
      float const dx = host.x - agent.x;
      float const dy = host.y - agent.y;
      float const energy = host.energy;
      std::uint8_t const state = agent.state;
      bool const is_fed = state == hungry && dx * dx + dy * dy < 90000 * energy;
      agent.timer = is_fed ? 24 * energy : agent.timer - 0.5F;
      agent.state = is_fed ? static_cast<std::uint8_t>(gravid) : state;
    }
  };

  /// Those at rest become hungry, and gravid females rest.
  struct Census {
    KOKKOS_FUNCTION void operator()(auto const& agents, int i) const {
      auto agent = agents(i);
      of<1>(agent);
    }
    template <int W>
    KOKKOS_FORCEINLINE_FUNCTION void of(auto& agent) const {
      using S = Lanes<std::uint8_t, W>;
      S const state = agent.state;
      S const sex = agent.sex;
      // A sum of ones and zeros: a choice of states would be a branch.
      auto const rises = one_if(state == static_cast<std::uint8_t>(resting));
      auto const falls = one_if(state == static_cast<std::uint8_t>(gravid)) &
                         one_if(sex == static_cast<std::uint8_t>(1));
      agent.state = static_cast<S>(state + rises - (falls + falls));
    }
  };

  template <int W>
  KOKKOS_FORCEINLINE_FUNCTION static Lanes<std::uint64_t, W> next(Lanes<std::uint64_t, W> random) {
    random ^= random << 13;
    random ^= random >> 7;
    return random ^ (random << 17);
  }
  template <int W>
  KOKKOS_FORCEINLINE_FUNCTION static Lanes<float, W> lower_fraction(
      Lanes<std::uint64_t, W> const& random) {
    return fraction<Lanes<float, W>>(static_cast<Lanes<std::uint32_t, W>>(random));
  }
  template <int W>
  KOKKOS_FORCEINLINE_FUNCTION static Lanes<float, W> upper_fraction(
      Lanes<std::uint64_t, W> const& random) {
    return lower_fraction<W>(random >> 32);
  }

  void begin(auto const& exec, auto const& agents) const {
    isomer::for_each("begin", exec, agents, Begin{});
  }
  /// The kernels of a step, in order.
  void kernels(auto const& use) const {
    use("move", Move{1});
    use("age", Age{});
    use("feed", Feed{});
    use("census", Census{});
  }
  /// A step on AoS records as they lie. The host that feeds an agent is in no vector.
  void step_by_vectors(auto const& exec, auto const& agents) const {
    for_each_vector("move", exec, agents, Move{1});
    for_each_vector("age", exec, agents, Age{});
    isomer::for_each("feed", exec, agents, Feed{});
    for_each_vector("census", exec, agents, Census{});
  }
};

}  // namespace programs
