// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/arrangements_of.hpp"
#include "support/message_of.hpp"

/// Arrangements as values.
namespace isomer::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Arrangement, PrintsANameThatParsesBack) {
  for_all([]<class T, class A>() {
    Arrangement const arrangement = A{};
    EXPECT_EQ(parse_arrangement(arrangement.name()), arrangement) << arrangement.name();
  });
  EXPECT_EQ(Arrangement(AoS{}).name(), "aos");
  EXPECT_EQ(Arrangement(SoA{}).name(), "soa");
  EXPECT_EQ(tiled(64).name(), "tiled 64");
  EXPECT_EQ(declared_tiled(64).name(), "declared tiled 64");
  Arrangement const clusters = Clusters<In<Tiled<8>, "x", "y">, In<AoS, "z">, Rest<SoA>>{};
  EXPECT_EQ(clusters.name(), "clusters(x y: tiled 8; z: aos; rest: soa)");
}

TEST(Arrangement, KnowsAMemberThatIsNamedRest) {
  Arrangement const alone = Clusters<In<Tiled<8>, "rest">, Rest<SoA>>{};
  EXPECT_EQ(alone.name(), "clusters(\"rest\": tiled 8; rest: soa)");
  EXPECT_EQ(parse_arrangement(alone.name()), alone);
  Arrangement const among = Clusters<In<Tiled<8>, "rest", "x">, Rest<SoA>>{};
  EXPECT_EQ(among.name(), "clusters(rest x: tiled 8; rest: soa)");
  EXPECT_EQ(parse_arrangement(among.name()), among);
}

TEST(Arrangement, PutsNamesInQuotesThatHoldMarks) {
  using Clusters = std::vector<Arrangement::Cluster>;
  Arrangement const odd(Clusters{{{"a b", "x"}, 8}, {{"c:d", "e;f", "(g)"}, 1}, {{}, 0}});
  EXPECT_EQ(odd.name(), R"text(clusters("a b" x: tiled 8; "c:d" "e;f" "(g)": aos; rest: soa))text");
  EXPECT_EQ(parse_arrangement(odd.name()), odd);
  for (char const* name : {"h,i", "\"", "j\"k\"", " ", "rest ", "rest:", "\xC3\xA4", "v.x", "\t"}) {
    Arrangement const one(Clusters{{{name}, 0}, {{"y", name}, 1}, {{}, 8}});
    EXPECT_EQ(parse_arrangement(one.name()), one) << one.name();
  }
  char const* const tight = R"text(clusters("a b",x:tiled 8;"c:d" "e;f","(g)" :aos;rest:soa))text";
  EXPECT_EQ(parse_arrangement(tight), odd);
}

TEST(Arrangement, IsEqualToTheSameOnly) {
  EXPECT_EQ(tiled(8), Arrangement(Tiled<8>{}));
  EXPECT_NE(tiled(8), tiled(16));
  EXPECT_EQ(declared_tiled(8), Arrangement(DeclaredTiled<8>{}));
  EXPECT_NE(declared_tiled(8), tiled(8));
  EXPECT_NE(Arrangement(AoS{}), Arrangement(SoA{}));
  EXPECT_NE(Arrangement(AoS{}), Arrangement(Clusters<Rest<AoS>>{}));
  EXPECT_NE(Arrangement(Clusters<In<SoA, "a">, Rest<AoS>>{}),
            Arrangement(Clusters<In<SoA, "b">, Rest<AoS>>{}));
}

TEST(Arrangement, IsParsedFromOtherSpellings) {
  EXPECT_EQ(parse_arrangement(" tiled:64 "), tiled(64));
  EXPECT_EQ(parse_arrangement("tiled   64"), tiled(64));
  EXPECT_EQ(parse_arrangement("declared:tiled:64"), declared_tiled(64));
  Arrangement const clusters = Clusters<In<Tiled<8>, "x", "y">, Rest<SoA>>{};
  EXPECT_EQ(parse_arrangement("clusters(x y: tiled 8; rest: soa)"), clusters);
  EXPECT_EQ(parse_arrangement("clusters( x,y :tiled:8;rest:soa; )"), clusters);
  EXPECT_EQ(parse_arrangement("clusters(\"x\" y: tiled 8; rest: soa)"), clusters);
}

