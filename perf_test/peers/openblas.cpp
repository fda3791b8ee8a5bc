// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenBLAS' omatcopy and imatcopy: matrices only. The latter takes a second array inside.

#include "peers/library.hpp"
#include "peers/peers.hpp"

namespace isomer::perf {

namespace {

template <class Real>
void add(std::vector<Rival>& rivals, PeerJob const& job, MatrixShape const& shape,
         char const* out_of_place_name, char const* in_place_name) {
  using OutOfPlace = void(int, int, int, int, Real, Real const*, int, Real*, int);
  using InPlace = void(int, int, int, int, Real, Real*, int, int);
  static PeerLibrary const openblas{"libopenblas.so.0", "libopenblas.so"};
  int const rows = static_cast<int>(shape.rows);
  int const columns = static_cast<int>(shape.columns);
  constexpr int row_major = 101;   // CblasRowMajor
  constexpr int transposed = 112;  // CblasTrans
  if (job.is_in_place()) {
    if (auto* const call = openblas.function<InPlace>(in_place_name))
      rivals.push_back({"openblas", [=](int turn) {
                          call(row_major, transposed, rows, columns, Real{1},
                               reinterpret_cast<Real*>(job.source(turn)), columns, rows);
                        }});
  } else if (auto* const call = openblas.function<OutOfPlace>(out_of_place_name)) {
    rivals.push_back({"openblas", [=](int turn) {
                        call(row_major, transposed, rows, columns, Real{1},
                             reinterpret_cast<Real const*>(job.source(turn)), columns,
                             reinterpret_cast<Real*>(job.result(turn)), rows);
                      }});
  }
}

}  // namespace

void add_openblas(std::vector<Rival>& rivals, PeerJob const& job) {
  auto const shape = as_transposition(job);
  if (!shape) return;
  if (job.type == ElementType::f64)
    add<double>(rivals, job, *shape, "cblas_domatcopy", "cblas_dimatcopy");
  if (job.type == ElementType::f32)
    add<float>(rivals, job, *shape, "cblas_somatcopy", "cblas_simatcopy");
}

}  // namespace isomer::perf
