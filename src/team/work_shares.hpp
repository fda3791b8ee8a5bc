// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace isomer::detail {

/// A second thread pays from about this many bytes on (measured: 64 KiB an array, 2 threads; a
/// TeamPolicy launch is 1.3 us, the copy of 64 KiB about 3).
inline constexpr std::int64_t bytes_per_thread = 96 << 10;

/// Below this size one thread does all the work, and the launch would be for nothing.
inline constexpr std::int64_t launch_bytes = 2 * bytes_per_thread;

/// Consecutive pieces of some work.
struct Share {
  std::int64_t begin;
  std::int64_t end;

  std::int64_t size() const { return end - begin; }
};

/// The part of 0..pieces that a worker has: contiguous, and as equal as can be.
inline Share share_of(std::int64_t worker, std::int64_t workers, std::int64_t pieces) {
  std::int64_t const each = pieces / workers;
  std::int64_t const more = pieces % workers;
  std::int64_t const begin = worker * each + (worker < more ? worker : more);
  return {begin, begin + each + (worker < more ? 1 : 0)};
}

/// Work that is shared out among threads, each of which takes its own share batch by batch from the
/// front; one that has none left steals half of what the one with most has left, from the back.
/// Cores are not equally fast where guests of other machines use their other halves (additions a
/// second of two cores: 9 to 5 in many minutes), and with fixed shares the faster waits for the
/// slower. Shares stay contiguous, so that prefetch and lines carried over run on.
///
/// Allocates nothing: in place, nothing may fail once the first byte has moved.
class WorkShares {
 public:
  static constexpr int most_workers = 1024;

  /// `least`: pieces of a batch, where there are as many.
  WorkShares(std::int64_t pieces, int workers, std::int64_t least);

  /// The next batch of a worker's own share; empty if there is none.
  Share take(int worker);
  /// Where that share ends unless someone steals from it.
  std::int64_t end(int worker);
  /// Gives a worker without work a part of another one's; false if nobody has any left.
  bool steal(int worker);

  /// Calls visit(batch) for all that a worker takes or steals.
  template <class Visit>
  void for_each_batch(int worker, Visit const& visit) {
    do {
      for (Share batch = take(worker); batch.size() > 0; batch = take(worker)) visit(batch);
    } while (steal(worker));
  }

 private:
  std::uint64_t& left(int worker) { return left_[static_cast<std::size_t>(worker)]; }
  Share in_pieces(Share const& units) const;

  /// What is left of each worker's share, as one word: both ends change at once. Counted in units,
  /// which are pieces unless there are more than fit.
  std::array<std::uint64_t, most_workers> left_;
  int workers_;
  std::int64_t pieces_;
  std::int64_t unit_;
  std::int64_t least_;
};

}  // namespace isomer::detail
