// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

#include "arithmetic.hpp"
#include "by_vectors.hpp"

/// A particle in a cell of a cube: half of its square, its position, its charge; and the forces
/// that those of the neighbouring cells exert on it.
struct Charge {
  double v, x, y, z, q;
  double fv, fx, fy, fz;
  friend bool operator==(Charge const&, Charge const&) = default;
};
ISOMER_RECORD(Charge, v, x, y, z, q, fv, fx, fy, fz);

namespace programs {

/// Forces between particles of neighbouring cells: five members of up to 2700 others are read, four
/// of one written.
struct LavaMD {
  int side = 4;
  int count = side * side * side * in_cell;

  using Record = Charge;
  using Offer = isomer::Offer<isomer::AoS, isomer::SoA, isomer::Tiled<8>, isomer::Tiled<64>,
                              isomer::Clusters<isomer::In<isomer::AoS, "v", "x", "y", "z", "q">,
                                               isomer::Rest<isomer::AoS>>>;
  static constexpr int in_cell = 100;
  static constexpr int lanes = 20;  ///< of partial sums; divides `in_cell`

  /// Cells of a cube of `side` x `side` x `side`, numbered along x first.
  struct Cell {
    int x, y, z;
    KOKKOS_FUNCTION static Cell of(int particle, int side) {
      int const cell = particle / in_cell;
      return {cell % side, cell / side % side, cell / (side * side)};
    }
  };
  /// The neighbours along an axis, those of the edge included.
  struct Reach {
    int first, last;
    KOKKOS_FUNCTION static Reach around(int k, int side) {
      return {k > 0 ? k - 1 : 0, k + 1 < side ? k + 1 : k};
    }
  };

  struct Begin {
    int side;
    KOKKOS_FUNCTION void operator()(auto const& charges, int i) const {
      Cell const cell = Cell::of(i, side);
      double const x = cell.x + static_cast<double>(random_between(i, 0, 0, 1));
      double const y = cell.y + static_cast<double>(random_between(i, 1, 0, 1));
      double const z = cell.z + static_cast<double>(random_between(i, 2, 0, 1));
      auto charge = charges(i);
      charge.x = x;
      charge.y = y;
      charge.z = z;
      charge.v = 0.5 * (x * x + y * y + z * z);
      charge.q = static_cast<double>(random_between(i, 3, 0.1F, 1));
      charge.fv = charge.fx = charge.fy = charge.fz = 0;
    }
  };

  /// What acts on one particle, in partial sums.
  struct Forces {
    double v[lanes], x[lanes], y[lanes], z[lanes];
    KOKKOS_INLINE_FUNCTION static double sum(double const (&part)[lanes]) {
      double total = 0;
      for (int k = 0; k < lanes; ++k) total += part[k];
      return total;
    }
  };

  struct Interact {
    int side;
    KOKKOS_FUNCTION void operator()(auto const& charges, int i) const {
      Forces forces{};
      each_row(i, [&](int first, int last) { add(forces, charges, i, first, last); });
      write(charges, i, forces);
    }

    /// Calls `use(first, last)` for the particles of each row of neighbouring cells: cells side by
    /// side along x hold consecutive ones.
    KOKKOS_INLINE_FUNCTION void each_row(int i, auto const& use) const {
      Cell const cell = Cell::of(i, side);
      Reach const x = Reach::around(cell.x, side);
      Reach const y = Reach::around(cell.y, side);
      Reach const z = Reach::around(cell.z, side);
      for (int cz = z.first; cz <= z.last; ++cz)
        for (int cy = y.first; cy <= y.last; ++cy) {
          int const row = (cz * side + cy) * side;
          use((row + x.first) * in_cell, (row + x.last + 1) * in_cell);
        }
    }
    KOKKOS_INLINE_FUNCTION static void write(auto const& charges, int i, Forces const& forces) {
      auto charge = charges(i);
      charge.fv = Forces::sum(forces.v);
      charge.fx = Forces::sum(forces.x);
      charge.fy = Forces::sum(forces.y);
      charge.fz = Forces::sum(forces.z);
    }

    /// What particles [first, last) do to particle i.
    KOKKOS_INLINE_FUNCTION static void add(Forces& forces, auto const& charges, int i, int first,
                                           int last) {
      auto const home = charges(i);
      double const v = home.v;
      double const x = home.x;
      double const y = home.y;
      double const z = home.z;
      for (int j = first; j < last; j += lanes)
        for (int k = 0; k < lanes; ++k) {
          auto const other = charges(j + k);
          double const dot = x * other.x + y * other.y + z * other.z;
          double const strength = other.q * exponential_of_doubles(-0.5 * (v + other.v - dot));
          forces.v[k] += strength;
          forces.x[k] += strength * (x - other.x);
          forces.y[k] += strength * (y - other.y);
          forces.z[k] += strength * (z - other.z);
        }
    }

#if defined(ISOMER_HAS_VECTORS)
    /// All of it, the others a vector at a time: five of four are the lanes.
    void by_vectors(auto const& charges, int i) const {
      Forces forces{};
      each_row(i, [&](int first, int last) {
        for (int j = first; j < last; j += lanes)
          for (int k = 0; k < lanes; k += vector) add_vector(forces, charges, i, j, k);
      });
      write(charges, i, forces);
    }
    static constexpr int vector = 4;
    KOKKOS_FORCEINLINE_FUNCTION static void add_vector(Forces& forces, auto const& charges, int i,
                                                       int j, int k) {
      using F = isomer::vec<double, vector>;
      auto const home = charges(i);
      F const x = home.x;
      F const y = home.y;
      F const z = home.z;
      auto const other = isomer::simd_load<vector>(charges, j + k);
      F const dot = x * other.x + y * other.y + z * other.z;
      F const strength = other.q * exponential_of_doubles(F(-0.5 * (home.v + other.v - dot)));
      auto const add = [k](double* part, F const& value) {
        (F::load(part + k) + value).store(part + k);
      };
      add(forces.v, strength);
      add(forces.x, strength * (x - other.x));
      add(forces.y, strength * (y - other.y));
      add(forces.z, strength * (z - other.z));
    }
#endif
  };

  void begin(auto const& exec, auto const& charges) const {
    isomer::for_each("begin", exec, charges, Begin{side});
  }
  /// The kernels of a step, in order.
  void kernels(auto const& use) const { use("interact", Interact{side}); }
  /// A step on AoS records as they lie.
  void step_by_vectors(auto const& exec, auto const& charges) const {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    Interact const interact{side};
    Kokkos::parallel_for("interact", Kokkos::RangePolicy<Exec>(exec, 0, count),
                         [=](int i) { interact.by_vectors(charges, i); });
  }
};

}  // namespace programs
