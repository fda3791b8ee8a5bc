// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "records/advise/random_trace.hpp"
#include "records/advise/watch/warp_replay.hpp"
#include "team/audit.hpp"

/// What warps ask of memory, against sets of bytes and the audit's count of sectors.
namespace isomer::records {
namespace {

using detail::Access;
using detail::ItemTrace;
using detail::KernelTrace;
using team::sector_bytes;
using test::below;
using test::Random;

constexpr std::int64_t capacity = test::trace_capacity;

using Bytes = std::set<std::int64_t>;

void add_bytes(Bytes& bytes, std::int64_t begin, std::int64_t count) {
  for (std::int64_t b = begin; b < begin + count; ++b) bytes.insert(b);
}

Bytes sectors_of(Bytes const& bytes) {
  Bytes sectors;
  for (std::int64_t const b : bytes) sectors.insert(b / sector_bytes);
  return sectors;
}

double without(Bytes const& all, Bytes const& some) {
  double count = 0;
  for (std::int64_t const one : all) count += some.count(one) == 0 ? 1 : 0;
  return count;
}

/// One group of neighbours by sets, request by request.
class BruteForce {
 public:
  BruteForce(WarpGround const& ground, std::vector<bool> const& counts)
      : ground_(ground), counts_(counts) {}

  WarpTouched touched(std::vector<ItemTrace> const& before, std::vector<ItemTrace> const& lanes,
                      std::set<std::int32_t> const& written_at_home) {
    Bytes read_before, written_before, read, written;
    for (ItemTrace const& item : before) bytes_of(item, read_before, written_before);
    for (ItemTrace const& item : lanes) bytes_of(item, read, written);
    WarpTouched sum;
    sum.lanes = static_cast<double>(lanes.size());
    ask(lanes, sum);
    Bytes all_before = read_before;
    all_before.merge(Bytes(written_before));
    Bytes all = read;
    all.merge(Bytes(written));
    sum.bytes = without(all, all_before);
    sum.sectors = without(sectors_of(all), sectors_of(all_before));
    sum.sectors_read = without(sectors_of(read), sectors_of(read_before));
    sum.sectors_written = without(sectors_of(written), sectors_of(written_before));
    Bytes filled = written;
    for (std::int32_t const leaf : written_at_home)
      for (std::int64_t i = lanes.front().item - 32; i < lanes.back().item + 33; ++i)
        if (i >= 0 && i < ground_.count && counts_[static_cast<std::size_t>(leaf)])
          add(filled, {i, leaf, true});
    for (std::int64_t const sector : sectors_of(written)) {
      bool is_full = true;
      for (std::int64_t b = sector * sector_bytes; b < (sector + 1) * sector_bytes; ++b)
        is_full = is_full && filled.count(b) > 0;
      bool const is_new = sectors_of(written_before).count(sector) == 0;
      bool const is_read =
          sectors_of(read).count(sector) + sectors_of(read_before).count(sector) > 0;
      if (is_new && !is_full && !is_read) ++sum.sectors_partial;
    }
    return sum;
  }

 private:
  std::int64_t bytes_of(std::int32_t leaf) const {
    return ground_.leaves[static_cast<std::size_t>(leaf)].bytes;
  }
  std::int64_t place(Access const& access) const {
    return ground_.layout.address(static_cast<std::size_t>(access.leaf), bytes_of(access.leaf),
                                  access.record);
  }
  void add(Bytes& bytes, Access const& access) const {
    add_bytes(bytes, place(access), bytes_of(access.leaf));
  }
  void bytes_of(ItemTrace const& item, Bytes& read, Bytes& written) const {
    for (Access const& access : item.access)
      if (counts_[static_cast<std::size_t>(access.leaf)])
        add(access.is_write ? written : read, access);
  }

  /// The k-th access of a leaf by each lane is one request, or two if some load and some store.
  void ask(std::vector<ItemTrace> const& lanes, WarpTouched& sum) const {
    std::map<std::tuple<std::int32_t, int, bool>, team::Request> requests;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      std::map<std::int32_t, int> uses;
      for (Access const& access : lanes[lane].access) {
        if (!counts_[static_cast<std::size_t>(access.leaf)]) continue;
        team::Request& request = requests[{access.leaf, uses[access.leaf]++, access.is_write}];
        request.lanes |= 1U << lane;
        request.place[lane] = static_cast<std::uint64_t>(place(access));
      }
    }
    for (auto const& [name, request] : requests) {
      auto const width = static_cast<int>(bytes_of(std::get<0>(name)));
      Bytes lines;
      for (std::size_t lane = 0; lane < 32; ++lane)
        if ((request.lanes >> lane & 1U) != 0)
          lines.insert(static_cast<std::int64_t>(request.place[lane]) / 128);
      int const bytes = __builtin_popcount(request.lanes) * width;
      ++sum.requests;
      sum.wavefronts += std::max((static_cast<int>(lines.size()) + 3) / 4, (bytes + 127) / 128);
      (std::get<2>(name) ? sum.sectors_stored : sum.sectors_loaded) +=
          team::sectors_of(request, width);
    }
  }

