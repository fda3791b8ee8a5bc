// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/memory_store.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "files/journal/journal.hpp"
#include "files/store/file_error.hpp"

namespace isomer::files::test {
namespace {

bool is_record(std::uint64_t at) {
  return at >= first_record_page * journal_page && at < second_preface * journal_page;
}

std::string folder_of(std::string const& path) {
  auto const slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

}  // namespace

class MemoryStore::File final : public StoreFile {
 public:
  File(MemoryStore& store, std::string path, std::shared_ptr<Node> node)
      : store_(store), path_(std::move(path)), node_(std::move(node)) {}

  std::string const& path() const override { return path_; }
  FileFacts facts() override {
    return {node_->cached.size(), node_->cached.size(), node_->inode, 1};
  }
  void read(std::uint64_t at, std::span<std::byte> to) override {
    std::lock_guard const lock(store_.mutex_);
    std::string const& content = node_->cached;
    std::size_t const there =
        at >= content.size() ? 0 : std::min<std::size_t>(to.size(), content.size() - at);
    if (there > 0) std::memcpy(to.data(), content.data() + at, there);
    std::fill(to.begin() + static_cast<std::ptrdiff_t>(there), to.end(), std::byte{0});
  }
  void write(std::uint64_t at, std::span<std::byte const> from) override {
    auto const holds = [&](Range const& room) {
      return room.at <= at && at + from.size() <= room.at + room.bytes;
    };
    if (!node_->rooms.empty() && std::none_of(node_->rooms.begin(), node_->rooms.end(), holds))
      ++node_->writes_without_room;
    std::string data(reinterpret_cast<char const*>(from.data()), from.size());
    store_.change(*node_, {Change::Kind::write, at, from.size(), std::move(data)});
  }
  void sync() override { store_.sync(*node_); }
  void resize(std::uint64_t bytes) override {
    store_.change(*node_, {Change::Kind::size, 0, bytes, {}});
  }
  void allocate(std::uint64_t at, std::uint64_t bytes) override {
    resize(std::max(at + bytes, node_->cached.size()));
    node_->rooms.push_back({at, bytes});
  }
  void punch(std::uint64_t at, std::uint64_t bytes) override {
    store_.change(*node_, {Change::Kind::hole, at, bytes, {}});
  }
  bool lock() override {
    if (store_.lock_refusal_ != 0) throw FileError(path_, "cannot be locked", store_.lock_refusal_);
    return true;
  }
  bool is_held() override { return false; }
  void take_attributes(StoreFile& /*from*/) override {}

