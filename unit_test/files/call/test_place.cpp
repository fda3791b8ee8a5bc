// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/call/place.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "files/call/replace.hpp"
#include "files/call/target.hpp"
#include "files/store/posix_store.hpp"

namespace {

using namespace isomer::files;

class Places : public testing::Test {
 protected:
  Places() {
    std::string name = testing::TempDir() + "isomer_place_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed for " + name);
    folder_ = name;
    std::ofstream(path()) << "some bytes";
  }
  ~Places() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ + "/file"; }
  std::string const& folder() const { return folder_; }

  /// A table of mounts in which the device of the file has these options.
  std::string table(std::string const& options) const {
    struct stat status {};
    EXPECT_EQ(stat(path().c_str(), &status), 0);
    auto const device =
        std::to_string(major(status.st_dev)) + ':' + std::to_string(minor(status.st_dev));
    std::ofstream(folder_ + "/mounts")
        << "22 1 999:999 / /other rw shared:1 - ext4 /dev/other rw,nobarrier\n"
        << "23 1 " << device << " / / rw,relatime shared:2 - ext4 /dev/disk rw," << options << "\n";
    return folder_ + "/mounts";
  }

 private:
  std::string folder_;
};

TEST_F(Places, HaveBarriersUnlessTheyAreMountedWithoutThem) {
  EXPECT_TRUE(place_of(path(), table("errors=remount-ro")).has_barriers);
  EXPECT_FALSE(place_of(path(), table("discard,nobarrier,noauto")).has_barriers);
  EXPECT_FALSE(place_of(path(), table("barrier=0")).has_barriers);
  EXPECT_TRUE(place_of(path(), table("barrier=1")).has_barriers);
  EXPECT_TRUE(place_of(path(), "/no/such/table").has_barriers);
}

TEST_F(Places, InMemoryPromiseNothing) {
  if (access("/dev/shm", W_OK) != 0) GTEST_SKIP() << "there is no /dev/shm";
  EXPECT_EQ(place_of("/dev/shm").file_system, "tmpfs");
}

TEST_F(Places, LieInFolders) {
  EXPECT_EQ(folder_of("/a/b/c"), "/a/b");
  EXPECT_EQ(folder_of("/a"), "/");
  EXPECT_EQ(folder_of("a"), ".");
}

TEST_F(Places, HaveRoom) {
  EXPECT_GT(free_room(folder()), 0U);
  EXPECT_EQ(free_room("/no/such/folder"), 0U);
}

TEST(SpareRoom, IsThreePercentOfTheArrayOrAGibibyteUnlessTheCallerSays) {
  constexpr std::uint64_t gib = std::uint64_t{1} << 30U;
  constexpr std::uint64_t array = std::uint64_t{100} * gib;
  EXPECT_EQ(spare_of(1000 * gib, array, {}), 3 * gib);
  EXPECT_EQ(spare_of(1000 * gib, gib, {}), gib);
  EXPECT_EQ(spare_of(1000 * gib, array, {.spare = 77}), 77U);
  EXPECT_EQ(spare_of(1000, array, {}), 900U);
}

TEST_F(Places, KeepATenthOfTheirRoom) {
  auto const free = static_cast<double>(free_room(folder()));
  std::uint64_t const everything = std::numeric_limits<std::uint64_t>::max();
  // Others write meanwhile.
  EXPECT_NEAR(static_cast<double>(spare_in(folder(), 1, {.spare = everything})), 0.9 * free,
              0.05 * free);
  EXPECT_EQ(spare_in(folder(), 1, {.spare = 1000}), 1000U);
}

TEST_F(Places, OfCompanionAndNewFileHaveRoomOfTheirOwn) {
  std::string const other = "/dev/shm";
  if (access(other.c_str(), W_OK) != 0) GTEST_SKIP() << "there is no /dev/shm";
  Target target;
  target.path = path();
  Options options;
  options.spare = std::numeric_limits<std::uint64_t>::max();
  options.journal_directory = other;
  auto const limits = limits_in_place(target, options);
  auto const expect_of = [](std::uint64_t spare, std::string const& place) {
    auto const free = static_cast<double>(free_room(place));
    EXPECT_NEAR(static_cast<double>(spare), 0.9 * free, 0.05 * free) << place;
  };
  expect_of(limits.spare, other);
  expect_of(limits.spare_of_transfer.value_or(0), folder());
}

