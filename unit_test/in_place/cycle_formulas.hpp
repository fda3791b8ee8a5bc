// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// What is known in closed form of the permutation that transposes a matrix in place (seed 003).
/// Positions count from 0; `rows` x `cols` chunks, row-major.
namespace isomer::in_place {

/// a^e mod m.
std::int64_t power_mod(std::int64_t a, std::int64_t e, std::int64_t m);

/// Positions that keep their content: 1 + gcd(rows - 1, cols - 1).
std::int64_t fixed_points(std::int64_t rows, std::int64_t cols);

/// Cycles of exactly `length` > 1 positions (Cate and Twigg 1977): the sum over the divisors d of
/// length of mu(length / d) gcd(rows^d - 1, rows cols - 1), over length.
std::int64_t cycles_of_length(std::int64_t rows, std::int64_t cols, std::int64_t length);

/// The greatest length of a cycle, which the cycle through position 1 has: the order of rows modulo
/// rows cols - 1. Every other length divides it. Takes as many steps as the answer.
std::int64_t longest_cycle(std::int64_t rows, std::int64_t cols);

}  // namespace isomer::in_place
