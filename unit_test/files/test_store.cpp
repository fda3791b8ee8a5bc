// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "files/no_threads.hpp"
#include "files/store/buffer.hpp"
#include "files/store/file_error.hpp"
#include "files/store/posix_store.hpp"
#include "files/store/requests.hpp"
#include "program/temporary_directory.hpp"
#include "support/content_of.hpp"

namespace isomer::files::test {
namespace {

using isomer::test::content_of;

constexpr std::size_t page = Buffer::alignment;
constexpr std::byte guard{0xa5};

/// Parts of a buffer that do not meet, in any order: whole pages of it, or any bytes.
struct Parts {
  Parts(std::mt19937_64& random, bool whole_pages) : buffer(64 * page) {
    std::fill_n(buffer.data(), buffer.size(), guard);
    std::size_t const count = 1 + random() % 6;
    for (std::size_t k = 0; k < count; ++k) {
      std::size_t const bytes = page * (1 + random() % 2) - (whole_pages ? 0 : random() % 9);
      std::size_t const skip = whole_pages ? 0 : random() % 9;
      list.emplace_back(buffer.data() + k * 3 * page + skip, bytes);
      all += bytes;
    }
    std::shuffle(list.begin(), list.end(), random);
  }
  std::string joined() const {
    std::string text;
    for (auto const& part : list)
      std::transform(part.begin(), part.end(), std::back_inserter(text),
                     [](std::byte byte) { return static_cast<char>(byte); });
    return text;
  }
  std::size_t guards() const {
    return static_cast<std::size_t>(
        std::count(buffer.data(), buffer.data() + buffer.size(), guard));
  }
  Buffer buffer;
  std::vector<std::span<std::byte>> list{};
  std::size_t all = 0;
};

std::string random_text(std::mt19937_64& random, std::size_t bytes) {
  std::string text(bytes, '\0');
  // Never the guard.
  for (char& letter : text) letter = static_cast<char>(random() % 100);
  return text;
}

class PosixFiles : public ::testing::TestWithParam<bool> {
 protected:
  std::unique_ptr<StoreFile> file_of(std::string const& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return PosixStore(GetParam()).open(path_, Access::write);
  }
  /// What the page cache holds of a part of the file is gone, as far as the system likes.
  void forget(std::size_t at, std::size_t bytes) const {
    int const descriptor = ::open(path_.c_str(), O_RDONLY);
    fsync(descriptor);
    posix_fadvise(descriptor, static_cast<off_t>(at), static_cast<off_t>(bytes),
                  POSIX_FADV_DONTNEED);
    ::close(descriptor);
  }
  program::TemporaryDirectory directory_{};
  std::string path_ = directory_.file("file");
};

TEST_P(PosixFiles, AreReadIntoParts) {
  std::mt19937_64 random(3);
  std::string const text = random_text(random, 40 * page + 123);
  auto const file = file_of(text);
  for (int k = 0; k < 200; ++k) {
    bool const whole_pages = random() % 3 > 0;
    Parts parts(random, whole_pages);
    // Some end behind the file.
    std::size_t const at = random() % 44 * page + (whole_pages ? 0 : random() % 7);
    forget(random() % 40 * page, 10 * page);
    file->scatter_read(at, parts.list);
    std::string want = at < text.size() ? text.substr(at, parts.all) : "";
    want.resize(parts.all, '\0');
    ASSERT_EQ(parts.joined(), want) << at << ' ' << parts.list.size();
    ASSERT_EQ(parts.guards(), parts.buffer.size() - parts.all);
  }
}

TEST_P(PosixFiles, AreWrittenFromParts) {
  std::mt19937_64 random(4);
  std::string want = random_text(random, 40 * page + 123);
  auto const file = file_of(want);
  for (int k = 0; k < 200; ++k) {
    bool const whole_pages = random() % 3 > 0;
    Parts parts(random, whole_pages);
    for (auto const& part : parts.list)
      for (std::byte& byte : part) byte = static_cast<std::byte>(random() % 100);
    std::size_t const at = random() % 44 * page + (whole_pages ? 0 : random() % 7);
    file->gather_write(at, parts.list);
    want.resize(std::max(want.size(), at + parts.all), '\0');
    want.replace(at, parts.all, parts.joined());
    ASSERT_EQ(content_of(path_), want) << at << ' ' << parts.list.size();
  }
}

INSTANTIATE_TEST_SUITE_P(All, PosixFiles, ::testing::Values(false, true), [](auto const& param) {
  return std::string(param.param ? "PastTheCache" : "ThroughTheCache");
});

TEST_P(PosixFiles, ThatCannotBeWrittenSaySo) {
  std::mt19937_64 random(5);
  file_of("as it was");
  Parts parts(random, true);
  auto const file = PosixStore(GetParam()).open(path_, Access::read);
  EXPECT_THROW(file->gather_write(0, parts.list), FileError);
  EXPECT_EQ(content_of(path_), "as it was");
}

/// Says what was wanted of it.
class Listed final : public StoreFile {
 public:
  std::string const& path() const override { return path_; }
  FileFacts facts() override { return {}; }
  void read(std::uint64_t at, std::span<std::byte> to) override { scatter_read(at, {{to}}); }
  void write(std::uint64_t at, std::span<std::byte const> from) override { add(at, from.size()); }
  void scatter_read(std::uint64_t at, std::span<std::span<std::byte> const> parts) override {
    std::uint64_t bytes = 0;
    for (auto const& part : parts) bytes += part.size();
    add(at, bytes);
  }
  void gather_write(std::uint64_t at, std::span<std::span<std::byte> const> parts) override {
    scatter_read(at, parts);
  }
  void sync() override {}
  void resize(std::uint64_t /*bytes*/) override {}
  void allocate(std::uint64_t /*at*/, std::uint64_t /*bytes*/) override {}
  void punch(std::uint64_t /*at*/, std::uint64_t /*bytes*/) override {}
  bool lock() override { return true; }
  bool is_held() override { return false; }
  void take_attributes(StoreFile& /*from*/) override {}