TEST(Arrangement, OfABadTextIsAnErrorThatSaysWhatIsAllowed) {
  auto const message = [](char const* text) {
    return message_of([text] { static_cast<void>(parse_arrangement(text)); });
  };
  for (char const* const text : {"",
                                 "AoS",
                                 "tiled",
                                 "tiled x",
                                 "tiled 3",
                                 "tiled 1",
                                 "tiled 65536",
                                 "tiled 8 9",
                                 "tiled64",
                                 "tiled:",
                                 "tiled -8",
                                 "declared",
                                 "declared 8",
                                 "declared soa",
                                 "declared aos",
                                 "declared tiled 3",
                                 "declared declared tiled 8",
                                 "clusters",
                                 "clusters(",
                                 "clusters()",
                                 "clusters(x)",
                                 "clusters(: soa)",
                                 "clusters(x: soa",
                                 "clusters(x: soa) y",
                                 "clusters(rest: soa; rest: aos)",
                                 "tiled 99999999999999999999"})
    EXPECT_THAT(message(text), AllOf(HasSubstr("isomer::parse_arrangement: "),
                                     HasSubstr("allowed are aos, soa, tiled N")))
        << text;
  for (char const* text : {"clusters(x: tiled 5)", "clusters(x: clusters(y: soa))",
                           "clusters(x: declared tiled 8; rest: aos)", "clusters(x: rows)"})
    EXPECT_THAT(message(text), HasSubstr(", allowed are aos, soa and tiled N (a power of two"))
        << text;
  EXPECT_THAT(message("clusters(x: declared tiled 8; rest: aos)"),
              HasSubstr("\"declared tiled 8\" is no arrangement of a cluster"));
  EXPECT_THAT(message("diagonal"), HasSubstr("\"diagonal\" is no arrangement"));
  EXPECT_THAT(message("tiled 48"), HasSubstr("\"tiled 48\" has no such tile"));
  EXPECT_THAT(message("clusters(x y)"), HasSubstr("\"x y\" has no colon"));
}

TEST(Arrangement, OfTilesOfABadSizeIsAnError) {
  for (std::int64_t const records : {-8, 0, 1, 3, 65536}) {
    EXPECT_THAT(message_of([=] { static_cast<void>(tiled(records)); }),
                HasSubstr("isomer::tiled: a tile of " + std::to_string(records) + " records"));
    EXPECT_THAT(message_of([=] { static_cast<void>(declared_tiled(records)); }),
                HasSubstr("isomer::declared_tiled: a tile of " + std::to_string(records)));
  }
}

TEST(Arrangement, OfClustersThatThereAreNotIsAnError) {
  using Clusters = std::vector<Arrangement::Cluster>;
  auto const message = [](Clusters const& clusters) {
    return message_of([&] { static_cast<void>(Arrangement(clusters)); });
  };
  for (std::int64_t const tile : {-8, -1, 3, 65536})
    EXPECT_THAT(message({{{"a"}, tile}}),
                HasSubstr("isomer::Arrangement: a tile of " + std::to_string(tile) + " records"));
  EXPECT_THAT(message({}), HasSubstr("clusters must have a cluster"));
  EXPECT_THAT(message({{{}, 0}, {{}, 1}}), HasSubstr("more than one rest"));
  EXPECT_EQ(Arrangement(Clusters{{{"a"}, 8}, {{}, 1}}).name(), "clusters(a: tiled 8; rest: aos)");
}

TEST(Arrangement, WithNamesThatTheRecordLacksIsAnErrorThatListsThem) {
  auto const message = [](char const* text) {
    return message_of([text] { static_cast<void>(footprint<Mixed>(parse_arrangement(text), 8)); });
  };
  EXPECT_THAT(message("clusters(a q: soa; rest: aos)"),
              AllOf(HasSubstr("names a member \"q\" that there is not"), HasSubstr("a b c d e")));
  EXPECT_THAT(message("clusters(a: soa; a: aos; rest: aos)"), HasSubstr("names \"a\" twice"));
  EXPECT_THAT(message("clusters(a b c d: soa)"), HasSubstr("leaves out \"e\" and has no rest"));
}

}  // namespace
}  // namespace isomer::test
