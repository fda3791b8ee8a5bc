// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

namespace isomer {

/// `dst = alpha * op(src) + beta * dst`, fused into the pass that moves the data.
///
/// `op` is the complex conjugate when `conjugate` is set, else the identity. With `beta == 0` the
/// old content of `dst` is never read, so it may hold NaN. Both factors are converted to the
/// element type of `dst`, in which all is computed; a factor that an integer type cannot hold is an
/// Error.
template <class T = double>
struct Scaling {
  T alpha{1};
  T beta{0};
  bool conjugate = false;
};

Scaling()->Scaling<double>;
template <class A>
Scaling(A) -> Scaling<A>;
template <class A, class B>
Scaling(A, B) -> Scaling<std::common_type_t<A, B>>;
template <class A, class B>
Scaling(A, B, bool) -> Scaling<std::common_type_t<A, B>>;

}  // namespace isomer
