// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// Catanzaro, Keller and Garland 2014 (seed 000): a transposition as independent permutations of
/// columns and of rows. `c2r` views the matrix as it lies, m x n; `r2c`, its inverse, as n x m
/// (Theorem 2), so that for every shape one has short rows and the other short columns. Which is
/// cheaper the estimate says.
///
///     c2r:  rotate columns   ->  shuffle rows  ->  rotate columns  ->  permute rows
///           by floor(j / b)      (eq. 31)          by j                by q (eq. 33)
///           if gcd(m, n) > 1
///     r2c:  the inverses from right to left (eq. 34, 35, 24, 36)
///
/// The column operations on either side of an arrow are done group by group of columns, one cache
/// line wide: two passes over memory, three if gcd(m, n) > 1. Where the workspace has room for a
/// group, the last two go by way of a buffer, else in sweeps over the group along its cycles.
template <class Exec>
Decomposition<Exec> const& c2r();
template <class Exec>
Decomposition<Exec> const& r2c();

}  // namespace isomer::in_place
