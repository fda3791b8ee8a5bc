// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

#include "arithmetic.hpp"

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
      std::uint64_t const random = next(agent.rng);
      agent.rng = random;
      agent.x += step * (fraction(static_cast<std::uint32_t>(random >> 32)) - 0.5F);
      agent.y += step * (fraction(static_cast<std::uint32_t>(random)) - 0.5F);
    }
  };

  /// Half a day older, or dead.
  struct Age {
    KOKKOS_FUNCTION void operator()(auto const& agents, int i) const {
      auto agent = agents(i);
      std::uint64_t const random = next(agent.rng);
      float const age = agent.age + 0.5F;
      std::uint8_t const state = agent.state;
      float const chance = agent.p_die * (1 + 0.02F * age);
      bool const dies = fraction(static_cast<std::uint32_t>(random >> 32)) < chance;
      agent.rng = random;
      agent.age = age;
      agent.days = static_cast<std::uint16_t>(age);
      agent.state = dies ? static_cast<std::uint8_t>(dead) : state;
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
      std::uint8_t const state = agent.state;
      std::uint8_t const sex = agent.sex;
      // A sum of ones and zeros: a choice of states would be a branch.
      int const rises = state == resting ? 1 : 0;
      int const falls = (state == gravid ? 1 : 0) & (sex == 1 ? 1 : 0);
      agent.state = static_cast<std::uint8_t>(state + rises - 2 * falls);
    }
  };

  KOKKOS_INLINE_FUNCTION static std::uint64_t next(std::uint64_t random) {
    random ^= random << 13;
    random ^= random >> 7;
    return random ^ (random << 17);
  }

  void begin(auto const& exec, auto const& agents) const {
    isomer::for_each("begin", exec, agents, Begin{});
  }
  void step(auto const& exec, auto const& agents) const {
    isomer::for_each("move", exec, agents, Move{1});
    isomer::for_each("age", exec, agents, Age{});
    isomer::for_each("feed", exec, agents, Feed{});
    isomer::for_each("census", exec, agents, Census{});
  }
  /// What suits `times` steps to come.
  isomer::Advice advise(auto const& exec, auto const& records, std::int64_t times) const {
    return isomer::advise(
        exec, records,
        {isomer::kernel("move", Move{1}, times), isomer::kernel("age", Age{}, times),
         isomer::kernel("feed", Feed{}, times), isomer::kernel("census", Census{}, times)});
  }
};

}  // namespace programs
