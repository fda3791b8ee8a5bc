// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/c2r/c2r_index.hpp"

#include <numeric>
#include <utility>

namespace isomer::in_place {

namespace {

/// x with a x = 1 (mod b), for coprime a and b; 0 for b = 1.
std::int64_t inverse_modulo(std::int64_t a, std::int64_t b) {
  std::int64_t r0 = b;
  std::int64_t r1 = a % b;
  std::int64_t x0 = 0;
  std::int64_t x1 = b == 1 ? 0 : 1;
  while (r1 > 1) {
    std::int64_t const quotient = r0 / r1;
    r0 = std::exchange(r1, r0 - quotient * r1);
    x0 = std::exchange(x1, x0 - quotient * x1);
  }
  return x1 < 0 ? x1 + b : x1;
}

}  // namespace

C2rIndex::C2rIndex(std::int64_t m, std::int64_t n)
    : m_(m),
      n_(n),
      by_m_(m),
      by_n_(n),
      by_a_(m / std::gcd(m, n)),
      by_b_(n / std::gcd(m, n)),
      by_c_(std::gcd(m, n)),
      a_inverse_(inverse_modulo(by_a_.divisor(), by_b_.divisor())),
      b_inverse_(inverse_modulo(by_b_.divisor(), by_a_.divisor())) {}

}  // namespace isomer::in_place
