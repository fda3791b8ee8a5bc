// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "support/sanitized.hpp"

namespace isomer::test {

/// Under AddressSanitizer code compiles and runs three to five times as slowly, and what is tested
/// again on another Kokkos (`ISOMER_TEST_SAMPLE`) has been tested on this one: tests that repeat
/// themselves over types and cases take a part of them there, and all of them in any other build.
#ifdef ISOMER_TEST_ASAN
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif
#if defined(ISOMER_TEST_SAMPLE)
inline constexpr bool is_sampled = true;
#else
inline constexpr bool is_sampled = is_sanitized;
#endif

template <class All, class Part>
using AllUnlessSampled = std::conditional_t<is_sampled, Part, All>;

/// One in this many cases, or sizes, is taken.
inline constexpr int sample_step = is_sampled ? 5 : 1;
constexpr bool is_left_out(std::uint64_t number) {
  return number % static_cast<unsigned>(sample_step) != 0;
}
/// 0, sample_step, 2 sample_step .. below n.
template <int n>
using Sampled = decltype([]<int... K>(std::integer_sequence<int, K...>) {
  return std::integer_sequence<int, sample_step * K...>{};
}(std::make_integer_sequence<int, (n + sample_step - 1) / sample_step>{}));

}  // namespace isomer::test
