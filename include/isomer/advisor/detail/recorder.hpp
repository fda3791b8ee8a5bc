// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <isomer/advisor/detail/trace.hpp>
#include <isomer/records/dynamic_record.hpp>

namespace isomer::detail {

/// Notes what a body does to records, on the records themselves: reads return true values, so that
/// branches go as they will, and `undo` puts back what was written. In one thread. No part of it is
/// inline: files with kernels would compile it for each of them.
class Recorder {
 public:
  /// What is recorded: the name of the kernel, for errors, and the records.
  struct Scene {
    std::string kernel;
    DynamicRecord const* record = nullptr;
    RecordLayout layout;
    std::byte* data = nullptr;
    std::int64_t count = 0;
    std::int64_t capacity = 0;
  };

  explicit Recorder(Scene scene);
  Recorder(Recorder const&) = delete;
  Recorder& operator=(Recorder const&) = delete;
  ~Recorder();

  std::int64_t count() const { return scene_.count; }
  std::int64_t capacity() const { return scene_.capacity; }

  void begin(std::int64_t item);
  /// What was done since `begin`.
  ItemTrace end();
  /// Puts back all values that were written, the last one first.
  void undo();

  /// Throws Error if there is no record i.
  void require_record(std::int64_t i) const {
    if (i < 0 || i >= scene_.count) throw_no_record(i);
  }

  std::byte* place(int leaf, std::int64_t record) const;

  void read(int leaf, std::int64_t record);
  /// Before `bytes` at `at`, a part of a leaf, are written.
  void write(int leaf, std::int64_t record, std::byte* at, std::size_t bytes);
  /// A leaf that is handed out as it is: counts as read, and as written if its bytes have changed
  /// at the end of the item.
  void lend(int leaf, std::int64_t record, std::byte* at, std::size_t bytes);

 private:
  struct Saved {
    std::byte* at;
    std::size_t bytes;
    std::size_t begin;  ///< of the old value in `values_`
  };
  struct Lent {
    std::size_t saved;
    Access access;
  };

  [[noreturn]] void throw_no_record(std::int64_t i) const;

  void note(Access const& access);
  void save(std::byte* at, std::size_t bytes);

  Scene scene_;
  ItemTrace item_;
  std::vector<Saved> saved_;
  std::vector<std::byte> values_;
  std::vector<Lent> lent_;
};

}  // namespace isomer::detail
