// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Element = float const;
#else
using Element = float;
#endif

auto call(Kokkos::View<Element**> view) { return isomer::transpose_in_place(std::move(view)); }
