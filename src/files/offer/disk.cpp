// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/offer/disk.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include "files/store/buffer.hpp"

namespace isomer::files {
namespace {

constexpr std::uint64_t large = std::uint64_t{1} << 21;
constexpr std::uint64_t small = std::uint64_t{1} << 16;
constexpr unsigned threads_at_once = 8;

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Seconds of a request of `size` bytes at random places, as many under way as a run has.
double seconds_of(std::uint64_t size, std::uint64_t bytes, std::uint64_t page, double limit,
                  std::function<void(std::uint64_t, std::byte*)> const& request) {
  std::uint64_t const places = (bytes - size) / page + 1;
  std::atomic<std::uint64_t> done{0};
  std::atomic<bool> failed{false};
  auto const begin = Clock::now();
  auto work = [&](unsigned seed) {
    std::mt19937_64 random(seed);
    try {
      Buffer buffer(size);
      std::fill_n(buffer.data(), size, std::byte{0});
      do {
        request(random() % places * page, buffer.data());
        ++done;
      } while (since(begin) < limit);
    } catch (...) {
      failed = true;
    }
  };
  std::vector<std::thread> team;
  for (unsigned k = 0; k < threads_at_once; ++k) team.emplace_back(work, k + 1);
  for (std::thread& thread : team) thread.join();
  if (failed || done == 0) return 0;
  return since(begin) / static_cast<double>(done);
}

/// (x + half) / rate from the seconds of two sizes.
void set_rate(double& rate, double& half, double of_small, double of_large) {
  if (of_small <= 0 || of_large <= of_small) return;
  rate = static_cast<double>(large - small) / (of_large - of_small);
  half = std::max(0.0, of_small * rate - static_cast<double>(small));
}

}  // namespace

Disk default_disk(DiskKind kind) {
  Disk disk;
  switch (kind) {
    case DiskKind::nvme: break;
    case DiskKind::sata:
      disk.read_rate = 5e8;
      disk.write_rate = 4.5e8;
      disk.read_half = disk.write_half = 40960;
      disk.flush_seconds = 5e-3;
      break;
    case DiskKind::spinning:
      disk.read_rate = disk.write_rate = 1.5e8;
      disk.read_half = disk.write_half = 1.2e6;
      disk.flush_seconds = 2e-2;
      break;
    case DiskKind::memory:
      disk.read_rate = disk.write_rate = 4e9;
      disk.read_half = disk.write_half = 4096;
      disk.flush_seconds = 1e-6;
      disk.direct = false;
      break;
  }
  return disk;
}

Disk measure(StoreFile& file, StoreFile* room, std::uint64_t from, std::uint64_t bytes,
             Disk const& like, double seconds) {
  Disk disk = like;
  std::uint64_t const all = file.facts().bytes;
  double const each = seconds / 4;
  if (all >= 2 * large) {
    auto reads = [&](std::uint64_t size) {
      return seconds_of(size, all, disk.page, each, [&](std::uint64_t at, std::byte* to) {
        file.read(at, {to, size});
      });
    };
    double const of_large = reads(large);
    set_rate(disk.read_rate, disk.read_half, reads(small), of_large);
  }
  if (room == nullptr || bytes < 2 * large) return disk;
  auto writes = [&](std::uint64_t size) {
    return seconds_of(size, bytes, disk.page, each, [&](std::uint64_t at, std::byte* data) {
      room->write(from + at, {data, size});
    });
  };
  double const of_large = writes(large);
  set_rate(disk.write_rate, disk.write_half, writes(small), of_large);
  auto const begin = Clock::now();
  room->sync();
  disk.flush_seconds = since(begin);
  return disk;
}

}  // namespace isomer::files
