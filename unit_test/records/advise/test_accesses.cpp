// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <isomer/advisor/accesses.hpp>
#include <isomer/error.hpp>

#include "support/message_of.hpp"

namespace isomer {
namespace {

using detail::Access;
using detail::trace_of;
using Kind = Accesses::Kind;
using List = std::vector<Accesses::Access>;

/// Leaves: x 0, y 1, v[0..2] 2 to 4, kind 5.
DynamicRecord record() {
  return DynamicRecord({{"x", 8, 8}, {"y", 8, 8}, {"v", 4, 4, 3}, {"kind", 4, 4}});
}

TEST(Accesses, AreCollectedInTheirOrder) {
  auto const push = accesses("push", 500).read("v").update("x", "y").write("kind");
  EXPECT_EQ(push.name(), "push");
  EXPECT_EQ(push.calls(), 500);
  EXPECT_EQ(
      push.list(),
      (List{{Kind::read, "v"}, {Kind::update, "x"}, {Kind::update, "y"}, {Kind::write, "kind"}}));
  auto found = accesses("find");
  found.gather("x").sweep("y").read("x").write("x").update("x");
  EXPECT_EQ(found.calls(), 1);
  EXPECT_EQ(found.list().size(), 5);
}

TEST(TraceOfAccesses, OwnReadsThenWrites) {
  auto const trace =
      trace_of(record(), 1000, accesses("push", 7).write("kind").update("x").read("v"));
  EXPECT_EQ(trace.name, "push");
  EXPECT_EQ(trace.calls, 7);
  EXPECT_EQ(trace.group, 64);
  EXPECT_TRUE(trace.trial.empty());
  ASSERT_EQ(trace.item.size(), 256);
  EXPECT_EQ(trace.item[0].item, 33);
  EXPECT_EQ(trace.item[64].item, 289);
  EXPECT_EQ(trace.item[255].item, 992);
  auto const& last = trace.item[255];
  EXPECT_EQ(last.access, (std::vector<Access>{{992, 0, false},
                                              {992, 2, false},
                                              {992, 3, false},
                                              {992, 4, false},
                                              {992, 5, true},
                                              {992, 0, true}}));
  EXPECT_EQ(last.accesses, 6);
}

TEST(TraceOfAccesses, FewRecordsHaveFewItems) {
  auto const items = [](std::int64_t count) {
    return trace_of(record(), count, accesses("push").read("x")).item.size();
  };
  EXPECT_EQ(items(0), 0);
  EXPECT_EQ(items(1), 1);
  EXPECT_EQ(items(63), 63);
  EXPECT_EQ(items(64), 64);
  EXPECT_EQ(items(130), 128);
  EXPECT_EQ(items(257), 256);
}

TEST(TraceOfAccesses, GathersAreOfOneOtherRecordAnywhere) {
  std::int64_t const count = 1000000;
  auto const trace = trace_of(record(), count, accesses("find").gather("x", "kind").read("y"));
  std::set<std::int64_t> records;
  for (auto const& item : trace.item) {
    ASSERT_EQ(item.access.size(), 3);
    auto const& first = item.access[0];
    EXPECT_EQ(item.access[1], (Access{first.record, 5, false}));
    EXPECT_EQ(item.access[2], (Access{item.item, 1, false}));
    EXPECT_NE(first.record, item.item);
    EXPECT_LT(first.record, count);
    EXPECT_GE(first.record, 0);
    records.insert(first.record);
  }
  EXPECT_GT(records.size(), 250);
  EXPECT_GT(*records.rbegin(), count / 10 * 9);
  EXPECT_LT(*records.begin(), count / 10);
}

TEST(TraceOfAccesses, TheOnlyRecordGathersFromItself) {
  auto const trace = trace_of(record(), 1, accesses("find").gather("x"));
  EXPECT_EQ(trace.item[0].access, (std::vector<Access>{{0, 0, false}}));
}

TEST(TraceOfAccesses, AShortSweepIsKeptWhole) {
  auto const trace = trace_of(record(), 100, accesses("force").sweep("x", "y").update("kind"));
  auto const& item = trace.item[3];
  ASSERT_EQ(item.access.size(), 202);
  EXPECT_EQ(item.accesses, 202);
  EXPECT_EQ(item.access[0], (Access{0, 0, false}));
  EXPECT_EQ(item.access[1], (Access{0, 1, false}));
  EXPECT_EQ(item.access[199], (Access{99, 1, false}));
  EXPECT_EQ(item.access[200], (Access{item.item, 5, false}));
  EXPECT_EQ(item.access[201], (Access{item.item, 5, true}));
}

TEST(TraceOfAccesses, OfALongSweepTheBeginningIsKeptAndAllAreCounted) {
  auto const trace = trace_of(record(), 100000, accesses("force").sweep("v").update("kind"));
  auto const& item = trace.item[255];
  EXPECT_LE(item.access.size(), 4096);
  EXPECT_GT(item.access.size(), 4090);
  EXPECT_EQ(item.accesses, 3 * 100000 + 2);
  EXPECT_EQ(item.access.back(), (Access{99999, 5, true}));
}

TEST(TraceOfAccesses, AnUnknownMemberIsAnError) {
  EXPECT_EQ(test::message_of([] { trace_of(record(), 10, accesses("push").read("z")); }),
            "isomer::accesses: the kernel \"push\" accesses a member \"z\" that there is not, the "
            "record has x y v kind");
}

TEST(ParseAccesses, WithAllItsParts) {
  EXPECT_EQ(parse_accesses("push: read v update x y, 500 calls"),
            accesses("push", 500).read("v").update("x", "y"));
  EXPECT_EQ(parse_accesses("  two  words :\tsweep x gather y write kind , 1 call "),
            accesses("two words").sweep("x").gather("y").write("kind"));
}

TEST(ParseAccesses, NamesInQuotesHoldAnything) {
  EXPECT_EQ(parse_accesses("read \"my field\" \"read\" write \"a:b, c\" \"\"\"\", 5 calls"),
            accesses("kernel", 5).read("my field").read("read").write("a:b, c").write("\""));
  EXPECT_EQ(parse_accesses("\"at: once\": read x"), accesses("at: once").read("x"));
}

TEST(ParseAccesses, NameAndCallsMayBeLeftOut) {
  EXPECT_EQ(parse_accesses("read x", "kernel 2"), accesses("kernel 2").read("x"));
  EXPECT_EQ(parse_accesses("read x read y"), accesses("kernel").read("x", "y"));
}

std::string error_of(std::string const& text) {
  std::string const what = test::message_of([&] { parse_accesses(text); });
  std::string const head = "isomer::parse_accesses: ";
  std::string const tail =
      ", allowed are read, write, update, gather and sweep, each with names of members behind it, "
      "and the calls at the end: \"push: read v update x y, 500 calls\"";
  if (what.size() < head.size() + tail.size()) return what;
  EXPECT_EQ(what.substr(0, head.size()), head);
  EXPECT_EQ(what.substr(what.size() - tail.size()), tail);
  return what.substr(head.size(), what.size() - head.size() - tail.size());
}

TEST(ParseAccesses, MalformedTexts) {
  EXPECT_EQ(error_of(""), "there are no accesses");
  EXPECT_EQ(error_of("push:"), "there are no accesses");
  EXPECT_EQ(error_of(": read x"), "there is no name before the colon");
  EXPECT_EQ(error_of("x y"), "\"x\" is no access");
  EXPECT_EQ(error_of("push: reads x"), "\"reads\" is no access");
  EXPECT_EQ(error_of("read"), "\"read\" names no member");
  EXPECT_EQ(error_of("read write x"), "\"read\" names no member");
  EXPECT_EQ(error_of("read x update"), "\"update\" names no member");
  for (char const* calls : {"", " y", " 0 calls", " -1 calls", " 5", " 5 times", " 5x calls",
                            " 99999999999999999999 calls", " 5 calls, 6 calls"})
    EXPECT_EQ(
        error_of("read x," + std::string(calls)),
        "what stands behind the comma, \"" + std::string(calls) + "\", is no number of calls");
}

}  // namespace
}  // namespace isomer
