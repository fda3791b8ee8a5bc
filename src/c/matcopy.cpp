// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <isomer/isomer.h>
#include <isomer/error.hpp>

#include "c/permute.hpp"

/// omatcopy and imatcopy, over the calls for permutations of any rank.
namespace isomer::c {
namespace {

/// A matrix copy, row-major: what is transposed, conjugated, and how both sides lie.
struct Matcopy {
  bool transposes;
  bool conjugates;
  std::array<std::int64_t, 2> extents;
  std::array<std::int64_t, 2> src_strides;
  std::array<std::int64_t, 2> dst_strides;

  /// Of axes {1, 0} or {0, 1}.
  std::array<int, 2> axes() const { return transposes ? std::array{1, 0} : std::array{0, 1}; }
  std::int64_t result_cols() const { return extents[transposes ? 0 : 1]; }
  bool has_gaps() const { return src_strides[0] != extents[1] || dst_strides[0] != result_cols(); }
  /// Whether its elements change places among themselves, gaps or not.
  bool keeps_places() const {
    return (!transposes || extents[0] == extents[1]) && src_strides == dst_strides;
  }
};

[[noreturn]] void throw_value(char const* function, char const* name, std::int64_t value,
                              std::string const& needed) {
  throw Error(std::string(function) + ": " + name + " is " + std::to_string(value) +
              ", it has to be " + needed);
}

bool is_row_major(char const* function, int order) {
  if (order == 101 || order == 'R' || order == 'r') return true;
  if (order == 102 || order == 'C' || order == 'c') return false;
  throw_value(function, "order", order, "101 or 'R', or 102 or 'C'");
}

/// Whether it transposes, and whether it conjugates.
std::array<bool, 2> operation(char const* function, int trans) {
  switch (trans) {
    case 111:
    case 'N':
    case 'n': return {false, false};
    case 112:
    case 'T':
    case 't': return {true, false};
    case 113:
    case 'C':
    case 'c': return {true, true};
    case 114:  // 'r' as well
    case 'R': return {false, true};
    default: break;
  }
  throw_value(function, "trans", trans, "111 or 'N', 112 or 'T', 113 or 'C', or 114 or 'R'");
}

void require_leading(char const* function, char const* name, std::int64_t value,
                     std::int64_t least) {
  if (value < least) throw_value(function, name, value, "at least " + std::to_string(least));
}

/// Of rows `leading` elements apart.
template <class T>
void require_span(char const* function, char const* name, std::int64_t leading, std::int64_t rows) {
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(leading, rows, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<std::int64_t>(sizeof(T)), &bytes))
    throw_value(function, name, leading, "small enough for all rows to lie in memory");
}

/// A column-major matrix is the row-major one with rows and columns exchanged.
Matcopy matcopy(char const* function, int order, int trans, std::int64_t rows, std::int64_t cols,
                std::int64_t lda, std::int64_t ldb) {
  bool const by_rows = is_row_major(function, order);
  auto const [transposes, conjugates] = operation(function, trans);
  if (rows < 0) throw_value(function, "rows", rows, "0 or more");
  if (cols < 0) throw_value(function, "cols", cols, "0 or more");
  Matcopy copy{transposes, conjugates, {rows, cols}, {lda, 1}, {ldb, 1}};
  if (!by_rows) std::swap(copy.extents[0], copy.extents[1]);
  require_leading(function, "lda", lda, copy.extents[1]);
  require_leading(function, "ldb", ldb, copy.result_cols());
  return copy;
}

void move(char const* function, Host const& host, ScalingOf const& scaling, Matcopy const& copy,
          Side const& dst, Side const& src) {
  auto const axes = copy.axes();
  permute(function, host, dst, src, {scaling.element_bytes, 2, copy.extents.data(), axes.data()},
          scaling);
}

void require_pointer(char const* function, char const* name, void const* pointer) {
  if (pointer == nullptr) throw Error(std::string(function) + ": " + name + " is NULL");
}

int omatcopy(char const* function, int type, int order, int trans, std::int64_t rows,
             std::int64_t cols, void const* alpha, void const* a, std::int64_t lda, void* b,
             std::int64_t ldb) {
  return guarded(function, [&](Host const& host) {
    Matcopy const copy = matcopy(function, order, trans, rows, cols, lda, ldb);
    require_pointer(function, "alpha", alpha);
    move(function, host, scaling_of(function, type, alpha, nullptr, copy.conjugates), copy,
         {b, {copy.dst_strides.data(), nullptr}}, {a, {copy.src_strides.data(), nullptr}});
  });
}

template <class T>
struct RealOf {
  using type = T;
};
template <class Real>
struct RealOf<Kokkos::complex<Real>> {
  using type = Real;
};

/// Some elements times alpha, by the parts where that is a real number. C has complex numbers on
/// multiples of their parts' size, where a Kokkos::complex wants more.
template <class T, class Real = typename RealOf<T>::type>
void scale_row(Real* at, std::int64_t count, bool conjugates, T const& alpha) {
  if constexpr (std::is_floating_point_v<T>) {
    for (std::int64_t k = 0; k < count; ++k) at[k] *= alpha;
  } else {
    for (std::int64_t k = 0; k < 2 * count; k += 2) {
      T const value(at[k], conjugates ? -at[k + 1] : at[k + 1]);
      T const scaled = alpha.imag() == 0
                           ? T(alpha.real() * value.real(), alpha.real() * value.imag())
                           : alpha * value;
      at[k] = scaled.real();
      at[k + 1] = scaled.imag();
    }
  }
}

/// a = alpha * op(a), of the matrix that results.
template <class T>
void scale(Host const& host, void* a, Matcopy const& copy, T const& alpha) {
  using Real = typename RealOf<T>::type;
  bool const conjugates = copy.conjugates && !std::is_floating_point_v<T>;
  if (alpha == T(1) && !conjugates) return;
  std::int64_t const cols = copy.result_cols();
  std::int64_t const stride = copy.dst_strides[0] * static_cast<std::int64_t>(sizeof(T));
  std::int64_t const rows = copy.extents[copy.transposes ? 1 : 0];
  auto* const first = static_cast<std::byte*>(a);
  using Rows = Kokkos::RangePolicy<Host, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("isomer::imatcopy: scale", Rows(host, 0, rows), [=](std::int64_t i) {
    scale_row<T>(reinterpret_cast<Real*>(first + i * stride), cols, conjugates, alpha);
  });
}

/// Through memory as large as the matrix: what lies in the gaps stays.
template <class T>
void through_copy(char const* function, Host const& host, int type, T const& alpha,
                  Matcopy const& copy, void* a) {
  auto const count = static_cast<std::size_t>(copy.extents[0] * copy.extents[1]);
  std::unique_ptr<T[]> const packed(new T[count]);
  std::array<std::int64_t, 2> const dense{copy.result_cols(), 1};
  move(function, host, scaling_of(function, type, &alpha, nullptr, copy.conjugates), copy,
       {packed.get(), {dense.data(), nullptr}}, {a, {copy.src_strides.data(), nullptr}});
  Matcopy back = copy;
  back.transposes = false;
  if (copy.transposes) std::swap(back.extents[0], back.extents[1]);
  move(function, host, scaling_of(function, type, nullptr, nullptr, false), back,
       {a, {copy.dst_strides.data(), nullptr}}, {packed.get(), {dense.data(), nullptr}});
  host.fence("isomer: fence before the memory of a copy is freed");
}

template <class T>
int imatcopy(char const* function, int type, int order, int trans, std::int64_t rows,
             std::int64_t cols, void const* alpha, void* a, std::int64_t lda, std::int64_t ldb) {
  return guarded(function, [&](Host const& host) {
    Matcopy const copy = matcopy(function, order, trans, rows, cols, lda, ldb);
    std::int64_t count = 0;
    if (__builtin_mul_overflow(rows, cols, &count) ||
        count > std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(sizeof(T)))
      throw_value(function, "rows", rows, "small enough for rows * cols elements in memory");
    if (count == 0) return;
    require_span<T>(function, "lda", lda, copy.extents[0]);
    require_pointer(function, "alpha", alpha);
    require_pointer(function, "a", a);
    T factor;
    std::memcpy(&factor, alpha, sizeof factor);
    if (copy.has_gaps() && !copy.keeps_places())
      return through_copy<T>(function, host, type, factor, copy, a);
    auto const axes = copy.axes();
    if (copy.transposes)
      permute_in_place(function, host, a, {sizeof(T), 2, copy.extents.data(), axes.data()},
                       {copy.src_strides.data(), nullptr});
    scale<T>(host, a, copy, factor);
  });
}

using ComplexFloat = Kokkos::complex<float>;
using ComplexDouble = Kokkos::complex<double>;

}  // namespace
}  // namespace isomer::c

