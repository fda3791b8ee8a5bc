// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <isomer/advisor.hpp>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// What bodies do, seen use by use.
namespace isomer::test {

struct Walker {
  double x;
  float v[3];
  std::int32_t next;
  Float3 place;
  std::int16_t kind;
};
struct Private {
  double a, b;
};
struct Whole {
  Float3 named;
  Private lent;
};

}  // namespace isomer::test

ISOMER_RECORD(isomer::test::Walker, x, v, next, place, kind);
ISOMER_RECORD(isomer::test::Whole, named, lent);
ISOMER_RECORD(isomer::test::Float3, x, y, z);

namespace isomer::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;
using detail::Access;
using WalkerOffer = Offer<AoS, SoA, Tiled<8>, Clusters<In<AoS, "x", "v">, Rest<SoA>>>;

// Leaves.
constexpr int x = 0, v = 1, next = 4, place = 5, kind = 6;

Access reads(std::int64_t record, int leaf) { return {record, leaf, false}; }
Access writes(std::int64_t record, int leaf) { return {record, leaf, true}; }

template <class T, class O>
std::vector<std::byte> bytes_of(Records<T, O, Host> const& records) {
  auto const scene = detail::scene_of(records);
  return {scene.data, scene.data + scene.layout.bytes};
}

/// The items that both have seen before their time was over.
void expect_same(detail::KernelTrace const& a, detail::KernelTrace const& b) {
  std::size_t const items = std::min(a.item.size(), b.item.size());
  ASSERT_GT(items, 0U);
  for (std::size_t k = 0; k < items; ++k) {
    EXPECT_EQ(a.item[k].item, b.item[k].item);
    EXPECT_EQ(a.item[k].accesses, b.item[k].accesses);
    EXPECT_EQ(a.item[k].access, b.item[k].access);
  }
}

/// What a body does to records, which stay as they are: where it is called, and launched as for
/// devices.
template <class T, class O, class Body>
detail::KernelTrace traced(Records<T, O, Host> const& records, Body const& body) {
  auto const before = bytes_of(records);
  auto trace = detail::record_body<T>(detail::scene_of(records), body);
  EXPECT_EQ(bytes_of(records), before);
  expect_same(detail::record_launches<T>(Host{}, detail::scene_of(records), body), trace);
  EXPECT_EQ(bytes_of(records), before);
  return trace;
}

class Recorded : public ::testing::Test {
 protected:
  Recorded() {
    for_each("fill", Host{}, records, [](auto const& w, int i) {
      w(i).x = i;
      w(i).next = (i + 3) % 5;
      w(i).kind = static_cast<std::int16_t>(i % 2);
    });
  }
  Records<Walker, WalkerOffer, Host> records{"walkers", 5};
};

TEST_F(Recorded, BodiesUseMembersOneAfterTheOther) {
  auto const trace = traced(records, [](auto const& w, int i) {
    auto p = w(i);
    p.x += 2;
    float const speed = p.v[1];
    p.kind = static_cast<std::int16_t>(speed);
    ++p.next;
  });
  ASSERT_EQ(trace.item.size(), 5U);
  EXPECT_EQ(trace.group, 5);
  EXPECT_EQ(trace.item[3].item, 3);
  EXPECT_EQ(trace.item[3].accesses, 6);
  EXPECT_THAT(trace.item[3].access, ElementsAre(reads(3, x), writes(3, x), reads(3, v + 1),
                                                writes(3, kind), reads(3, next), writes(3, next)));
}

TEST_F(Recorded, LoopsAndBranchesGoAsTheDataSay) {
  auto const body = [](auto const& w, int i) {
    auto p = w(i);
    for (auto const& component : p.v) {
      if (p.kind == 1) component = 1;
    }
  };
  auto const trace = traced(records, body);
  EXPECT_THAT(trace.item[0].access, ElementsAre(reads(0, kind), reads(0, kind), reads(0, kind)));
  EXPECT_THAT(trace.item[1].access,
              ElementsAre(reads(1, kind), writes(1, v), reads(1, kind), writes(1, v + 1),
                          reads(1, kind), writes(1, v + 2)));
}

TEST_F(Recorded, ComponentsAreReferredTo) {
  auto const trace = traced(records, [](auto const& w, int i) {
    auto p = w(i);
    if (i == 0)
      for (auto& component : p.v) component += 1;
    if (i == 1) {
      auto& second = p.v[1];
      second = p.v[2];
    }
    if (i == 2) {
      float copy = p.v[1];
      copy += 5;
      if (copy == 5) p.kind = 1;
    }
  });
  EXPECT_THAT(trace.item[0].access,
              ElementsAre(reads(0, v), writes(0, v), reads(0, v + 1), writes(0, v + 1),
                          reads(0, v + 2), writes(0, v + 2)));
  EXPECT_THAT(trace.item[1].access, ElementsAre(reads(1, v + 2), writes(1, v + 1)));
  EXPECT_THAT(trace.item[2].access, ElementsAre(reads(2, v + 1), writes(2, kind)));
}

