// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "files/store/store.hpp"

namespace isomer::files {

/// Requests in one direction, with several of them under way: one of x bytes takes
/// (x + half) / rate.
struct Traffic {
  double rate = 1e9;    ///< bytes a second
  double half = 16384;  ///< bytes

  double seconds(double requests, double bytes) const { return (bytes + requests * half) / rate; }
};

/// What planning knows of a disk.
struct Disk {
  Traffic read{2e9, 16384};
  Traffic write{1e9, 16384};
  double flush_seconds = 1e-3;
  double room_seconds = 7e-5;  ///< of a piece of a new file, for its room on the disk
  std::uint64_t page = 4096;
  double move_rate = 2e9;  ///< bytes a second that are rearranged between two buffers
};

enum class DiskKind : std::uint8_t { nvme, sata, spinning, memory };

Disk default_disk(DiskKind kind);

/// Measured in about `seconds`: reads of pieces of a file, writes to bytes
/// [from, from + bytes) of another one, which may be lost, and flushes of it. Without the latter
/// (null), or where less than a few MiB may be written, writes are as `like` says.
Disk measure(StoreFile& file, StoreFile* room, std::uint64_t from, std::uint64_t bytes,
             Disk const& like, double seconds = 0.5);

}  // namespace isomer::files