TEST_F(Places, AreNoneForANewFileWhereTheOldOneHasTwoNames) {
  auto const before = why_not_replaced(path());
  EXPECT_THAT(before, testing::AnyOf("", "its file system makes no holes in files"));
  std::filesystem::create_hard_link(path(), folder() + "/again");
  EXPECT_EQ(why_not_replaced(path()), "it has 2 hard links");
  EXPECT_EQ(why_not_replaced(folder() + "/none"), "it is not there");
}

/// What becomes of a file that user and group 12345 and 12346 have, for user 12345.
TEST_F(Places, AreNoneForANewFileThatCannotBeOfTheGroup) {
  if (geteuid() != 0) GTEST_SKIP() << "this user cannot give files away";
  constexpr unsigned user = 12345;
  ASSERT_EQ(chown(folder().c_str(), user, user), 0);
  ASSERT_EQ(chown(path().c_str(), user, user + 1), 0);
  if (seteuid(user) != 0) GTEST_SKIP() << "this user cannot become another one";
  auto const told = why_not_replaced(path());
  ASSERT_EQ(seteuid(0), 0);
  EXPECT_THAT(told, testing::AnyOf(testing::HasSubstr("its owner, group or attributes cannot be"),
                                   "its file system makes no holes in files"));
}

TEST_F(Places, AreNoneForANewFileWhereTheOldOneIsAMount) {
  std::ifstream mounts("/proc/self/mountinfo");
  std::string mounted;
  for (std::string line; mounted.empty() && std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string word;
    for (int k = 0; k < 5; ++k) words >> word;
    struct stat status {};
    if (stat(word.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1)
      mounted = word;
  }
  if (mounted.empty()) GTEST_SKIP() << "no file is mounted by itself here";
  EXPECT_EQ(why_not_replaced(mounted), "it is mounted where it lies");
}

TEST_F(Places, AreNoneForANewFileWhereTheOldOneSharesItsSpace) {
  std::ofstream(path()) << std::string(std::size_t{1} << 16U, 'x') << std::flush;
  int const from = open(path().c_str(), O_RDONLY | O_CLOEXEC);
  int const to = open((folder() + "/copy").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  bool const shares = ioctl(to, FICLONE, from) == 0;
  close(from);
  close(to);
  if (!shares) GTEST_SKIP() << "files share no space here";
  sync();
  EXPECT_THAT(why_not_replaced(path()),
              testing::StartsWith("it shares space with other files or snapshots"));
}

/// Pieces with holes between them, more than are looked at.
TEST_F(Places, AreNoneForANewFileWhereTheOldOneHasTooManyExtents) {
  constexpr std::size_t pieces = 600;
  constexpr std::size_t step = std::size_t{1} << 17U;
  {
    std::ofstream file(path(), std::ios::binary);
    for (std::size_t k = 0; k < pieces; ++k)
      file.seekp(static_cast<std::streamoff>(k * step)) << std::string(4096, 'x');
  }
  int const file = open(path().c_str(), O_RDONLY | O_CLOEXEC);
  fsync(file);
  fiemap counted{};
  counted.fm_length = pieces * step;
  bool const tells = ioctl(file, FS_IOC_FIEMAP, &counted) == 0;
  close(file);
  if (!tells || counted.fm_mapped_extents <= 512) GTEST_SKIP() << "no extents are told here";
  EXPECT_EQ(why_not_replaced(path()), "");
  EXPECT_THAT(why_not_replaced(path(), 512), testing::HasSubstr("too many extents to tell"));
}

TEST_F(Places, AreNoneForANewFileWhereHolesHaveNoRoom) {
  bool const may_be = why_not_replaced(path()).empty();
  auto const free = free_room(folder());
  std::error_code error;
  std::filesystem::resize_file(path(), free / 2, error);
  if (!may_be || error) GTEST_SKIP() << "no file is replaced here";
  EXPECT_EQ(why_not_replaced(path()), "");
  std::filesystem::resize_file(path(), 2 * free, error);
  if (error) GTEST_SKIP() << "no file may be longer than the disk here";
  EXPECT_THAT(why_not_replaced(path()), testing::StartsWith("it has holes of "));
}

TEST_F(Places, OfAnotherOwnerOrInAFolderThatMayNotBeWrittenAreNone) {
  if (geteuid() == 0) GTEST_SKIP() << "this user may write everything";
  ASSERT_EQ(chmod(folder().c_str(), 0500), 0);
  EXPECT_EQ(why_not_replaced(path()), "its folder may not be written");
  ASSERT_EQ(chmod(folder().c_str(), 0700), 0);
}

}  // namespace