// Kokkos' views of before took nothing but integers for an index.
#if KOKKOS_VERSION >= 50000
TEST_F(Recorded, MembersAreIndicesOfViews) {
  Kokkos::View<double*, Host> const grid("grid", 5);
  auto const body = [=](auto const& w, int i) {
    auto p = w(i);
    grid(p.next) += p.x;
  };
  auto const trace = traced(records, body);
  EXPECT_THAT(trace.item[4].access, ElementsAre(reads(4, x), reads(4, next)));
  EXPECT_EQ(grid(2), 2 * 4) << "recorded twice";
}
#endif

TEST_F(Recorded, OtherRecordsAreReachedByIndicesThatRecordsHold) {
  auto const trace = traced(records, [](auto const& w, int i) { w(i).x = w(int(w(i).next)).x; });
  EXPECT_THAT(trace.item[4].access, ElementsAre(reads(4, next), reads(2, x), writes(4, x)));
}

TEST_F(Recorded, WholeRecordsAreAllOfTheirLeaves) {
  auto const trace = traced(records, [](auto const& w, int i) {
    if (i == 0) swap(w(0), w(1));
    if (i == 1) {
      Walker const copy = w(1);
      w(2) = copy;
    }
  });
  EXPECT_EQ(trace.item[0].accesses, 4 * 7);  // read and written, both
  EXPECT_EQ(trace.item[1].accesses, 2 * 7);
  EXPECT_EQ(trace.item[2].accesses, 0);
}

/// Leaf by leaf both are read before both are written; what is read then has been exchanged.
TEST_F(Recorded, SwapsReadAndWriteBothRecordsLeafByLeaf) {
  auto const body = [](auto const& w, int i) {
    auto const other = int(w(i).next);
    double const was = w(i).x;
    swap(w(i), w(other));
    if (w(other).x == was) w(i).kind = 7;
  };
  auto const trace = traced(records, body);
  ASSERT_EQ(trace.item.size(), 5U);
  for (std::int64_t i = 0; i < 5; ++i) {
    std::int64_t const other = (i + 3) % 5;
    std::vector<Access> expected{reads(i, next), reads(i, x)};
    for (int leaf = 0; leaf < 7; ++leaf)
      for (Access const& access :
           {reads(i, leaf), reads(other, leaf), writes(i, leaf), writes(other, leaf)})
        expected.push_back(access);
    expected.push_back(reads(other, x));
    expected.push_back(writes(i, kind));
    EXPECT_EQ(trace.item[static_cast<std::size_t>(i)].access, expected) << i;
  }
}

TEST_F(Recorded, CopiesAreValuesOfTheirOwn) {
  auto const trace = traced(records, [](auto const& w, int i) {
    auto p = w(i);
    auto copy = p.x;
    copy += 5;
    auto& same = p.kind;
    if (copy == i + 5) same = 3;
  });
  EXPECT_THAT(trace.item[2].access, ElementsAre(reads(2, x), writes(2, kind)));
}

TEST_F(Recorded, ReferencesArePassedOn) {
  auto const clear = [](auto p) { p.x = 0; };
  auto const trace = traced(records, [&](auto const& w, int i) { clear(w(i)); });
  EXPECT_THAT(trace.item[1].access, ElementsAre(writes(1, x)));
}

TEST_F(Recorded, AtomicsReadAndWrite) {
  auto const trace =
      traced(records, [](auto const& w, int i) { Kokkos::atomic_add(&w(i).x, 1.0); });
  EXPECT_THAT(trace.item[1].access, ElementsAre(reads(1, x), writes(1, x)));
}

TEST_F(Recorded, MembersOfDescribedClassesAreTheClass) {
  auto const trace = traced(records, [](auto const& w, int i) { w(i).place.y += 1; });
  EXPECT_THAT(trace.item[1].access, ElementsAre(reads(1, place), writes(1, place)));
}

TEST_F(Recorded, AllArrangementsAreSeenAlike) {
  auto const body = [](auto const& w, int i) {
    auto p = w(i);
    p.v[2] += static_cast<float>(p.x * p.next);
    w((i + 1) % 5).kind = 7;
  };
  auto const expected = traced(records, body);
  for (Arrangement const& arrangement : records.offer()) {
    rearrange(records, arrangement);
    auto const trace = traced(records, body);
    ASSERT_EQ(trace.item.size(), expected.item.size());
    for (std::size_t k = 0; k < trace.item.size(); ++k)
      EXPECT_EQ(trace.item[k].access, expected.item[k].access) << arrangement.name();
  }
}

