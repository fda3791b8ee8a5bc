// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/memory_limits.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using isomer::detail::memory_left;
using isomer::detail::memory_left_by_address_space;
using isomer::detail::memory_left_by_cgroups;

constexpr auto no_limit = std::numeric_limits<std::int64_t>::max();

/// Files of a system that is not this one.
class FakeSystem {
 public:
  FakeSystem() {
    std::string name = testing::TempDir() + "isomer_cgroup_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed for " + name);
    root_ = name;
  }
  ~FakeSystem() { std::filesystem::remove_all(root_); }
  FakeSystem(FakeSystem const&) = delete;
  FakeSystem& operator=(FakeSystem const&) = delete;

  void write(std::string const& path, std::string const& text) const {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }
  std::string const& root() const { return root_; }

 private:
  std::string root_;
};

TEST(MemoryLimits, AreNoneWhereNoGroupHasOne) {
  FakeSystem const system;
  EXPECT_EQ(memory_left_by_cgroups(system.root()), no_limit);
  system.write("/proc/self/cgroup", "0::/user\n");
  system.write("/sys/fs/cgroup/user/memory.max", "max\n");
  system.write("/sys/fs/cgroup/user/memory.current", "12345\n");
  EXPECT_EQ(memory_left_by_cgroups(system.root()), no_limit);
}

TEST(MemoryLimits, OfVersionTwoAreTheLeastOfAllGroupsAbove) {
  FakeSystem const system;
  system.write("/proc/self/cgroup", "0::/a/b/c\n");
  system.write("/sys/fs/cgroup/a/memory.max", "1000000\n");
  system.write("/sys/fs/cgroup/a/memory.current", "300000\n");
  system.write("/sys/fs/cgroup/a/b/c/memory.max", "5000000\n");
  system.write("/sys/fs/cgroup/a/b/c/memory.current", "100000\n");
  EXPECT_EQ(memory_left_by_cgroups(system.root()), 700000);
  system.write("/sys/fs/cgroup/a/b/c/memory.max", "600000\n");
  EXPECT_EQ(memory_left_by_cgroups(system.root()), 500000);
}

TEST(MemoryLimits, CountPagesOfFilesAsFree) {
  FakeSystem const system;
  system.write("/proc/self/cgroup", "0::/a\n");
  system.write("/sys/fs/cgroup/a/memory.max", "1000000\n");
  system.write("/sys/fs/cgroup/a/memory.current", "900000\n");
  system.write("/sys/fs/cgroup/a/memory.stat",
               "anon 1\ninactive_file 200000\nactive_file 300000\nfile 7\n");
  EXPECT_EQ(memory_left_by_cgroups(system.root()), 600000);
}

TEST(MemoryLimits, AreNothingWhereMoreIsUsedThanAllowed) {
  FakeSystem const system;
  system.write("/proc/self/cgroup", "0::/\n");
  system.write("/sys/fs/cgroup/memory.max", "1000\n");
  system.write("/sys/fs/cgroup/memory.current", "1500\n");
  EXPECT_EQ(memory_left_by_cgroups(system.root()), 0);
}

TEST(MemoryLimits, OfVersionOneAreHeardBesideOtherControllers) {
  FakeSystem const system;
  system.write("/proc/self/cgroup", "5:cpu,cpuacct:/x\n4:hugetlb,memory:/job/7\n0::/\nnoise\n");
  system.write("/sys/fs/cgroup/memory/job/7/memory.limit_in_bytes", "4000000\n");
  system.write("/sys/fs/cgroup/memory/job/7/memory.usage_in_bytes", "1000000\n");
  EXPECT_EQ(memory_left_by_cgroups(system.root()), 3000000);
}

TEST(MemoryLimits, AreFoundAtTheMountOfAContainerWhosePathIsOneOfTheHosts) {
  FakeSystem const system;
  system.write("/proc/self/cgroup", "4:memory:/docker/0123\n");
  system.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "800000\n");
  system.write("/sys/fs/cgroup/memory/memory.usage_in_bytes", "100000\n");
  EXPECT_EQ(memory_left_by_cgroups(system.root()), 700000);
}

TEST(MemoryLimits, LeaveThisProcessSomething) {
  EXPECT_GT(memory_left(), 0);
  EXPECT_LE(memory_left(), memory_left_by_cgroups());
}

TEST(MemoryLimits, OfAddressSpaceLeaveWhatIsNotMapped) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  bool const has_limit = before.rlim_cur != RLIM_INFINITY;
  EXPECT_EQ(memory_left_by_address_space() != no_limit, has_limit);
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  constexpr std::int64_t left = std::int64_t{1} << 28;
  rlimit limit = before;
  limit.rlim_cur = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + left);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  auto const found = memory_left_by_address_space();
  auto const of_all = memory_left();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_LE(found, left);
  EXPECT_GT(found, left / 2);
  EXPECT_LE(of_all, left);
}

}  // namespace
