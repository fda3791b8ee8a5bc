// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <gtest/gtest.h>

#include <isomer/advisor/advice.hpp>
#include <isomer/error.hpp>

#include "hand_made_facts.hpp"
#include "program/temporary_directory.hpp"
#include "support/content_of.hpp"
#include "support/message_of.hpp"

namespace isomer {
namespace {

Advice advice(Verdict verdict) {
  return Advice(std::make_shared<detail::AdviceFacts>(test::hand_made_facts(verdict)));
}

TEST(Advice, Keep) {
  auto const keep = advice(Verdict::keep);
  EXPECT_EQ(keep.best(), Arrangement(AoS{}));
  EXPECT_EQ(keep.best("push"), Arrangement(AoS{}));
  EXPECT_EQ(keep.verdict(), Verdict::keep);
  EXPECT_EQ(keep.pays_off_after(), 0);
}

TEST(Advice, Rearrange) {
  auto const rearrange = advice(Verdict::rearrange);
  EXPECT_EQ(rearrange.best(), Arrangement(SoA{}));
  EXPECT_EQ(rearrange.best("sort"), Arrangement(SoA{}));
  EXPECT_EQ(rearrange.pays_off_after(), 5.13);
}

TEST(Advice, Visit) {
  auto const visit = advice(Verdict::visit);
  EXPECT_EQ(visit.best(), Arrangement(SoA{}));
  EXPECT_EQ(visit.best("push"), Arrangement(SoA{}));
  EXPECT_EQ(visit.best("sort"), Arrangement(AoS{}));
}

TEST(Advice, Seconds) {
  auto const rearrange = advice(Verdict::rearrange);
  EXPECT_EQ(rearrange.seconds("push", SoA{}), 2e-4);
  EXPECT_EQ(rearrange.seconds("sort", AoS{}), 1e-3);
  EXPECT_EQ(rearrange.conversion_seconds(SoA{}), 4e-3);
  EXPECT_EQ(rearrange.conversion_seconds(AoS{}), 0);
}

TEST(Advice, ErrorsListWhatThereIs) {
  auto const keep = advice(Verdict::keep);
  EXPECT_EQ(test::message_of([&] { keep.best("none"); }),
            "isomer::Advice::best: there is no kernel \"none\", there are: push, sort");
  EXPECT_EQ(test::message_of([&] { keep.seconds("none", SoA{}); }),
            "isomer::Advice::seconds: there is no kernel \"none\", there are: push, sort");
  EXPECT_EQ(test::message_of([&] { keep.seconds("push", tiled(8)); }),
            "isomer::Advice::seconds: tiled 8 is not in the offer, which is: aos, soa, "
            "clusters(x y v: tiled 8; rest: soa)");
  EXPECT_EQ(test::message_of([&] { keep.conversion_seconds(tiled(8)); }),
            "isomer::Advice::conversion_seconds: tiled 8 is not in the offer, which is: aos, soa, "
            "clusters(x y v: tiled 8; rest: soa)");
}

TEST(Advice, SavesItsPicture) {
  auto const keep = advice(Verdict::keep);
  program::TemporaryDirectory const directory;
  std::string const path = directory.file("advice.svg");
  keep.save_svg(path);
  EXPECT_EQ(test::content_of(path), keep.svg());
}

TEST(Advice, SaysThatAPictureCannotBeWritten) {
  EXPECT_EQ(test::message_of([] { advice(Verdict::keep).save_svg("no/such/folder.svg"); }),
            "isomer::Advice::save_svg: \"no/such/folder.svg\" cannot be written");
}

}  // namespace
}  // namespace isomer