using namespace isomer;

extern "C" {

int isomer_somatcopy(int order, int trans, int64_t rows, int64_t cols, float alpha, float const* a,
                     int64_t lda, float* b, int64_t ldb) {
  return c::omatcopy("isomer_somatcopy", ISOMER_FLOAT, order, trans, rows, cols, &alpha, a, lda, b,
                     ldb);
}
int isomer_simatcopy(int order, int trans, int64_t rows, int64_t cols, float alpha, float* a,
                     int64_t lda, int64_t ldb) {
  return c::imatcopy<float>("isomer_simatcopy", ISOMER_FLOAT, order, trans, rows, cols, &alpha, a,
                            lda, ldb);
}

int isomer_domatcopy(int order, int trans, int64_t rows, int64_t cols, double alpha,
                     double const* a, int64_t lda, double* b, int64_t ldb) {
  return c::omatcopy("isomer_domatcopy", ISOMER_DOUBLE, order, trans, rows, cols, &alpha, a, lda, b,
                     ldb);
}
int isomer_dimatcopy(int order, int trans, int64_t rows, int64_t cols, double alpha, double* a,
                     int64_t lda, int64_t ldb) {
  return c::imatcopy<double>("isomer_dimatcopy", ISOMER_DOUBLE, order, trans, rows, cols, &alpha, a,
                             lda, ldb);
}

int isomer_comatcopy(int order, int trans, int64_t rows, int64_t cols, void const* alpha,
                     void const* a, int64_t lda, void* b, int64_t ldb) {
  return c::omatcopy("isomer_comatcopy", ISOMER_FLOAT_COMPLEX, order, trans, rows, cols, alpha, a,
                     lda, b, ldb);
}
int isomer_cimatcopy(int order, int trans, int64_t rows, int64_t cols, void const* alpha, void* a,
                     int64_t lda, int64_t ldb) {
  return c::imatcopy<c::ComplexFloat>("isomer_cimatcopy", ISOMER_FLOAT_COMPLEX, order, trans, rows,
                                      cols, alpha, a, lda, ldb);
}

int isomer_zomatcopy(int order, int trans, int64_t rows, int64_t cols, void const* alpha,
                     void const* a, int64_t lda, void* b, int64_t ldb) {
  return c::omatcopy("isomer_zomatcopy", ISOMER_DOUBLE_COMPLEX, order, trans, rows, cols, alpha, a,
                     lda, b, ldb);
}
int isomer_zimatcopy(int order, int trans, int64_t rows, int64_t cols, void const* alpha, void* a,
                     int64_t lda, int64_t ldb) {
  return c::imatcopy<c::ComplexDouble>("isomer_zimatcopy", ISOMER_DOUBLE_COMPLEX, order, trans,
                                       rows, cols, alpha, a, lda, ldb);
}

}  // extern "C"
