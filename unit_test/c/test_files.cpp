// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <set>
#include <string>

#include <sys/resource.h>
#include <sys/stat.h>

#include <isomer/isomer.h>

#include "program/temporary_directory.hpp"
#include "support/content_of.hpp"

/// Errors of files in the C interface.
namespace isomer::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// While it lives no file grows beyond a few pages, as on a disk that is full.
class ShortFiles {
 public:
  ShortFiles() : usual_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit const now{4 * 4096, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~ShortFiles() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, usual_);
  }
  ShortFiles(ShortFiles const&) = delete;
  ShortFiles& operator=(ShortFiles const&) = delete;

 private:
  rlimit before_{};
  void (*usual_)(int);
};

class CFiles : public testing::Test {
 protected:
  CFiles() { isomer::program::write_file(file("array"), content_); }

  std::string file(std::string const& name) const { return folder_.file(name); }
  int permuted(std::string const& to, std::string const& from) const {
    return isomer_file_permute(file(to).c_str(), file(from).c_str(), 0, 8, 2, extents_.data(),
                               axes_.data(), 0);
  }
  int permuted_in_place(std::string const& name) const {
    return isomer_file_permute_in_place(file(name).c_str(), 0, 8, 2, extents_.data(), axes_.data(),
                                        0);
  }
  void expect_untouched(std::set<std::string> const& names) const {
    EXPECT_EQ(folder_.names(), names);
    EXPECT_TRUE(content_of(file("array")) == content_);
  }

 private:
  std::array<std::int64_t, 2> extents_{100, 300};
  std::array<int, 2> axes_{1, 0};
  std::string content_ = std::string(100 * 300 * 8, 'x');
  isomer::program::TemporaryDirectory folder_;
};

TEST_F(CFiles, WithoutRoomFailThroughNoFaultOfTheArguments) {
  int copied = ISOMER_SUCCESS;
  int moved = ISOMER_SUCCESS;
  std::string said;
  {
    ShortFiles const full;
    copied = permuted("copy", "array");
    said = isomer_last_error();
    moved = permuted_in_place("array");
  }
  EXPECT_EQ(copied, ISOMER_FAILURE);
  EXPECT_THAT(said, StartsWith("isomer_file_permute: "));
  EXPECT_THAT(said, HasSubstr("File too large"));
  EXPECT_EQ(moved, ISOMER_FAILURE);
  EXPECT_THAT(isomer_last_error(), HasSubstr("File too large"));
  expect_untouched({"array"});
}

TEST_F(CFiles, ThatAreNoneAreWrongArguments) {
  ASSERT_EQ(mkdir(file("folder").c_str(), 0700), 0);
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  for (char const* const name : {"none", "array/none", "folder", "pipe"}) {
    EXPECT_EQ(permuted("copy", name), ISOMER_INVALID_ARGUMENT) << isomer_last_error();
    EXPECT_EQ(permuted_in_place(name), ISOMER_INVALID_ARGUMENT) << isomer_last_error();
    EXPECT_THAT(isomer_last_error(), HasSubstr(name));
  }
  EXPECT_EQ(permuted("array", "array"), ISOMER_INVALID_ARGUMENT) << isomer_last_error();
  expect_untouched({"array", "folder", "pipe"});
}

}  // namespace
}  // namespace isomer::test
