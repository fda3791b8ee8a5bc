// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "index/fast_div.hpp"

namespace isomer::in_place {

using detail::FastDiv;

/// The index equations of the C2R transposition of an m x n array (seed 000) and of its inverse,
/// R2C. c = gcd(m, n), a = m / c, b = n / c. All are gathers: element i takes what is at f(i).
class C2rIndex {
 public:
  C2rIndex(std::int64_t m, std::int64_t n);

  KOKKOS_FUNCTION std::int64_t m() const { return m_; }
  KOKKOS_FUNCTION std::int64_t n() const { return n_; }
  KOKKOS_FUNCTION std::int64_t c() const { return by_c_.divisor(); }
  KOKKOS_FUNCTION std::int64_t a() const { return by_a_.divisor(); }
  KOKKOS_FUNCTION std::int64_t b() const { return by_b_.divisor(); }
  /// The inverses of a modulo b and of b modulo a.
  KOKKOS_FUNCTION std::int64_t a_inverse() const { return a_inverse_; }
  KOKKOS_FUNCTION std::int64_t b_inverse() const { return b_inverse_; }

  /// Eq. 23: before the row shuffle, column j is rotated up by this. 0 throughout if c = 1.
  KOKKOS_FUNCTION std::int64_t pre_rotation(std::int64_t j) const { return by_b_.quotient(j); }
  /// Eq. 24: where the row shuffle of C2R sends element j of row i; R2C gathers with it.
  std::int64_t d(std::int64_t i, std::int64_t j) const {
    return by_n_.remainder(by_m_.remainder(i + by_b_.quotient(j)) + j * m_);
  }
  /// Eq. 31: from where the row shuffle of C2R gathers.
  std::int64_t d_inverse(std::int64_t i, std::int64_t j) const {
    std::int64_t const wraps = i - by_c_.remainder(j) + c() > m_ ? m_ : 0;
    std::int64_t const f = j + i * (n_ - 1) + wraps;
    std::int64_t const t = by_c_.quotient(f);
    return by_b_.remainder(a_inverse_ * by_b_.remainder(t)) + (f - t * c()) * b();
  }
  /// Eq. 33: the row permutation behind the rotation by j (eq. 32) of C2R; with `j`, both of them.
  KOKKOS_FUNCTION std::int64_t q(std::int64_t i, std::int64_t j = 0) const {
    return by_m_.remainder(i * n_ - by_a_.quotient(i) + j);
  }
  /// Eq. 34: its inverse, which R2C begins with.
  KOKKOS_FUNCTION std::int64_t q_inverse(std::int64_t i) const {
    return by_a_.remainder(by_a_.remainder(by_c_.quotient(c() - 1 + i)) * b_inverse_) +
           by_c_.remainder((c() - 1) * i) * a();
  }

 private:
  std::int64_t m_;
  std::int64_t n_;
  FastDiv by_m_;
  FastDiv by_n_;
  FastDiv by_a_;
  FastDiv by_b_;
  FastDiv by_c_;
  std::int64_t a_inverse_;
  std::int64_t b_inverse_;
};

}  // namespace isomer::in_place
