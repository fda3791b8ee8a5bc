// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/failure.hpp"
#include "support/message_of.hpp"

namespace {

using namespace isomer::program;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

CommandLine parsed(std::vector<std::string> const& words) {
  CommandLine line;
  parse(words, line);
  return line;
}

/// What is said of words that make no sense.
std::string refusal_of(std::vector<std::string> const& words) {
  return isomer::test::message_of<UsageError>([&] { parsed(words); });
}

TEST(CommandLine, SortsWordsIntoOptionsAndFilesInAnyOrder) {
  auto const line = parsed({"permute", "--force", "in.npy", "--axes", "1,0", "out.npy"});
  EXPECT_EQ(line.command, "permute");
  EXPECT_TRUE(line.force);
  EXPECT_THAT(line.axes, Optional(ElementsAre(1, 0)));
  EXPECT_THAT(line.files, ElementsAre("in.npy", "out.npy"));
}

TEST(CommandLine, ReadsEveryOption) {
  auto line = parsed({"transpose", "--in-place", "--force", "--threads", "3", "--verbose", "a"});
  EXPECT_TRUE(line.in_place);
  EXPECT_TRUE(line.force);
  EXPECT_TRUE(line.verbose);
  EXPECT_EQ(line.threads, 3);
  line = parsed({"explain", "--shape", "3,0", "--type", "<f4", "--order", "F", "--in-place"});
  EXPECT_THAT(line.shape, Optional(ElementsAre(3, 0)));
  EXPECT_EQ(line.type, "<f4");
  EXPECT_EQ(line.fortran_order, true);
  EXPECT_TRUE(line.in_place);
  EXPECT_EQ(parsed({"relayout", "--order", "C"}).fortran_order, false);
}

TEST(CommandLine, HasTheArrangementsOfRearrangeAsText) {
  auto const line = parsed({"rearrange", "--to", "clusters(x y: tiled 8; rest: soa)", "--from",
                            "aos", "--pad", "in.npy", "out.npy"});
  EXPECT_EQ(line.to, "clusters(x y: tiled 8; rest: soa)");
  EXPECT_EQ(line.from, "aos");
  EXPECT_TRUE(line.pad);
  EXPECT_EQ(parsed({"rearrange", "--to=tiled:64"}).to, "tiled:64");
  EXPECT_EQ(refusal_of({"rearrange", "in.npy", "out.npy"}), "the option --to is missing");
}

TEST(CommandLine, CollectsTheKernelsOfAdvise) {
  auto const line = parsed({"advise", "--kernel", "push: read v, 500 calls", "in.npy",
                            "--kernel=read x", "--offer", "soa; tiled 8", "--svg", "a.svg"});
  EXPECT_THAT(line.kernels, ElementsAre("push: read v, 500 calls", "read x"));
  EXPECT_THAT(line.files, ElementsAre("in.npy"));
  EXPECT_EQ(line.offer, "soa; tiled 8");
  EXPECT_EQ(line.svg, "a.svg");
  EXPECT_EQ(parsed({"advise", "in.npy"}).offer, "aos; soa; tiled 8; tiled 64; tiled 1024");
  EXPECT_EQ(refusal_of({"advise", "--kernel"}), "--kernel: needs a value, --kernel ACCESSES");
}

TEST(CommandLine, TakesAValueBehindAnEqualsSign) {
  EXPECT_THAT(parsed({"permute", "--axes=1,0"}).axes, Optional(ElementsAre(1, 0)));
  auto const line = parsed({"permute", "--axes=", "in.npy"});
  EXPECT_THAT(line.axes, Optional(ElementsAre()));
  EXPECT_THAT(line.files, ElementsAre("in.npy"));
}

TEST(CommandLine, TakesAValueThatStartsWithADash) {
  EXPECT_THAT(parsed({"permute", "--axes", "-1,0"}).axes, Optional(ElementsAre(-1, 0)));
}

TEST(CommandLine, HasFilesOnlyBehindTwoDashes) {
  EXPECT_THAT(parsed({"transpose", "a", "--", "--force", "-", "--axes="}).files,
              ElementsAre("a", "--force", "-", "--axes="));
}

TEST(CommandLine, TakesFilesOfAnyName) {
  for (char const* name : {"permute", "info", "[a]", "[a,b]", "[[aa]]", "{}", "", "a=b", "=", "/f"})
    EXPECT_THAT(parsed({"transpose", name, "out"}).files, ElementsAre(name, "out"));
}

TEST(CommandLine, LacksWhatWasNotGiven) {
  auto const line = parsed({"transpose"});
  EXPECT_FALSE(line.force);
  EXPECT_EQ(line.threads, std::nullopt);
  EXPECT_EQ(line.axes, std::nullopt);
  EXPECT_EQ(line.answer, "");
  EXPECT_TRUE(line.files.empty());
}

TEST(CommandLine, ThatMakesNoSenseIsAUsageError) {
  EXPECT_EQ(refusal_of({}), "a command is missing");
  EXPECT_EQ(refusal_of({"rotate", "permute"}), "there is no command rotate");
  EXPECT_EQ(refusal_of({"info", "--what=1"}), "there is no option --what");
  EXPECT_EQ(refusal_of({"info", "-x"}), "there is no option -x");
  EXPECT_EQ(refusal_of({"permute", "--axes"}), "--axes: needs a value, --axes LIST");
  EXPECT_EQ(refusal_of({"permute", "a", "b"}), "the option --axes is missing");
  EXPECT_EQ(refusal_of({"permute", "--axs", "0"}), "there is no option --axs");
  EXPECT_EQ(refusal_of({"transpose", "--force=1"}), "--force: takes no value, was given \"1\"");
  EXPECT_EQ(refusal_of({"transpose", "--force", "--force"}), "--force: was given twice");
  EXPECT_EQ(refusal_of({"info", "--threads=1", "--threads", "2"}), "--threads: was given twice");
}

TEST(CommandLine, TellsWhichCommandAMistakeIsOf) {
  CommandLine line;
  EXPECT_THROW(parse({"explain", "--no"}, line), UsageError);
  EXPECT_EQ(line.command, "explain");
}

TEST(CommandLine, AnswersAQuestionForHelpWhateverStandsAroundIt) {
  EXPECT_THAT(parsed({"permute", "--bad", "--threads", "x", "--axes", "--help"}).answer,
              HasSubstr("  --axes LIST       each axis once"));
  EXPECT_THAT(parsed({"--help"}).answer, HasSubstr("  permute    put the axes"));
}

TEST(Lists, AreIntegersBetweenCommas) {
  EXPECT_THAT(parsed({"permute", "--axes", "2,0,1"}).axes, Optional(ElementsAre(2, 0, 1)));
  EXPECT_THAT(parsed({"permute", "--axes", ""}).axes, Optional(ElementsAre()));
  for (char const* text : {",", "1,", ",1", "1,,2", "1;2", "1, 2", "a", "1.5", "(1,0)", "[1,0]",
                           "0x1", "9223372036854775808"})
    EXPECT_EQ(refusal_of({"permute", "--axes", text}),
              "--axes was '" + std::string(text) +
                  "', it has to be integers with commas between them, such as 2,0,1");
  EXPECT_EQ(refusal_of({"explain", "--shape", "3,-4"}),
            "--shape was '3,-4', it has to be integers from 0 on with commas between "
            "them, such as 64,224,3");
}

TEST(Sizes, AreNumbersOfBytesWithAUnit) {
  auto const memory_of = [](char const* text) {
    return parsed({"transpose", "--in-place", "a", "--memory", text}).file.memory;
  };
  EXPECT_THAT(memory_of("1"), Optional(1U));
  EXPECT_THAT(memory_of("3K"), Optional(3072U));
  EXPECT_THAT(memory_of("512M"), Optional(512U << 20));
  EXPECT_THAT(memory_of("2G"), Optional(std::uint64_t{2} << 30));
  EXPECT_THAT(memory_of("8388607T"), Optional(std::uint64_t{8388607} << 40));
  for (char const* text :
       {"", "0", "0G", "G", "-1", "1.5G", "2GB", "2 G", "2g", "8388608T", "9223372036854775808"})
    EXPECT_EQ(
        refusal_of({"transpose", "--in-place", "a", "--memory", text}),
        "--memory was '" + std::string(text) +
            "', it has to be a number of bytes from 1 on, below 2^63, such as 512M, 2G or 1T");
}

TEST(Raw, TakesATypeOrNone) {
  auto const raw = [](std::vector<std::string> words) {
    words.insert(words.begin(), "transpose");
    return parsed(words).raw;
  };
  EXPECT_FALSE(raw({"a", "b"}).is_raw);
  EXPECT_TRUE(raw({"a", "b", "--raw", "f8"}).is_raw);
  EXPECT_EQ(raw({"a", "b", "--raw", "f8"}).type, "f8");
  EXPECT_EQ(raw({"a", "b", "--raw=<i4", "--shape", "3,4"}).type, "<i4");
  auto const bare = raw({"--raw", "--item-bytes", "12", "a", "b"});
  EXPECT_TRUE(bare.is_raw);
  EXPECT_EQ(bare.type, "");
  EXPECT_THAT(bare.item_bytes, Optional(12));
  EXPECT_THAT(raw({"a", "--raw", "f8", "--offset", "4K"}).offset, Optional(4096U));
  EXPECT_THAT(raw({"a", "--raw", "f8", "--offset", "0"}).offset, Optional(0U));
}

TEST(Raw, LeavesWhatFollowsItsTypeToFiles) {
  auto line = parsed({"transpose", "--raw", "f8", "a.bin", "b.bin"});
  EXPECT_EQ(line.raw.type, "f8");
  EXPECT_THAT(line.files, ElementsAre("a.bin", "b.bin"));
  line = parsed({"transpose", "--raw", "f8", "--", "-a.bin"});
  EXPECT_EQ(line.raw.type, "f8");
  EXPECT_THAT(line.files, ElementsAre("-a.bin"));
  line = parsed({"transpose", "--item-bytes=8", "--raw", "--", "a.bin"});
  EXPECT_EQ(line.raw.type, "");
  EXPECT_THAT(line.files, ElementsAre("a.bin"));
  EXPECT_EQ(refusal_of({"transpose", "--raw", "f8", "--raw", "f4"}), "--raw: was given twice");
}

TEST(CommandLine, TakesNoEmptyTextForAValue) {
  EXPECT_EQ(refusal_of({"explain", "--gpu="}), "--gpu: needs a value, --gpu NAME");
  EXPECT_EQ(refusal_of({"explain", "--type", ""}), "--type: needs a value, --type TYPE");
  EXPECT_EQ(refusal_of({"advise", "--svg="}), "--svg: needs a value, --svg FILE");
  EXPECT_EQ(refusal_of({"advise", "--offer="}), "--offer: needs a value, --offer LIST");
  EXPECT_EQ(refusal_of({"rearrange", "--to", "soa", "--from="}),
            "--from: needs a value, --from ARRANGEMENT");
  EXPECT_EQ(refusal_of({"recover", "--journal="}), "--journal: needs a value, --journal DIR");
  EXPECT_EQ(refusal_of({"transpose", "--raw="}),
            "--raw: was \"\", has to have a value, or be left out with its =");
}

TEST(Threads, AreNumbersUpToWhatKokkosHolds) {
  EXPECT_EQ(parsed({"info", "--threads", "1"}).threads, 1);
  EXPECT_EQ(parsed({"info", "--threads", "512"}).threads, 512);
  EXPECT_EQ(parsed({"info", "--threads", "010"}).threads, 10);
  for (char const* text : {"0", "-1", "", "two", "1.5", "513", "2147483648"})
    EXPECT_EQ(refusal_of({"info", "--threads", text}),
              "--threads was '" + std::string(text) + "', it has to be a number from 1 to 512");
}

TEST(Orders, AreCOrF) {
  EXPECT_EQ(refusal_of({"relayout", "--order", "c"}), "--order was 'c', it has to be C or F");
}

}  // namespace
