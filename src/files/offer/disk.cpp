// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/offer/disk.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "files/store/buffer.hpp"

namespace isomer::files {
namespace {

constexpr std::uint64_t large = std::uint64_t{1} << 21;
constexpr std::uint64_t small = std::uint64_t{1} << 14;
constexpr unsigned threads_at_once = 8;

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Where request n begins: pieces of rows that are 16 of them long, as groups request them.
std::uint64_t place_of(std::uint64_t n, std::uint64_t size, std::uint64_t bytes) {
  constexpr std::uint64_t pieces = 16;
  std::uint64_t const rows = std::max<std::uint64_t>(1, bytes / (pieces * size));
  std::uint64_t const at = (n % rows * pieces + n / rows % pieces) * size;
  return at + size <= bytes ? at : n % (bytes / size) * size;
}

/// Seconds of a request of `size` bytes, as many under way as a run has.
double seconds_of(std::uint64_t size, std::uint64_t bytes, double limit,
                  std::function<void(std::uint64_t, std::byte*)> const& request) {
  std::atomic<std::uint64_t> begun{0};
  std::atomic<std::uint64_t> done{0};
  std::atomic<bool> failed{false};
  auto const begin = Clock::now();
  auto work = [&] {
    try {
      Buffer buffer(size);
      std::fill_n(buffer.data(), size, std::byte{0});
      do {
        request(place_of(begun++, size, bytes), buffer.data());
        ++done;
      } while (since(begin) < limit);
    } catch (...) {
      failed = true;
    }
  };
  std::vector<std::thread> team;
  team.reserve(threads_at_once);
  try {
    for (unsigned k = 0; k < threads_at_once; ++k) team.emplace_back(work);
  } catch (std::exception const&) {  // those that there are will do
    if (team.empty()) work();
  }
  for (std::thread& thread : team) thread.join();
  if (failed || done == 0) return 0;
  return since(begin) / static_cast<double>(done);
}

/// From the seconds of requests of two sizes; as it was where one of them is not known.
template <class SecondsOf>
void measure(Traffic& traffic, SecondsOf const& seconds_of) {
  double const of_large = seconds_of(large);
  double const of_small = seconds_of(small);
  if (of_small <= 0 || of_large <= of_small) return;
  traffic.rate = static_cast<double>(large - small) / (of_large - of_small);
  traffic.half = std::max(0.0, of_small * traffic.rate - static_cast<double>(small));
}

}  // namespace

Disk default_disk(DiskKind kind) {
  Disk disk;
  switch (kind) {
    case DiskKind::nvme: break;
    case DiskKind::sata:
      disk.read = {5e8, 40960};
      disk.write = {4.5e8, 40960};
      disk.flush_seconds = 5e-3;
      break;
    case DiskKind::spinning:
      disk.read = disk.write = {1.5e8, 1.2e6};
      disk.flush_seconds = 2e-2;
      break;
    case DiskKind::memory:
      disk.read = disk.write = {4e9, 4096};
      disk.flush_seconds = 1e-6;
      disk.room_seconds = 1e-6;
      break;
  }
  return disk;
}

Disk measure(StoreFile& file, StoreFile* room, std::uint64_t from, std::uint64_t bytes,
             Disk const& like, double seconds) {
  Disk disk = like;
  std::uint64_t const all = file.facts().bytes;
  double const each = seconds / 4;
  if (all >= 2 * large)
    measure(disk.read, [&](std::uint64_t size) {
      return seconds_of(size, all, each, [&](std::uint64_t at, std::byte* to) {
        file.read(at, {to, size});
      });
    });
  if (room == nullptr || bytes < 2 * large) return disk;
  measure(disk.write, [&](std::uint64_t size) {
    return seconds_of(size, bytes, each, [&](std::uint64_t at, std::byte* data) {
      room->write(from + at, {data, size});
    });
  });
  auto const begin = Clock::now();
  room->sync();
  disk.flush_seconds = since(begin);
  return disk;
}

}  // namespace isomer::files
