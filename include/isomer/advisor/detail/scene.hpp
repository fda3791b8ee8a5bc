// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/records/dynamic_record.hpp>

namespace isomer::detail {

/// What a kernel is recorded on: its name, for errors, and the records.
struct Scene {
  std::string kernel;
  DynamicRecord const* record = nullptr;
  RecordLayout layout;
  std::byte* data = nullptr;
  std::int64_t count = 0;
  std::int64_t capacity = 0;

  std::byte* place(std::size_t leaf, std::int64_t i) const {
    return data + layout.address(leaf, record->leaves()[leaf].bytes, i);
  }
};

}  // namespace isomer::detail
