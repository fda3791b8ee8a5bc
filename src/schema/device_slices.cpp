// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_slices.hpp"

#include <algorithm>
#include <string>

#include <isomer/error.hpp>

#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/scale_word.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"

namespace isomer::detail {
namespace {

/// Axes a kernel argument has room for: Kokkos passes functors below 512 bytes fastest.
constexpr int device_axes = 10;

/// The slicing of a normal problem as the kernel sees it. `in` lists are in input order; `out`
/// gives the same axes in output order.
struct Geometry {
  struct Side {
    std::int64_t extent;
    std::int64_t src;  ///< stride in words
    std::int64_t dst;
    std::uint32_t slice;
  };
  Side axis[device_axes];
  std::uint8_t out[device_axes];
  int rank;
};

/// One padding word every 32 keeps a column of a 32-wide tile in 32 banks.
KOKKOS_INLINE_FUNCTION std::uint32_t padded(std::uint32_t slot) { return slot + slot / 32; }

template <class Exec, class Unit>
struct SliceKernel {
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  /// How much of each axis the slice has, and its steps in the buffer.
  static constexpr int table_bytes = 2 * device_axes * static_cast<int>(sizeof(std::uint32_t));

  Geometry geometry;
  Unit* dst;
  Unit const* src;
  int units;  ///< per word
  DeviceScale scale;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    std::int64_t from = 0;
    std::int64_t to = 0;
    // Indexed by axis number, so in scratch: registers have no addresses.
    auto* const taken = static_cast<std::uint32_t*>(team.team_shmem().get_shmem(int{table_bytes}));
    std::uint32_t* const slot_step = taken + device_axes;
    std::uint32_t const volume = locate(team.league_rank(), from, to, taken, team.team_rank() == 0);
    team.team_barrier();
    if (team.team_rank() == 0) {
      std::uint32_t next = 1;
      for (int j = 0; j < geometry.rank; ++j) {
        int const k = geometry.out[j];
        slot_step[k] = next;
        next *= taken[k];
      }
    }
    team.team_barrier();
    auto* const buffer = static_cast<Unit*>(team.team_shmem().get_shmem(scratch_bytes(volume)));

    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, volume), [&](std::uint32_t at) {
      std::int64_t offset = from;
      std::uint32_t slot = 0;
      std::uint32_t rest = at;
      for (int k = 0; k < geometry.rank; ++k) {
        std::uint32_t const index = rest % taken[k];
        rest /= taken[k];
        offset += index * geometry.axis[k].src;
        slot += index * slot_step[k];
      }
      for (int u = 0; u < units; ++u)
        buffer[padded(slot) * static_cast<std::uint32_t>(units) + static_cast<std::uint32_t>(u)] =
            src[offset * units + u];
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, volume), [&](std::uint32_t slot) {
      std::int64_t offset = to;
      std::uint32_t rest = slot;
      for (int j = 0; j < geometry.rank; ++j) {
        int const k = geometry.out[j];
        offset += rest % taken[k] * geometry.axis[k].dst;
        rest /= taken[k];
      }
      Unit* const target = dst + offset * units;
      Unit const* const word = buffer + padded(slot) * static_cast<std::uint32_t>(units);
      if (scale.scalar == Scalar::none) {
        for (int u = 0; u < units; ++u) target[u] = word[u];
      } else {
        scale_word(scale, target, word);
      }
    });
  }

  /// Offsets of the team's slice and, from the thread that `writes`, how much of each axis it has;
  /// returns its words.
  KOKKOS_FUNCTION std::uint32_t locate(std::int64_t tile, std::int64_t& from, std::int64_t& to,
                                       std::uint32_t* taken, bool writes) const {
    std::uint32_t volume = 1;
    for (int k = 0; k < geometry.rank; ++k) {
      auto const& axis = geometry.axis[k];
      std::int64_t const tiles = (axis.extent + axis.slice - 1) / axis.slice;
      std::int64_t const start = tile % tiles * axis.slice;
      tile /= tiles;
      std::int64_t const left = axis.extent - start;
      std::uint32_t const here = left < axis.slice ? static_cast<std::uint32_t>(left) : axis.slice;
      if (writes) taken[k] = here;
      from += start * axis.src;
      to += start * axis.dst;
      volume *= here;
    }
    return volume;
  }

  KOKKOS_FUNCTION int scratch_bytes(std::uint32_t volume) const {
    return static_cast<int>((volume + volume / 32 + 1) * static_cast<std::uint32_t>(units) *
                            sizeof(Unit));
  }
};