 private:
  MemoryStore& store_;
  std::string path_;
  std::shared_ptr<Node> node_;
};

bool MemoryStore::chance(double probability) {
  return std::uniform_real_distribution<>(0, 1)(random_) < probability;
}

std::uint64_t MemoryStore::below(std::uint64_t n) { return random_() % n; }

void MemoryStore::count_from_zero() {
  operations_ = 0;
  stop_.reset();
  fail_.reset();
}

bool MemoryStore::fails() {
  if (!fail_ || operations_ < *fail_) return false;
  fail_.reset();
  return true;
}

void MemoryStore::operation(bool is_flush) {
  ++operations_;
  if (stop_ && operations_ >= *stop_) throw Crash();
  if (!is_flush && !fails_flush_ && fails()) throw FileError("disk", "is full", ENOSPC);
}

void MemoryStore::apply(std::string& content, Change const& change) {
  switch (change.kind) {
    case Change::Kind::size: content.resize(change.bytes, '\0'); return;
    case Change::Kind::hole: {
      std::uint64_t const end = std::min<std::uint64_t>(change.at + change.bytes, content.size());
      for (std::uint64_t k = change.at; k < end; ++k) content[k] = '\0';
      return;
    }
    case Change::Kind::write: break;
  }
  // On the disk what lies behind the end is not there.
  std::uint64_t const size = content.size();
  if (change.at >= size) return;
  std::copy_n(change.data.begin(), std::min<std::uint64_t>(change.data.size(), size - change.at),
              content.begin() + static_cast<std::ptrdiff_t>(change.at));
}

void MemoryStore::change(Node& node, Change change) {
  std::lock_guard const lock(mutex_);
  std::uint64_t const end = change.at + change.bytes;
  try {
    operation();
  } catch (Crash const&) {
    if (change.kind == Change::Kind::write && chance(0.5)) partly(node, change);
    throw;
  }
  if (change.kind == Change::Kind::write && end > node.cached.size()) {
    node.pending.push_back({Change::Kind::size, 0, end, {}});
    apply(node.cached, node.pending.back());
  }
  apply(node.cached, change);
  node.pending.push_back(std::move(change));
}

/// A write that was cut short itself: some of its pages are in the cache.
void MemoryStore::partly(Node& node, Change const& change) {
  for (Change const& unit : units_of(node, change)) {
    if (unit.at + unit.bytes > node.cached.size() || chance(0.5)) continue;
    apply(node.cached, unit);
    node.pending.push_back(unit);
  }
}

void MemoryStore::sync(Node& node) {
  std::lock_guard const lock(mutex_);
  operation(true);
  bool const is_lost = fails();
  for (Change const& change : node.pending) {
    if (!is_lost || change.kind != Change::Kind::write) {
      apply(node.durable, change);
      continue;
    }
    // Told once and forgotten: these pages count as written, and are old on the disk.
    for (Change const& unit : units_of(node, change))
      if (chance(0.5)) apply(node.durable, unit);
  }
  node.pending.clear();
  if (is_lost) throw FileError("disk", "cannot be flushed", EIO);
}

/// What reaches the disk as one: a page, of a companion's journal a page of that, and the 32 bytes
/// at the start of a file, which are within a sector of any disk.
std::vector<MemoryStore::Change> MemoryStore::units_of(Node const& node,
                                                       Change const& change) const {
  if (node.is_companion && change.bytes == journal_page && change.at % journal_page == 0)
    return {change};
  std::vector<Change> units;
  std::uint64_t const end = change.at + change.bytes;
  for (std::uint64_t at = change.at; at < end;) {
    std::uint64_t next = (at / page_ + 1) * page_;
    if (at < mark_bytes) next = std::max(next, mark_bytes);
    next = std::min(next, end);
    units.push_back(
        {Change::Kind::write, at, next - at, change.data.substr(at - change.at, next - at)});
    at = next;
  }
  return units;
}

MemoryStore::Change MemoryStore::torn(Change const& unit) {
  Change result = unit;
  std::uint64_t const sector =
      std::max<std::uint64_t>(unit.bytes / 2, unit.at == 0 ? mark_bytes : 1);
  if (sector >= unit.bytes || chance(0.5)) {  // unreadable
    for (char& c : result.data) c = static_cast<char>(below(256));
  } else if (chance(0.5)) {
    result.data.resize(sector);
  } else {
    result.at += sector;
    result.data.erase(0, sector);
  }
  result.bytes = result.data.size();
  return result;
}

void MemoryStore::cut(Node& node, Cut mode) {
  std::uint64_t const metas = static_cast<std::uint64_t>(
      std::count_if(node.pending.begin(), node.pending.end(),
                    [](Change const& c) { return c.kind != Change::Kind::write; }));
  std::uint64_t kept = below(metas + 1);
  for (Change const& change : node.pending)
    if (change.kind != Change::Kind::write && kept > 0) {
      apply(node.durable, change);
      --kept;
    }
  // The same page may have been written twice: either may be what reaches the disk.
  std::vector<Change> writes;
  for (Change const& change : node.pending)
    if (change.kind == Change::Kind::write)
      for (Change& unit : units_of(node, change)) writes.push_back(std::move(unit));
  for (Change const& unit : writes) {
    bool const is_of_record = node.is_companion && is_record(unit.at);
    double keep = 0;
    switch (mode) {
      case Cut::half: keep = 0.5; break;
      case Cut::all: keep = 1; break;
      case Cut::records: keep = is_of_record ? 1 : 0; break;
      case Cut::data: keep = is_of_record ? 0 : 1; break;
      case Cut::last: keep = &unit == &writes.back() ? 1 : 0.15; break;
      case Cut::none:
      case Cut::process: break;
    }
    if (chance(keep)) apply(node.durable, unit);
    else if (mode == Cut::half && chance(0.3)) apply(node.durable, torn(unit));
  }
  node.pending.clear();
  node.cached = node.durable;
}

void MemoryStore::cut_power(Cut mode) {
  if (mode == Cut::process) return;
  std::map<std::string, std::uint64_t> kept;
  for (NameChange const& change : name_changes_) ++kept[change.folder];
  for (auto& [folder, count] : kept) count = below(count + 1);
  for (NameChange const& change : name_changes_) {
    if (kept[change.folder] == 0) continue;
    --kept[change.folder];
    change.apply(durable_names_);
  }
  name_changes_.clear();
  names_ = durable_names_;
  for (auto const& weak : nodes_)
    if (auto const node = weak.lock()) cut(*node, mode);
  std::erase_if(nodes_, [](auto const& weak) { return weak.expired(); });
}

void MemoryStore::change_names(std::string const& path, std::function<void(Names&)> const& change) {
  operation();
  change(names_);
  name_changes_.push_back({folder_of(path), change});
}

std::shared_ptr<MemoryStore::Node> MemoryStore::node_of(Names const& names,
                                                        std::string const& path) {
  auto found = names.find(path);
  if (found != names.end() && !found->second.node) found = names.find(found->second.target);
  return found == names.end() ? nullptr : found->second.node;
}

std::string MemoryStore::real_path(std::string const& path) {
  if (!exists(path) && folders_.count(path) == 0) throw FileError(path, "cannot be opened", ENOENT);
  return path;
}

bool MemoryStore::exists(std::string const& path) { return node_of(names_, path) != nullptr; }

std::unique_ptr<StoreFile> MemoryStore::open(std::string const& path, Access /*access*/) {
  auto const node = node_of(names_, path);
  if (!node) throw FileError(path, "cannot be opened", ENOENT);
  return std::make_unique<File>(*this, path, node);
}

std::unique_ptr<StoreFile> MemoryStore::create(std::string const& path) {
  if (names_.count(path) != 0) throw FileError(path, "cannot be made", EEXIST);
  auto const node = std::make_shared<Node>();
  node->inode = next_inode_++;
  node->is_companion = path.ends_with(".isomer");
  change_names(path, [=](Names& names) { names[path] = {node, {}}; });
  nodes_.push_back(node);
  return std::make_unique<File>(*this, path, node);
}

void MemoryStore::rename(std::string const& from, std::string const& to) {
  change_names(to, [=](Names& names) {
    auto const found = names.find(from);
    if (found == names.end()) return;
    names[to] = found->second;
    names.erase(from);
  });
}

void MemoryStore::unlink(std::string const& path) {
  change_names(path, [=](Names& names) { names.erase(path); });
}

void MemoryStore::link(std::string const& target, std::string const& path) {
  if (names_.count(path) != 0) throw FileError(path, "cannot be made", EEXIST);
  change_names(path, [=](Names& names) { names[path] = {nullptr, target}; });
}

std::optional<std::string> MemoryStore::link_target(std::string const& path) {
  auto const found = names_.find(path);
  if (found == names_.end() || found->second.node) return std::nullopt;
  return found->second.target;
}

void MemoryStore::sync_directory(std::string const& path) {
  operation(true);
  std::string const folder = folder_of(path);
  for (NameChange const& change : name_changes_)
    if (change.folder == folder) change.apply(durable_names_);
  std::erase_if(name_changes_, [&](NameChange const& change) { return change.folder == folder; });
}

Id MemoryStore::new_id() {
  Id id{};
  for (auto& byte : id) byte = static_cast<std::byte>(below(256));
  return id;
}

void MemoryStore::put(std::string const& path, std::string const& content) {
  auto const node = std::make_shared<Node>();
  node->inode = next_inode_++;
  node->durable = node->cached = content;
  names_[path] = durable_names_[path] = {node, {}};
  nodes_.push_back(node);
}

void MemoryStore::put_link(std::string const& target, std::string const& path) {
  names_[path] = durable_names_[path] = {nullptr, target};
}

std::string MemoryStore::content(std::string const& path) const {
  return node_of(names_, path)->cached;
}

std::string MemoryStore::durable_content(std::string const& path) const {
  return node_of(durable_names_, path)->durable;
}

std::vector<std::string> MemoryStore::names() const {
  std::vector<std::string> list;
  for (auto const& [name, entry] : names_) list.push_back(name);
  return list;
}

std::vector<MemoryStore::Range> MemoryStore::rooms(std::string const& path) const {
  return node_of(names_, path)->rooms;
}

int MemoryStore::writes_without_room(std::string const& path) const {
  return node_of(names_, path)->writes_without_room;
}

}  // namespace isomer::files::test
