// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace isomer::detail {

/// Eight characters a word, one word behind the other. Not an array: nvcc writes template arguments
/// out for the host's compiler, and has no words for an array.
template <std::size_t Count>
struct NameWords {
  std::uint64_t first = 0;
  NameWords<Count - 1> others{};

  constexpr void set(std::size_t k, char c) {
    if (k < 8) first |= std::uint64_t{static_cast<unsigned char>(c)} << (8 * k);
    else others.set(k - 8, c);
  }
  constexpr char get(std::size_t k) const {
    return k < 8 ? static_cast<char>(first >> (8 * k)) : others.get(k - 8);
  }
};
template <>
struct NameWords<0> {
  constexpr void set(std::size_t, char) {}
  constexpr char get(std::size_t) const { return 0; }
};

/// A string literal as a template argument: `get<"x">()`. Without the zero at its end, which as
/// part of a functor's type Kokkos would take for the end of that type's name.
template <std::size_t N>
struct FixedString {
  static_assert(N > 1, "isomer: the name of a member must not be empty");
  using Words = NameWords<(N + 6) / 8>;

  Words words{};

  consteval FixedString(char const (&literal)[N]) {
    for (std::size_t k = 0; k + 1 < N; ++k) words.set(k, literal[k]);
  }
  /// As nvcc writes it.
  consteval FixedString(Words const& written) : words(written) {}

  constexpr std::array<char, N - 1> characters() const {
    std::array<char, N - 1> all{};
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = words.get(k);
    return all;
  }
};

template <FixedString Name>
inline constexpr auto characters_of = Name.characters();

template <FixedString Name>
constexpr std::string_view text_of() {
  return {characters_of<Name>.data(), characters_of<Name>.size()};
}

}  // namespace isomer::detail
