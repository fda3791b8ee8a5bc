// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Half-precision numbers and their arithmetic, which rounds each result.

namespace {

#define ISOMER_HALVES_FUNCTION inline
#include "tile/halves.inl"
#undef ISOMER_HALVES_FUNCTION

inline Half operator+(Half a, Half b) { return narrowed<Half>(widened(a) + widened(b)); }
inline Bhalf operator+(Bhalf a, Bhalf b) { return narrowed<Bhalf>(widened(a) + widened(b)); }

}  // namespace
