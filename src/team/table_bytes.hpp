// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace isomer::team {

/// What kernels look up, list behind list; each begins on 16 bytes.
class TableBytes {
 public:
  /// Where the list begins.
  template <class T>
  std::int64_t add(std::vector<T> const& list) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::size_t const begin = bytes_.size();
    std::size_t const size = list.size() * sizeof(T);
    size_ = begin + (size + 15) / 16 * 16;
    bytes_.resize(size_);
    if (size > 0) std::memcpy(bytes_.data() + begin, list.data(), size);
    return static_cast<std::int64_t>(begin);
  }

  std::byte const* data() const { return bytes_.data(); }
  std::size_t size() const { return size_; }
  /// Gives up the bytes, which kernels look up elsewhere; what they were remains known.
  void forget() { std::vector<std::byte>().swap(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  std::size_t size_ = 0;
};

}  // namespace isomer::team
