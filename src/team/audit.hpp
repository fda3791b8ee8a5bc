// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "team/team.hpp"

/// What the memory of a GPU has to do for a kernel, counted from addresses.
namespace isomer::team {

enum class Access : std::uint8_t { get, put, load, store, copy_async };
char const* name_of(Access access);

/// Where one access of a warp goes: an address or an offset per lane, for the lanes that take part.
struct Request {
  std::array<std::uint64_t, warp_lanes> place{};
  std::uint32_t lanes = 0;  ///< a bit for each that takes part
};

/// Distinct 32-byte sectors that a request for words of `width` bytes touches.
int sectors_of(Request const& request, int width);
/// How few sectors could hold as many distinct bytes.
int fewest_sectors(Request const& request, int width);

/// Passes over the 32 banks of shared memory: in each of the phases, of 32, 16 or 8 lanes for words
/// of up to 4, of 8 and of 16 bytes, as many as the bank with most distinct words needs.
int wavefronts_of(Request const& request, int width);
/// One a phase that has a lane.
int fewest_wavefronts(Request const& request, int width);

/// The requests of all warps of some blocks at one place of a kernel.
struct SiteAudit {
  Access access;
  int width;
  std::uint32_t line;
  std::int64_t requests = 0;  ///< those of which a lane took part
  std::int64_t bytes = 0;     ///< of the lanes that took part
  std::int64_t sectors = 0;
  std::int64_t fewest_sectors = 0;
  std::int64_t wavefronts = 0;
  std::int64_t fewest_wavefronts = 0;
};

/// Instructions of a warp beside its loops.
inline constexpr double instructions_of_warp = 300;

/// What some blocks of a kernel do.
struct Audit {
  std::int64_t blocks = 0;
  std::int64_t barriers = 0;  ///< of one thread of each block
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;
  /// Requested of global memory by one block before its threads wait first; the most of any.
  std::int64_t bytes_in_flight = 0;
  /// Vectors copied to shared memory across two sectors of it: their own are fetched twice.
  std::int64_t split_copies = 0;
  /// Different sectors: what has to come from memory and go there if a cache holds the rest.
  std::int64_t sectors_read = 0;
  std::int64_t sectors_written = 0;
  std::vector<SiteAudit> sites{};

  /// Sectors that requests touch over the fewest that could hold their bytes.
  double sector_ratio() const;
  double wavefront_ratio() const;
  /// Bytes that memory moves over the bytes that were requested.
  double memory_ratio() const;
  /// What blocks of that many warps execute, about: a cost of each access with the addresses and
  /// the loop around it, and that of a warp beside its loops. The loops' machine code is held to
  /// counts like these (cmake/cuda_compile/gates.txt).
  double instructions(int warps_of_block) const;
  /// Bytes of the sectors that requests ask of the caches, and passes over shared memory.
  double cache_bytes() const;
  double wavefronts() const;
};

}  // namespace isomer::team
