// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// Records that change their arrangement at run time.
namespace isomer::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;
using AnOffer = Offer<AoS, SoA, Tiled<8>, Tiled<1024>>;

TEST(Records, BeginInTheFirstArrangementWithRoomForAll) {
  Records<Triple, AnOffer, Host> const records("triples", 100);
  EXPECT_EQ(records.size(), 100U);
  EXPECT_EQ(records.capacity(), 192U);
  EXPECT_EQ(records.label(), "triples");
  EXPECT_EQ(records.arrangement(), Arrangement(AoS{}));
  auto const view = records.view<AoS>();
  EXPECT_EQ(view.use_count(), 2);
  EXPECT_GE(detail::RecordAccess::room(view), footprint<Triple>(tiled(1024), 192));
}

TEST(Records, LendNoViewInAnotherArrangement) {
  Records<Triple, AnOffer, Host> const records("triples", 100);
  EXPECT_THAT(message_of([&] { static_cast<void>(records.view<Tiled<8>>()); }),
              HasSubstr("isomer::Records::view: records \"triples\" are arranged as aos and not "
                        "as tiled 8"));
}

TEST(Records, AreSeenInTheCurrentArrangement) {
  Records<Triple, AnOffer, Host> const records("triples", 100);
  auto const visited = with_arrangement(records, [](auto const& view) {
    using View = std::remove_cvref_t<decltype(view)>;
    return std::is_same_v<typename View::arrangement_type, AoS>;
  });
  EXPECT_TRUE(visited);
  for_each("set", Host{}, records, [](auto const& p, int i) { p(i).y = static_cast<float>(i); });
  for_each("twice", records, [](auto const& p, int i) { p(i).y *= 2; });
  EXPECT_EQ(records.view<AoS>()(99).y, 198);
}

TEST(Records, AreArrangedAsOfferedOnly) {
  Records<Triple, AnOffer, Host> records("triples", 100);
  EXPECT_THAT(message_of([&] { rearrange(records, tiled(16)); }),
              AllOf(HasSubstr("isomer::rearrange: tiled 16 is not in the offer of records "
                              "\"triples\""),
                    HasSubstr("aos, soa, tiled 8, tiled 1024")));
  EXPECT_EQ(records.arrangement(), Arrangement(AoS{}));
}

TEST(Records, AreNotRearrangedWhileAViewIsKept) {
  Records<Triple, AnOffer, Host> records("triples", 100);
  auto const kept = records.view<AoS>();
  EXPECT_THAT(message_of([&] { rearrange(records, SoA{}); }),
              HasSubstr("isomer::rearrange: view \"triples\" is shared by 2 owners"));
  rearrange(records, AoS{});  // nothing to do
  EXPECT_EQ(records.arrangement(), Arrangement(AoS{}));
}

TEST(Records, AreRearrangedThroughTheWholeOffer) {
  for (std::size_t const n : {1, 100, 3000}) {
    Records<Mixed, AnOffer, Host> records("mixed", n);
    fill(records.view<AoS>());
    for (Arrangement const& to :
         {tiled(8), Arrangement(SoA{}), tiled(1024), Arrangement(AoS{}), tiled(1024), tiled(8)}) {
      rearrange(Host{}, records, to);
      EXPECT_EQ(records.arrangement(), to);
      EXPECT_EQ(records.size(), n);
      EXPECT_TRUE(with_arrangement(records, [](auto const& view) { return is_filled(view); }))
          << to.name();
    }
    EXPECT_EQ(records.view<Tiled<8>>().use_count(), 2);
  }
}

}  // namespace
}  // namespace isomer::test
