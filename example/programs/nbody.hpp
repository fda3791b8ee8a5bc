// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

#include "arithmetic.hpp"
#include "by_vectors.hpp"

/// Bodies that attract each other, all pairs: force reads the position and mass of all and writes
/// the velocity of one, move reads and writes all members of one.
struct Body {
  float x, y, z, m;
  float vx, vy, vz, w;
  friend bool operator==(Body const&, Body const&) = default;
};
ISOMER_RECORD(Body, x, y, z, m, vx, vy, vz, w);

namespace programs {

struct NBody {
  int count = 4096;  ///< a multiple of eight

  using Record = Body;
  using Offer = isomer::Offer<
      isomer::AoS, isomer::SoA, isomer::Tiled<8>, isomer::Tiled<64>,
      isomer::Clusters<isomer::In<isomer::AoS, "x", "y", "z", "m">, isomer::Rest<isomer::AoS>>>;

  struct Begin {
    KOKKOS_FUNCTION void operator()(auto const& bodies, int i) const {
      auto body = bodies(i);
      body.x = random_between(i, 0, -1, 1);
      body.y = random_between(i, 1, -1, 1);
      body.z = random_between(i, 2, -1, 1);
      body.m = random_between(i, 3, 0.5F, 1);
      body.vx = body.vy = body.vz = body.w = 0;
    }
  };

  /// Eight partial sums, so that a compiler need not keep to the order of one.
  struct Force {
    static constexpr int lanes = 8;
    float dt;
    KOKKOS_FUNCTION void operator()(auto const& bodies, int i) const {
      auto body = bodies(i);
      float const x = body.x;
      float const y = body.y;
      float const z = body.z;
      float ax[lanes]{};
      float ay[lanes]{};
      float az[lanes]{};
      int const all = static_cast<int>(bodies.size());
      for (int j = 0; j < all; j += lanes)
        for (int k = 0; k < lanes; ++k) {
          auto const other = bodies(j + k);
          float const dx = other.x - x;
          float const dy = other.y - y;
          float const dz = other.z - z;
          float const inverse = inverse_root(dx * dx + dy * dy + dz * dz + 0.01F);
          float const pull = other.m * inverse * inverse * inverse;
          ax[k] += pull * dx;
          ay[k] += pull * dy;
          az[k] += pull * dz;
        }
      body.vx += dt * sum(ax);
      body.vy += dt * sum(ay);
      body.vz += dt * sum(az);
    }
#if defined(ISOMER_HAS_VECTORS)
    /// The same, the others a vector at a time.
    void by_vectors(auto const& bodies, int i) const {
      using F = isomer::vec<float, lanes>;
      auto body = bodies(i);
      F const x = body.x;
      F const y = body.y;
      F const z = body.z;
      F ax = 0.F;
      F ay = 0.F;
      F az = 0.F;
      int const all = static_cast<int>(bodies.size());
      for (int j = 0; j < all; j += lanes) {
        auto const other = isomer::simd_load<lanes>(bodies, j);
        F const dx = other.x - x;
        F const dy = other.y - y;
        F const dz = other.z - z;
        F const inverse = inverse_root(F(dx * dx + dy * dy + dz * dz + 0.01F));
        F const pull = other.m * inverse * inverse * inverse;
        ax += pull * dx;
        ay += pull * dy;
        az += pull * dz;
      }
      body.vx += dt * sum(ax);
      body.vy += dt * sum(ay);
      body.vz += dt * sum(az);
    }
#endif
    KOKKOS_INLINE_FUNCTION static float sum(auto const& part) {
      float total = 0;
      for (int k = 0; k < lanes; ++k) total += part[k];
      return total;
    }
  };

  struct Move {
    float dt;
    KOKKOS_FUNCTION void operator()(auto const& bodies, int i) const {
      auto body = bodies(i);
      of<1>(body);
    }
    template <int W>
    KOKKOS_FORCEINLINE_FUNCTION void of(auto& body) const {
      body.x += dt * body.vx;
      body.y += dt * body.vy;
      body.z += dt * body.vz;
      Lanes<float, W> const speed = body.vx * body.vx + body.vy * body.vy + body.vz * body.vz;
      body.w += dt * body.m * speed;
    }
  };

  void begin(auto const& exec, auto const& bodies) const {
    isomer::for_each("begin", exec, bodies, Begin{});
  }
  /// The kernels of a step, in order.
  void kernels(auto const& use) const {
    use("force", Force{dt});
    use("move", Move{dt});
  }
  /// A step on AoS records as they lie.
  void step_by_vectors(auto const& exec, auto const& bodies) const {
    Kokkos::parallel_for("force", policy(exec, bodies),
                         [bodies](int i) { Force{dt}.by_vectors(bodies, i); });
    for_each_vector("move", exec, bodies, Move{dt});
  }

 private:
  static auto policy(auto const& exec, auto const& bodies) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    return Kokkos::RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(bodies.size()));
  }
  static constexpr float dt = 1e-5F;
};

}  // namespace programs
