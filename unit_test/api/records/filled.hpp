// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstring>

#include "api/records/arrangements_of.hpp"

/// Records with distinct values, and what tells whether they hold them.
namespace isomer::test {

/// Record i with bytes that no other record and member has, padding zero. No float of it is a NaN.
template <class T>
T made_up(std::size_t i) {
  T record;
  std::memset(static_cast<void*>(&record), 0, sizeof(T));
  auto* const bytes = reinterpret_cast<unsigned char*>(&record);
  std::uint32_t value = static_cast<std::uint32_t>(i) * 2654435761U + 12345;
  for (auto const& leaf : detail::LeafTable<T>::leaf)
    for (int k = 0; k < leaf.bytes; ++k) {
      value = value * 1664525U + 1013904223U;
      bytes[leaf.offset + k] = static_cast<unsigned char>((value >> 24) & 0x3f);
    }
  return record;
}

/// Equal leaves, whatever is between them.
template <class T>
bool are_equal(T const& a, T const& b) {
  auto const* const x = reinterpret_cast<unsigned char const*>(&a);
  auto const* const y = reinterpret_cast<unsigned char const*>(&b);
  for (auto const& leaf : detail::LeafTable<T>::leaf)
    if (std::memcmp(x + leaf.offset, y + leaf.offset, static_cast<std::size_t>(leaf.bytes)) != 0)
      return false;
  return true;
}

template <class V>
void fill(V const& view) {
  using T = typename V::value_type;
  for (std::size_t i = 0; i < view.size(); ++i) view(i) = made_up<T>(i);
}

/// Whether record i is made_up(index(i)).
template <class V, class Index>
bool holds(V const& view, Index const& index) {
  using T = std::remove_const_t<typename V::value_type>;
  for (std::size_t i = 0; i < view.size(); ++i) {
    T const record = view(i);
    if (!are_equal(record, made_up<T>(index(i)))) return false;
  }
  return true;
}
template <class V>
bool is_filled(V const& view) {
  return holds(view, [](std::size_t i) { return i; });
}

}  // namespace isomer::test
