// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/across/pinned_buffers.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

namespace isomer::detail {

void FreePinned::operator()(std::byte* data) const { Kokkos::kokkos_free<PinnedMemory>(data); }

PinnedBytes allocate_pinned(char const* label, std::size_t bytes) {
  try {
    return PinnedBytes(static_cast<std::byte*>(Kokkos::kokkos_malloc<PinnedMemory>(label, bytes)));
  } catch (std::exception const&) {  // Kokkos' own type, which differs between its releases
    return nullptr;
  }
}

namespace {

/// The pair that is kept while no call uses it.
class Kept {
 public:
  std::byte* take() {
    std::lock_guard const lock(mutex_);
    return std::exchange(data_, nullptr);
  }

  /// Whether it is kept; if not, it stays with the caller.
  bool put_back(std::byte* data) {
    std::lock_guard const lock(mutex_);
    if (data_ != nullptr || is_over_) return false;
    if (!is_hooked_) Kokkos::push_finalize_hook([this] { end(); });
    is_hooked_ = true;
    data_ = data;
    return true;
  }

 private:
  void end() {
    std::lock_guard const lock(mutex_);
    is_over_ = true;
    if (data_ != nullptr) FreePinned{}(std::exchange(data_, nullptr));
  }

  std::mutex mutex_;
  std::byte* data_ = nullptr;
  bool is_hooked_ = false;
  bool is_over_ = false;
};

Kept& kept() {
  static auto& pair = *new Kept;  // never destroyed: the hook runs when Kokkos ends
  return pair;
}

}  // namespace

PinnedBuffers::PinnedBuffers(std::int64_t bytes_each)
    : data_(nullptr, GiveBack{std::max(bytes_each, slab_bytes)}) {
  std::int64_t const each = data_.get_deleter().bytes_each;
  if (each == slab_bytes) data_.reset(kept().take());
  if (data_ == nullptr)
    data_.reset(allocate_pinned("isomer::deep_copy::buffers",
                                static_cast<std::size_t>(crossing_buffers * each))
                    .release());
}

void PinnedBuffers::GiveBack::operator()(std::byte* data) const {
  if (bytes_each != slab_bytes || !kept().put_back(data)) FreePinned{}(data);
}

}  // namespace isomer::detail
