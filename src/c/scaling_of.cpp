// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "c/scaling_of.hpp"

#include <cstring>
#include <string>

#include <isomer/isomer.h>
#include <isomer/detail/scale_factors.hpp>
#include <isomer/error.hpp>

namespace isomer::c {
namespace {

template <class T>
T value_at(void const* pointer, T otherwise) {
  if (pointer != nullptr) std::memcpy(&otherwise, pointer, sizeof(T));
  return otherwise;
}

template <class T>
ScalingOf of(char const* function, void const* alpha, void const* beta, bool conjugate) {
  Scaling<T> const scaling{value_at(alpha, T(1)), value_at(beta, T(0)), conjugate};
  ScalingOf result;
  result.element_bytes = sizeof(T);
  result.factors = detail::scale_factors<T>(function, scaling);
  result.is_plain = detail::is_plain<T>(scaling);
  result.scalar = result.is_plain ? detail::Scalar::none : detail::scalar_of<T>();
  return result;
}

}  // namespace

ScalingOf scaling_of(char const* function, int type, void const* alpha, void const* beta,
                     bool conjugate) {
  switch (type) {
    case ISOMER_INT8: return of<std::int8_t>(function, alpha, beta, conjugate);
    case ISOMER_UINT8: return of<std::uint8_t>(function, alpha, beta, conjugate);
    case ISOMER_INT16: return of<std::int16_t>(function, alpha, beta, conjugate);
    case ISOMER_UINT16: return of<std::uint16_t>(function, alpha, beta, conjugate);
    case ISOMER_INT32: return of<std::int32_t>(function, alpha, beta, conjugate);
    case ISOMER_UINT32: return of<std::uint32_t>(function, alpha, beta, conjugate);
    case ISOMER_INT64: return of<std::int64_t>(function, alpha, beta, conjugate);
    case ISOMER_UINT64: return of<std::uint64_t>(function, alpha, beta, conjugate);
    case ISOMER_FLOAT: return of<float>(function, alpha, beta, conjugate);
    case ISOMER_DOUBLE: return of<double>(function, alpha, beta, conjugate);
    case ISOMER_FLOAT_COMPLEX: return of<Kokkos::complex<float>>(function, alpha, beta, conjugate);
    case ISOMER_DOUBLE_COMPLEX:
      return of<Kokkos::complex<double>>(function, alpha, beta, conjugate);
    default: break;
  }
  throw Error(std::string(function) + ": type is " + std::to_string(type) +
              ", it has to be one of ISOMER_INT8 .. ISOMER_DOUBLE_COMPLEX");
}

}  // namespace isomer::c
