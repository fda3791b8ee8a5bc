// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
struct Element {
  Element() = default;
  Element(Element const& other) : value(other.value + 1) {}
  Element& operator=(Element const&) = default;
  int value = 0;
};
#else
struct Element {
  int value = 0;
};
#endif

void call(Kokkos::View<Element**> const& dst, Kokkos::View<Element**> const& src) {
  isomer::transpose(dst, src);
}