  std::vector<std::pair<std::uint64_t, std::uint64_t>> list{};

 private:
  void add(std::uint64_t at, std::uint64_t bytes) { list.emplace_back(at, bytes); }
  std::string path_ = "listed";
};

TEST(Requests, NeedNoThreads) {
  Buffer buffer(4 * page);
  Listed file;
  isomer::test::NoThreads const none;
  Requests requests(8, 0);
  requests.run(Direction::write, {{&file, page, buffer.data(), 2 * page}});
  EXPECT_EQ(file.list, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{page, 2 * page}}));
}

TEST(Requests, AreOneWhereTheyFollowEachOtherInAFile) {
  Buffer buffer(16 * page);
  std::byte* const data = buffer.data();
  for (int const threads : {0, 1}) {
    Listed a;
    Listed b;
    // In memory they lie anywhere.
    Requests(threads, 0)
        .run(Direction::read, {{&a, 2 * page, data + 7 * page, page},
                               {&a, 0, data, page},
                               {&b, page, data + page, page},
                               {&a, page, data + 3 * page, page},
                               {&a, 4 * page, data + 4 * page, page}});
    using List = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
    EXPECT_EQ(a.list, (List{{0, 3 * page}, {4 * page, page}})) << threads;
    EXPECT_EQ(b.list, (List{{page, page}})) << threads;
  }
}

TEST(Requests, OfManyPartsAreSeveral) {
  Buffer buffer(600);
  Listed file;
  std::vector<Request> requests;
  for (std::uint64_t k = 0; k < 300; ++k) requests.push_back({&file, k, buffer.data() + 2 * k, 1});
  Requests(0, 0).run(Direction::write, requests);
  ASSERT_EQ(file.list.size(), 2U) << "a system takes 1024 in one";
  EXPECT_EQ(file.list[0].second + file.list[1].second, 300U);
}

}  // namespace
}  // namespace isomer::files::test
