// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace isomer::detail {

/// A string literal as a template argument: `get<"x">()`. Without the zero at its end, which as
/// part of a functor's type Kokkos would take for the end of that type's name.
template <std::size_t N>
struct FixedString {
  static_assert(N > 1, "isomer: the name of a member must not be empty");
  std::array<char, N - 1> text{};

  consteval FixedString(char const (&literal)[N]) {
    for (std::size_t k = 0; k + 1 < N; ++k) text[k] = literal[k];
  }
  constexpr std::string_view view() const { return {text.data(), text.size()}; }
};

}  // namespace isomer::detail
