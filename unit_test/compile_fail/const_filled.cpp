// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Element = int const;
#else
using Element = int;
#endif

void call(Kokkos::View<Element**> const& view) { isomer::deep_copy(view, 1); }
