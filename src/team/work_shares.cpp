// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/work_shares.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>

namespace isomer::detail {

namespace {

/// A batch is this part of what is left: few of them, and small ones at the end.
constexpr std::int64_t batches_of_rest = 16;

constexpr std::uint64_t low_half = 0xffffffff;

using AtomicWord = std::atomic_ref<std::uint64_t>;

std::uint64_t pack(Share const& share) {
  return static_cast<std::uint64_t>(share.begin) << 32U | static_cast<std::uint64_t>(share.end);
}

Share unpack(std::uint64_t units) {
  return {static_cast<std::int64_t>(units >> 32U), static_cast<std::int64_t>(units & low_half)};
}

}  // namespace

WorkShares::WorkShares(std::int64_t pieces, int workers, std::int64_t least)
    : workers_(workers),
      pieces_(pieces),
      unit_(1 + pieces / static_cast<std::int64_t>(low_half)),
      least_(std::max<std::int64_t>(1, least / unit_)) {
  assert(workers <= most_workers);
  std::int64_t const units = (pieces + unit_ - 1) / unit_;
  for (int w = 0; w < workers; ++w) left(w) = pack(share_of(w, workers, units));
}

Share WorkShares::in_pieces(Share const& units) const {
  return {std::min(pieces_, units.begin * unit_), std::min(pieces_, units.end * unit_)};
}

Share WorkShares::take(int worker) {
  AtomicWord const word(left(worker));
  for (std::uint64_t now = word.load();;) {
    Share const rest = unpack(now);
    std::int64_t const count =
        std::min(rest.size(), std::max(least_, rest.size() / batches_of_rest));
    std::int64_t const taken = rest.begin + count;
    if (word.compare_exchange_weak(now, pack({taken, rest.end})))
      return in_pieces({rest.begin, taken});
  }
}

std::int64_t WorkShares::end(int worker) {
  return in_pieces(unpack(AtomicWord(left(worker)).load())).end;
}

bool WorkShares::steal(int worker) {
  for (;;) {
    int victim = 0;
    std::uint64_t now = 0;
    for (int other = 0; other < workers_; ++other) {
      std::uint64_t const units = AtomicWord(left(other)).load();
      if (unpack(units).size() <= unpack(now).size()) continue;
      victim = other;
      now = units;
    }
    Share const rest = unpack(now);
    if (rest.size() == 0) return false;
    // The last batch as a whole.
    std::int64_t const kept = rest.size() <= least_ ? 0 : rest.size() / 2;
    Share const stolen{rest.begin + kept, rest.end};
    if (!AtomicWord(left(victim)).compare_exchange_strong(now, pack({rest.begin, stolen.begin})))
      continue;
    AtomicWord(left(worker)).store(pack(stolen));
    return true;
  }
}

}  // namespace isomer::detail
