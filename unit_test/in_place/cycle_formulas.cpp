// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/cycle_formulas.hpp"

#include <numeric>

namespace isomer::in_place {

namespace {

__extension__ using Wide = unsigned __int128;

std::int64_t times_mod(std::int64_t a, std::int64_t b, std::int64_t m) {
  return static_cast<std::int64_t>(static_cast<Wide>(a) * static_cast<Wide>(b) %
                                   static_cast<Wide>(m));
}

/// The Moebius function: 0 if a square divides n, else 1 or -1 by the number of primes.
int moebius(std::int64_t n) {
  int sign = 1;
  for (std::int64_t p = 2; p * p <= n; ++p) {
    if (n % p != 0) continue;
    n /= p;
    if (n % p == 0) return 0;
    sign = -sign;
  }
  return n > 1 ? -sign : sign;
}

}  // namespace

std::int64_t power_mod(std::int64_t a, std::int64_t e, std::int64_t m) {
  std::int64_t result = 1 % m;
  for (a %= m; e > 0; e /= 2, a = times_mod(a, a, m))
    if (e % 2 != 0) result = times_mod(result, a, m);
  return result;
}

std::int64_t fixed_points(std::int64_t rows, std::int64_t cols) {
  if (rows == 1 || cols == 1) return rows * cols;  // gcd(0, n - 1) = n - 1: the formula agrees
  return 1 + std::gcd(rows - 1, cols - 1);
}

std::int64_t cycles_of_length(std::int64_t rows, std::int64_t cols, std::int64_t length) {
  std::int64_t const modulus = rows * cols - 1;
  if (modulus <= 0) return 0;
  std::int64_t sum = 0;
  for (std::int64_t d = 1; d <= length; ++d) {
    if (length % d != 0) continue;
    std::int64_t const power_less_one = (power_mod(rows, d, modulus) + modulus - 1) % modulus;
    sum += moebius(length / d) * std::gcd(power_less_one, modulus);
  }
  return sum / length;
}

std::int64_t longest_cycle(std::int64_t rows, std::int64_t cols) {
  std::int64_t const modulus = rows * cols - 1;
  if (modulus <= 1) return 1;
  std::int64_t length = 1;
  for (std::int64_t power = rows % modulus; power != 1; power = times_mod(power, rows, modulus))
    ++length;
  return length;
}

}  // namespace isomer::in_place
