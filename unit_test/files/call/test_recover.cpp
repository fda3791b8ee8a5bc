// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include <Kokkos_Core.hpp>

#include <isomer/error.hpp>
#include <isomer/files.hpp>

#include "files/real_case.hpp"
#include "files/store/posix_store.hpp"
#include "program/temporary_directory.hpp"
#include "support/content_of.hpp"
#include "support/message_of.hpp"

/// What `recover` says of a file that was left, and calls when Kokkos has ended.
namespace isomer::files::test {
namespace {

using isomer::test::content_of;
using isomer::test::message_of;

/// Some array, moved in part.
struct Left {
  RealCase it = real_case(Way::slots, true, std::uint64_t{1} << 20U);
  std::string path;

  Left(std::string to, bool verify) : path(std::move(to)) {
    write_file(path, before(it));
    std::uint64_t group = 0;
    RunOptions options;
    options.threads = 0;
    options.verify = verify;
    options.progress = [&](Progress const& at) { group = at.group; };
    options.stop = [&] { return group > 0; };
    PosixStore store;
    EXPECT_TRUE(run(store, task_of(it, path), options).stopped);
  }
};

std::string recovered(Left const& file, bool verify, bool is_verified) {
  Options options;
  options.verify = verify;
  auto const report = recover(file.path, options);
  EXPECT_EQ(report.verified, is_verified);
  EXPECT_TRUE(content_of(file.path) == after(file.it));
  return report.words;
}

TEST(Recover, SaysWhereNothingCouldBeVerified) {
  isomer::program::TemporaryDirectory const folder;
  auto const path = folder.file("array");
  std::string const complete = "complete: it is the new array now";
  EXPECT_EQ(recovered(Left(path, false), false, false), complete);
  EXPECT_EQ(recovered(Left(path, true), false, false), complete);
  EXPECT_EQ(recovered(Left(path, true), true, true), complete);
  EXPECT_EQ(recovered(Left(path, false), true, false),
            complete + ", not verified: the call that began kept no sum");
}

TEST(Recover, SaysWhereNothingWasLeftToMove) {
  isomer::program::TemporaryDirectory const folder;
  auto const path = folder.file("array");
  auto const it = real_case(Way::slots, true, std::uint64_t{1} << 20U);
  write_file(path, before(it));
  RunOptions options;
  options.threads = 0;
  options.progress = [&](Progress const& at) {
    if (at.group == at.groups) std::filesystem::copy_file(path + ".isomer", folder.file("kept"));
  };
  PosixStore store;
  run(store, task_of(it, path), options);
  // As a kill just before the companion is removed would leave it.
  std::filesystem::rename(folder.file("kept"), path + ".isomer");
  EXPECT_EQ(status(path).state, State::moved);
  Options verifying;
  verifying.verify = true;
  EXPECT_EQ(recover(path, verifying).words,
            "complete: it is the new array now, not verified: nothing was left to move");
  EXPECT_TRUE(content_of(path) == after(it));
}

TEST(Recover, SaysThatACallVerified) {
  isomer::program::TemporaryDirectory const folder;
  auto const it = real_case(Way::slots, false, std::uint64_t{1} << 20U);
  Options options;
  options.verify = true;
  write_file(folder.file("array"), before(it));
  EXPECT_TRUE(
      permute(folder.file("new"), folder.file("array"), it.array, it.axes, options).verified);
  EXPECT_TRUE(permute_in_place(folder.file("array"), it.array, it.axes, options).verified);
  EXPECT_FALSE(permute(folder.file("not"), folder.file("new"), it.array, it.axes).verified);
}

/// In a process of its own, for Kokkos starts once. 0: nothing is wrong.
int calls_when_kokkos_has_ended() {
  isomer::program::TemporaryDirectory const folder;
  Left const left(folder.file("left"), false);
  auto const whole = folder.file("whole");
  auto const small = folder.file("small");
  write_file(whole, before(left.it));
  write_file(small, "abcdef");
  auto const names = folder.names();
  auto const content = content_of(left.path);
  Kokkos::finalize();
  std::string const ended = "Kokkos has been finalized, it can not be started again";
  auto const& array = left.it.array;
  auto const& axes = left.it.axes;
  EXPECT_EQ(message_of([&] { permute_in_place(whole, array, axes); }),
            "isomer::files::permute_in_place: " + ended);
  EXPECT_EQ(message_of([&] { permute(folder.file("new"), whole, array, axes); }),
            "isomer::files::permute: " + ended);
  EXPECT_EQ(message_of([&] { recover(left.path); }), "isomer::files::recover: " + ended);
  EXPECT_TRUE(content_of(whole) == before(left.it));
  EXPECT_TRUE(content_of(left.path) == content);
  EXPECT_EQ(folder.names(), names);
  EXPECT_EQ(status(left.path).state, State::in_progress);
  permute_in_place(small, {.extents = {2, 3}, .element_bytes = 1}, {1, 0});
  EXPECT_EQ(content_of(small), "adbecf") << "no plan is needed";
  return testing::Test::HasFailure() ? 1 : 0;
}

TEST(FilesDeathTest, WhenKokkosHasEndedAreRefusedBeforeAnythingChanges) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(std::exit(calls_when_kokkos_has_ended()), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace isomer::files::test