TEST_F(Recorded, ValuesThatAreWrittenTwiceComeBackToTheFirst) {
  auto const trace = traced(records, [](auto const& w, int i) {
    for (int k = 0; k < 10; ++k) w(0).x = i + k;
    for (int k = 0; k < 10; ++k) w(0).x *= 3;
  });
  EXPECT_EQ(trace.item[0].accesses, 30);
}

TEST_F(Recorded, RecordsThatThereAreNotAreErrors) {
  auto const before = bytes_of(records);
  auto const body = [](auto const& w, int i) {
    w(i).x = -1;
    w(i + 1).x = 0;
  };
  EXPECT_THAT(message_of([&] { advise(records, {kernel("shift", body)}); }),
              HasSubstr("isomer::advise: the kernel \"shift\" refers to record 5, there are 5"));
  EXPECT_EQ(bytes_of(records), before);
}

TEST_F(Recorded, RecordsThatThereAreNotAreErrorsOfLaunchesToo) {
  auto const before = bytes_of(records);
  auto scene = detail::scene_of(records);
  scene.kernel = "shift";
  auto const body = [](auto const& w, int i) {
    w(i).x = -1;
    w(i - 1).x = 0;
    w(7).x = 0;
  };
  EXPECT_THAT(message_of([&] { detail::record_launches<Walker>(Host{}, scene, body); }),
              HasSubstr("isomer::advise: the kernel \"shift\" refers to record -1, there are 5"));
  EXPECT_EQ(bytes_of(records), before);
}

TEST_F(Recorded, AnyIndexIsOneOf64BitsWhateverTheCount) {
  std::size_t bytes = 0;
  traced(records, [&](auto const& w, auto i) {
    bytes = sizeof(i);
    w(i).x = 1;
  });
  EXPECT_EQ(bytes, 8U);
}

TEST_F(Recorded, IndicesThatCannotCountTheRecordsAreErrors) {
  auto scene = detail::scene_of(records);
  scene.kernel = "push";
  scene.count = scene.capacity = std::int64_t{1} << 31;
  auto const body = [](auto const& w, int i) { w(i).x = 1; };
  std::string const expected =
      "isomer::advise: the kernel \"push\" visits 2147483648 records with a body whose index has "
      "32 bits, it has to take a std::int64_t";
  EXPECT_EQ(message_of([&] { detail::record_body<Walker>(scene, body); }), expected);
  EXPECT_EQ(message_of([&] { detail::record_launches<Walker>(Host{}, scene, body); }), expected);
}

TEST_F(Recorded, WhatIsWrittenBeyondTheRoomForOldValuesIsLost) {
  constexpr int writes = 300000;
  auto const trace = traced(records, [](auto const& w, int i) {
    if (i > 0) return;
    for (int k = 0; k < writes; ++k) w(k % 5).x = k;
    w(1).place.x = 1;
  });
  EXPECT_EQ(trace.item[0].accesses, writes + 1);
}

TEST(Recorder, LendsClassesThatNobodyDescribed) {
  Records<Whole, Offer<AoS, SoA>, Host> const records("whole", 3);
  auto const trace = traced(records, [](auto const& w, int i) {
    auto p = w(i);
    if (i == 1) p.lent.a = 5;
  });
  EXPECT_THAT(trace.item[0].access, ElementsAre(reads(0, 1)));
  EXPECT_THAT(trace.item[1].access, ElementsAre(reads(1, 1), writes(1, 1)));
}

TEST(Recorder, CountsWhatItDoesNotKeep) {
  Records<Triple, Offer<AoS, SoA>, Host> const records("sweep", 50000);
  auto const trace = traced(records, [](auto const& t, int i) {
    float sum = 0;
    for (std::size_t k = 0; k < t.size(); ++k) sum += t(k).x + t(k).y;
    t(i).z = sum;
  });
  ASSERT_GE(trace.item.size(), 1U);
  EXPECT_EQ(trace.item[0].accesses, 100001);
  EXPECT_EQ(static_cast<std::int64_t>(trace.item[0].access.size()), detail::most_accesses_of_item);
}

TEST(Recorder, SeesFourGroupsOfNeighbours) {
  Records<Triple, Offer<AoS, SoA>, Host> const records("many", 10000);
  auto const trace = traced(records, [](auto const& t, int i) { t(i).z = 1; });
  ASSERT_EQ(trace.item.size(), 256U);
  EXPECT_EQ(trace.group, 64);
  for (std::size_t k = 1; k < trace.item.size(); ++k) {
    if (k % 64 != 0) {
      EXPECT_EQ(trace.item[k].item, trace.item[k - 1].item + 1);
    } else {
      EXPECT_GT(trace.item[k].item, trace.item[k - 1].item + 1);
    }
  }
  EXPECT_EQ(trace.item.back().item, 9999);
}

}  // namespace
}  // namespace isomer::test
