// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace isomer::perf {

/// The element types that can be measured, by the names that `--type` takes.
enum class ElementType : std::uint8_t { u8, u16, u32, u64, f32, f64, c64, c128 };

std::optional<ElementType> parse_element_type(std::string_view name);
std::string name_of(ElementType type);
std::int64_t bytes_of(ElementType type);
/// `u8|u16|..`, for help and error texts.
std::string element_type_names();

}  // namespace isomer::perf
