// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "index/rounding.hpp"

namespace isomer::files {

/// Memory that direct reads and writes accept: it begins on a page.
class Buffer {
 public:
  static constexpr std::size_t alignment = 4096;

  Buffer() = default;
  explicit Buffer(std::uint64_t bytes) : bytes_(static_cast<std::size_t>(bytes)) {
    if (bytes == 0) return;
    std::size_t const room = detail::round_up(bytes_, alignment);
    data_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, room)));
    if (!data_) throw std::bad_alloc();
  }

  std::byte* data() { return data_.get(); }
  std::byte const* data() const { return data_.get(); }
  std::size_t size() const { return bytes_; }
  std::span<std::byte> first(std::uint64_t bytes) {
    return {data_.get(), static_cast<std::size_t>(bytes)};
  }

 private:
  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::size_t bytes_ = 0;
  std::unique_ptr<std::byte[], Free> data_;
};

}  // namespace isomer::files
