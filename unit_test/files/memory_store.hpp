// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "files/store/store.hpp"

namespace isomer::files::test {

/// The program ends here, without another word.
struct Crash {};

/// How much of what was not flushed a power cut lets reach the disk.
enum class Cut : std::uint8_t {
  half,  ///< any subset, torn or unreadable in part
  none,
  all,
  records,  ///< only pages 1 to 4 of companions
  data,     ///< all but these
  last,     ///< hardly anything but what was written last
  process   ///< no power cut: only the program ends
};
inline constexpr int cuts = 7;

/// A disk behind a page cache, in memory. What is written since a file's last flush reaches the
/// disk in any subset; sizes and holes in their order, up to any of them; so do the names of each
/// folder, links among them.
class MemoryStore final : public Store {
 public:
  MemoryStore(std::uint64_t page, std::uint64_t seed) : page_(page), random_(seed) {}

  std::string real_path(std::string const& path) override;
  bool exists(std::string const& path) override;
  std::unique_ptr<StoreFile> open(std::string const& path, Access access) override;
  std::unique_ptr<StoreFile> create(std::string const& path) override;
  void show(std::string const& /*path*/) override {}
  void rename(std::string const& from, std::string const& to) override;
  void unlink(std::string const& path) override;
  void link(std::string const& target, std::string const& path) override;
  std::optional<std::string> link_target(std::string const& path) override;
  void sync_directory(std::string const& path) override;
  Id new_id() override;

  /// Outside of the program: a file that is on the disk.
  void put(std::string const& path, std::string const& content);
  /// A link that is on the disk.
  void put_link(std::string const& target, std::string const& path);
  void make_folder(std::string const& path) { folders_.insert(path); }
  std::string content(std::string const& path) const;
  std::string durable_content(std::string const& path) const;
  std::vector<std::string> names() const;

  struct Range {
    std::uint64_t at = 0;
    std::uint64_t bytes = 0;
  };
  /// What a file was given room for, in that order.
  std::vector<Range> rooms(std::string const& path) const;
  /// Writes to a file, behind the first time that it was given room, to bytes without any.
  int writes_without_room(std::string const& path) const;

  /// Every operation that changes something counts. The program ends before that many ..
  void stop_before(std::uint64_t operation) { stop_ = operation; }
  bool has_stopped() const { return stop_ && operations_ >= *stop_; }
  /// .. or an operation from that one on fails, flushes alone if `flush`.
  void fail_at(std::uint64_t operation, bool flush) {
    fail_ = operation;
    fails_flush_ = flush;
  }
  /// No file can be locked from now on, with this of errno as the reason.
  void refuse_locks(int code) { lock_refusal_ = code; }
  void count_from_zero();
  std::uint64_t operations() const { return operations_; }
  void cut_power(Cut cut);

 private:
  class File;
  struct Change {
    enum class Kind : std::uint8_t { write, size, hole };
    Kind kind = Kind::write;
    std::uint64_t at = 0;
    std::uint64_t bytes = 0;
    std::string data{};
  };
  struct Node {
    std::uint64_t inode = 0;
    std::string durable{};
    std::string cached{};
    std::vector<Change> pending{};
    bool is_companion = false;
    std::vector<Range> rooms{};
    int writes_without_room = 0;
  };
  /// What has a name: a file, or a link to another name.
  struct Entry {
    std::shared_ptr<Node> node{};
    std::string target{};
  };
  using Names = std::map<std::string, Entry>;
  struct NameChange {
    std::string folder{};
    std::function<void(Names&)> apply{};
  };

  void operation(bool is_flush = false);
  bool fails();
  void change(Node& node, Change change);
  void sync(Node& node);
  void partly(Node& node, Change const& change);
  void cut(Node& node, Cut mode);
  std::vector<Change> units_of(Node const& node, Change const& change) const;
  Change torn(Change const& unit);
  void change_names(std::string const& path, std::function<void(Names&)> const& change);
  static std::shared_ptr<Node> node_of(Names const& names, std::string const& path);
  static void apply(std::string& content, Change const& change);
  bool chance(double probability);
  std::uint64_t below(std::uint64_t n);

  std::recursive_mutex mutex_{};
  std::uint64_t page_;
  std::mt19937_64 random_;
  Names names_{};
  Names durable_names_{};
  std::set<std::string> folders_{};
  std::vector<NameChange> name_changes_{};
  std::vector<std::weak_ptr<Node>> nodes_{};
  std::uint64_t next_inode_ = 1;
  std::uint64_t operations_ = 0;
  std::optional<std::uint64_t> stop_{};
  std::optional<std::uint64_t> fail_{};
  bool fails_flush_ = false;
  int lock_refusal_ = 0;
};

}  // namespace isomer::files::test