struct alignas(16) Unit16 {
  std::uint64_t half[2];
};

template <class Exec>
class DeviceSlicesPlan final : public ExecutablePlan<Exec> {
 public:
  DeviceSlicesPlan(NormalProblem const& normal, Slice const& slice, PlanFacts facts,
                   char const* label)
      : ExecutablePlan<Exec>(std::move(facts)),
        normal_(normal),
        label_(label),
        tiles_(tile_count(normal, slice)) {
    auto const out = normal.out_order;
    geometry_.rank = normal.rank;
    for (int k = 0; k < normal.rank; ++k) {
      Axis const& axis = axis_at(normal, k);
      geometry_.axis[k] = {axis.extent, axis.src_stride, axis.dst_stride,
                           static_cast<std::uint32_t>(slice.extent[static_cast<std::size_t>(k)])};
      geometry_.out[k] = static_cast<std::uint8_t>(out[static_cast<std::size_t>(k)]);
    }
    volume_ = slice_bytes(normal, slice) / normal.element_bytes;
  }

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    auto const both = reinterpret_cast<std::uintptr_t>(dst) |
                      reinterpret_cast<std::uintptr_t>(src) |
                      static_cast<std::uintptr_t>(normal_.element_bytes);
    // The widest unit that both addresses and the word are multiples of.
    switch (std::min<std::uintptr_t>(both & -both, 16)) {
      case 1: return launch<std::uint8_t>(exec, dst, src, factors);
      case 2: return launch<std::uint16_t>(exec, dst, src, factors);
      case 4: return launch<std::uint32_t>(exec, dst, src, factors);
      case 8: return launch<std::uint64_t>(exec, dst, src, factors);
      default: return launch<Unit16>(exec, dst, src, factors);
    }
  }

 private:
  template <class Unit>
  void launch(Exec const& exec, std::byte* dst, std::byte const* src,
              ScaleFactors const* factors) const {
    using Kernel = SliceKernel<Exec, Unit>;
    Kernel const kernel{geometry_, reinterpret_cast<Unit*>(dst), reinterpret_cast<Unit const*>(src),
                        normal_.element_bytes / static_cast<int>(sizeof(Unit)),
                        device_scale(normal_, factors)};
    auto policy = runs_on_host_v<Exec>
                      ? Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(tiles_), 1)
                      : Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(tiles_), 256);
    policy.set_scratch_size(
        0, Kokkos::PerTeam(kernel.scratch_bytes(static_cast<std::uint32_t>(volume_)) +
                           Kernel::table_bytes + 64));
    Kokkos::parallel_for(label_, policy, kernel);
  }

  NormalProblem normal_;
  Geometry geometry_{};
  char const* label_;
  std::int64_t tiles_;
  std::int64_t volume_ = 1;
};

}  // namespace

template <class Exec>
PlanPtr<Exec> make_device_slices(NormalProblem const& normal, Candidate const& candidate,
                                 PlanFacts facts, char const* label) {
  if (normal.rank > device_axes)
    throw Error("isomer: a normal problem of rank " + std::to_string(normal.rank) +
                " was planned for a device, it has to have rank " + std::to_string(device_axes) +
                " at the most");
  if (normal.scalar == Scalar::f80)
    throw Error("isomer: long double was to be scaled on a device, it has to be float or double");
  return std::make_shared<DeviceSlicesPlan<Exec>>(normal, candidate.tiling.slice, std::move(facts),
                                                  label);
}

#define ISOMER_INSTANTIATE(Exec)                                                          \
  template PlanPtr<Exec> make_device_slices<Exec>(NormalProblem const&, Candidate const&, \
                                                  PlanFacts, char const*);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
