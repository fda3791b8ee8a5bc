// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files and companions that version 1 left when it was cut off: every later version recovers them.
// With ISOMER_STORE_COMPANIONS=FOLDER they are written anew, which only another version of the
// format, beside this one, is a reason for.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "files/crash_case.hpp"
#include "support/content_of.hpp"

namespace isomer::files::test {
namespace {

namespace fs = std::filesystem;
using isomer::test::content_of;

constexpr Kind kinds[] = {Kind::transfer, Kind::ring_items, Kind::ring_squares,
                          Kind::slots,    Kind::wide,       Kind::blocks};
constexpr int points = 2;
constexpr char const* companion_end = ".isomer";
constexpr char const* fresh_end = ".isomer-new";

std::string name_of_point(std::size_t kind, int point) {
  return "v1_" + std::to_string(kind) + "_" + std::to_string(point);
}

void write(fs::path const& path, std::string const& content) {
  std::ofstream(path, std::ios::binary)
      .write(content.data(), static_cast<std::streamsize>(content.size()));
}

/// Of schedules with some groups, cut off when a third and two thirds are done.
void store_point(fs::path const& folder, std::size_t kind, int point) {
  CrashCase it;
  std::string wrong;
  for (std::uint64_t seed = 1; !it.schedule || it.schedule->groups() < 9; ++seed)
    it = scheduled_case(kinds[kind], point == 0, seed);
  std::uint64_t const operations = operations_of(it, wrong);
  ASSERT_EQ(wrong, "");
  MemoryStore store(it.schedule->geometry().page, kind + 1);
  store.put("file", it.before);
  store.stop_before(operations * static_cast<std::uint64_t>(point + 1) / 3);
  EXPECT_THROW(run(store, task_of(it), it.options), Crash);
  store.cut_power(Cut::half);
  fs::path const to = folder / name_of_point(kind, point);
  for (std::string const& name : store.names())
    write(to.string() + name.substr(std::string("file").size()), store.content(name));
  write(to.string() + ".after", it.after);
}

TEST(StoredCompanions, AreRecovered) {
  fs::path const folder = ISOMER_TEST_STORED;
  for (std::size_t kind = 0; kind < std::size(kinds); ++kind)
    for (int point = 0; point < points; ++point) {
      std::string const from = (folder / name_of_point(kind, point)).string();
      SCOPED_TRACE(from);
      // The inodes are those of the store that wrote them: file, companion, new file.
      MemoryStore store(16, 1);
      store.put("file", content_of(from));
      ASSERT_TRUE(fs::exists(from + companion_end));
      store.put("file.isomer", content_of(from + companion_end));
      if (fs::exists(from + fresh_end)) store.put("file.isomer-new", content_of(from + fresh_end));
      RunOptions options;
      options.threads = 0;
      EXPECT_EQ(status(store, "file", {}).state, State::in_progress);
      EXPECT_GT(recover(store, "file", {}, options).passes, 0);
      EXPECT_TRUE(store.durable_content("file") == content_of(from + ".after"));
      EXPECT_EQ(store.names().size(), 1U);
    }
}

TEST(StoredCompanions, AreStoredOnDemand) {
  char const* const folder = std::getenv("ISOMER_STORE_COMPANIONS");
  if (folder == nullptr) GTEST_SKIP() << "ISOMER_STORE_COMPANIONS is not set";
  for (std::size_t kind = 0; kind < std::size(kinds); ++kind)
    for (int point = 0; point < points; ++point) store_point(folder, kind, point);
}

}  // namespace
}  // namespace isomer::files::test
