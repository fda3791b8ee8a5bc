// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include "plan/across/pinned_buffers.hpp"
#include "team/cuda_calls.hpp"
#include "team/transfer.hpp"

namespace isomer::detail {

/// Host memory that tables are sent from, in transfers that may read it after the call has
/// returned. A buffer is used again when the `Mark` behind its transfer has been passed; all are
/// kept until Kokkos is finalized, for to pin memory takes longer than to send it.
template <class Mark>
class SentTables {
 public:
  static constexpr std::size_t bytes_each = std::size_t{256} << 10;
  static constexpr std::size_t most_kept = 16;

  struct Buffer {
    PinnedBytes data;
    Mark mark;
  };

  /// A buffer that no transfer reads; null where there is no memory. Where all that may be kept are
  /// being read, the oldest transfer is waited for.
  std::unique_ptr<Buffer> take() {
    auto buffer = take_kept();
    if (buffer != nullptr) {
      buffer->mark.wait();
      return buffer;
    }
    buffer = std::make_unique<Buffer>();
    buffer->data = allocate_pinned("isomer::permute_batch::sent_tables", bytes_each);
    return buffer->data == nullptr ? nullptr : std::move(buffer);
  }

  /// With its mark behind what reads it.
  void give_back(std::unique_ptr<Buffer> buffer) {
    std::lock_guard const lock(mutex_);
    kept_.push_back(std::move(buffer));
  }

  /// Frees all that are kept.
  void clear() {
    std::lock_guard const lock(mutex_);
    for (auto const& buffer : kept_) buffer->mark.wait();
    kept_.clear();
  }

 private:
  std::unique_ptr<Buffer> take_kept() {
    std::lock_guard const lock(mutex_);
    auto found = std::find_if(kept_.begin(), kept_.end(),
                              [](auto const& buffer) { return buffer->mark.is_passed(); });
    if (found == kept_.end() && kept_.size() < most_kept) return nullptr;
    if (found == kept_.end()) found = kept_.begin();
    auto buffer = std::move(*found);
    kept_.erase(found);
    return buffer;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Buffer>> kept_;  ///< the oldest first
};

/// Enqueues a transfer from memory that may go when this returns: through one of the tables'
/// buffers, or, where the bytes are more or there is none, waited for.
template <class Exec, class Mark>
void send(SentTables<Mark>& tables, Exec const& exec, std::byte* to, std::byte const* from,
          std::size_t bytes) {
  using Memory = typename Exec::memory_space;
  auto buffer = bytes <= SentTables<Mark>::bytes_each ? tables.take() : nullptr;
  if (buffer == nullptr) {
    team::transfer<Memory, Kokkos::HostSpace>(exec, to, from, bytes);
    exec.fence("isomer::permute_batch: fence after a table that is read where it lies");
    return;
  }
  std::memcpy(buffer->data.get(), from, bytes);
  team::transfer<Memory, PinnedMemory>(exec, to, buffer->data.get(), bytes);
  buffer->mark.set(exec);
  tables.give_back(std::move(buffer));
}

/// Behind what was enqueued on an instance. Kokkos knows no marks, so in general it is waited for.
template <class Exec>
class SentMark {
 public:
  void set(Exec const& exec) const { exec.fence("isomer::permute_batch: fence after a table"); }
  static bool is_passed() { return true; }
  static void wait() {}
};

#ifdef KOKKOS_ENABLE_CUDA
template <>
class SentMark<Kokkos::Cuda> {
 public:
  void set(Kokkos::Cuda const& exec) {
    if (!event_.record(exec)) exec.fence("isomer::permute_batch: fence after a table");
  }
  bool is_passed() const { return event_.is_passed(); }
  void wait() const { event_.wait(); }

 private:
  team::CudaEvent event_;
};
#endif

/// Those of the process.
template <class Exec>
SentTables<SentMark<Exec>>& sent_tables() {
  static auto& tables = []() -> auto& {
    auto& made = *new SentTables<SentMark<Exec>>;  // never destroyed: Kokkos ends before
    Kokkos::push_finalize_hook([&made] { made.clear(); });
    return made;
  }
  ();
  return tables;
}

}  // namespace isomer::detail