  WarpGround const& ground_;
  std::vector<bool> const& counts_;
};

WarpTouched brute_force(WarpGround const& ground, KernelTrace const& trace,
                        std::vector<bool> const& counts) {
  std::set<std::int32_t> written_at_home;
  for (ItemTrace const& item : trace.item)
    for (Access const& access : item.access)
      if (access.is_write && access.record == item.item) written_at_home.insert(access.leaf);
  std::vector<ItemTrace> before;
  std::size_t first = 0;
  while (trace.item[first].item % 32 != 0) before.push_back(trace.item[first++]);
  std::vector<ItemTrace> const lanes(trace.item.begin() + static_cast<std::ptrdiff_t>(first),
                                     trace.item.begin() + static_cast<std::ptrdiff_t>(first) + 32);
  return BruteForce(ground, counts).touched(before, lanes, written_at_home);
}

void expect_equal(WarpTouched const& a, WarpTouched const& b) {
  EXPECT_EQ(a.lanes, b.lanes);
  EXPECT_EQ(a.requests, b.requests);
  EXPECT_EQ(a.wavefronts, b.wavefronts);
  EXPECT_EQ(a.sectors_loaded, b.sectors_loaded);
  EXPECT_EQ(a.sectors_stored, b.sectors_stored);
  EXPECT_EQ(a.sectors_read, b.sectors_read);
  EXPECT_EQ(a.sectors_written, b.sectors_written);
  EXPECT_EQ(a.sectors_partial, b.sectors_partial);
  EXPECT_EQ(a.sectors, b.sectors);
  EXPECT_EQ(a.bytes, b.bytes);
}

constexpr std::size_t all_accesses = 1 << 20;

TEST(WarpReplay, CountsWhatSetsAndTheAuditCount) {
  Random random(7);
  DynamicRecord const& record = test::trace_record();
  for (int round = 0; round < 40; ++round) {
    auto const trace = test::random_trace(random, 1, 64);
    std::vector<bool> counts;
    for (std::size_t l = 0; l < record.leaves().size(); ++l) counts.push_back(below(random, 4) > 0);
    for (Arrangement const& arrangement : test::trace_arrangements()) {
      SCOPED_TRACE(arrangement.name());
      auto const layout = detail::record_layout(record, arrangement, capacity);
      WarpGround const ground{record.leaves(), layout, capacity, 0};
      expect_equal(WarpReplay(trace, all_accesses).touched(ground, counts),
                   brute_force(ground, trace, counts));
    }
  }
}

/// Records of eight floats, all of which each item of its own record reads.
class ReadersOfEight : public testing::Test {
 protected:
  ReadersOfEight() {
    trace.group = 64;
    for (std::int64_t i = 33; i < 97; ++i) {
      ItemTrace item{i, 8, {}};
      for (std::int32_t leaf = 0; leaf < 8; ++leaf) item.access.push_back({i, leaf, false});
      trace.item.push_back(item);
    }
  }
  WarpTouched touched(Arrangement const& arrangement, std::int64_t held_bytes) const {
    auto const layout = detail::record_layout(record, arrangement, capacity);
    return WarpReplay(trace, all_accesses)
        .touched({record.leaves(), layout, capacity, held_bytes}, std::vector<bool>(8, true));
  }

  DynamicRecord const record{{{"v", 4, 4, 8}}};
  KernelTrace trace;
};

TEST_F(ReadersOfEight, FindSectorsInTheFirstLevelCacheThatHaveRoomThere) {
  EXPECT_EQ(touched(AoS{}, 4096).sectors_loaded, 32);
  EXPECT_EQ(touched(AoS{}, 1024).sectors_loaded, 32);
  EXPECT_EQ(touched(AoS{}, 512).sectors_loaded, 8 * 32);
  EXPECT_EQ(touched(SoA{}, 512).sectors_loaded, 32);
}

TEST_F(ReadersOfEight, MoveTheSameBytesInMoreOrFewerCycles) {
  EXPECT_EQ(touched(AoS{}, 4096).wavefronts, 8 * 2);
  EXPECT_EQ(touched(tiled(8), 4096).wavefronts, 8);
  EXPECT_EQ(touched(SoA{}, 4096).wavefronts, 8);
  for (auto const& arrangement : {Arrangement(AoS{}), tiled(8), Arrangement(SoA{})}) {
    EXPECT_EQ(touched(arrangement, 4096).sectors_read, 32);
    EXPECT_EQ(touched(arrangement, 4096).bytes, 1024);
  }
}

TEST_F(ReadersOfEight, CountForTheBeginningOfWhatTheyDo) {
  auto const layout = detail::record_layout(record, SoA{}, capacity);
  WarpGround const ground{record.leaves(), layout, capacity, 4096};
  std::vector<bool> const all(8, true);
  auto const whole = WarpReplay(trace, all_accesses).touched(ground, all);
  auto const half = WarpReplay(trace, std::size_t{64 * 4}).touched(ground, all);
  EXPECT_EQ(half.lanes, 32);
  EXPECT_EQ(half.requests, whole.requests);
  EXPECT_EQ(half.sectors_read, whole.sectors_read);
}

TEST(WarpReplay, TakesFewRecordsForOneWarp) {
  DynamicRecord const record{{{"x", 4, 4}}};
  KernelTrace trace;
  trace.group = 5;
  for (std::int64_t i = 0; i < 5; ++i) trace.item.push_back({i, 1, {{i, 0, true}}});
  auto const layout = detail::record_layout(record, AoS{}, 64);
  auto const touched =
      WarpReplay(trace, all_accesses).touched({record.leaves(), layout, 5, 4096}, {true});
  EXPECT_EQ(touched.lanes, 5);
  EXPECT_EQ(touched.sectors_written, 1);
  EXPECT_EQ(touched.sectors_partial, 1);  // there is no sixth record
}

}  // namespace
}  // namespace isomer::records
