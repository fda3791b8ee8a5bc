// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MKL's omatcopy and imatcopy: matrices only.

#include "peers/library.hpp"
#include "peers/peers.hpp"

namespace isomer::perf {

namespace {

template <class Real>
void add(std::vector<Rival>& rivals, PeerJob const& job, MatrixShape const& shape,
         char const* out_of_place_name, char const* in_place_name) {
  using OutOfPlace = void(char, char, std::size_t, std::size_t, Real, Real const*, std::size_t,
                          Real*, std::size_t);
  using InPlace = void(char, char, std::size_t, std::size_t, Real, Real*, std::size_t, std::size_t);
  static PeerLibrary const mkl{"libmkl_rt.so.2", "libmkl_rt.so.3", "libmkl_rt.so"};
  auto const rows = static_cast<std::size_t>(shape.rows);
  auto const columns = static_cast<std::size_t>(shape.columns);
  constexpr char row_major = 'R';
  constexpr char transposed = 'T';
  if (job.is_in_place()) {
    if (auto* const call = mkl.function<InPlace>(in_place_name))
      rivals.push_back({"mkl", [=](int turn) {
                          call(row_major, transposed, rows, columns, Real{1},
                               reinterpret_cast<Real*>(job.source(turn)), columns, rows);
                        }});
  } else if (auto* const call = mkl.function<OutOfPlace>(out_of_place_name)) {
    rivals.push_back({"mkl", [=](int turn) {
                        call(row_major, transposed, rows, columns, Real{1},
                             reinterpret_cast<Real const*>(job.source(turn)), columns,
                             reinterpret_cast<Real*>(job.result(turn)), rows);
                      }});
  }
}

}  // namespace

void add_mkl(std::vector<Rival>& rivals, PeerJob const& job) {
  auto const shape = as_transposition(job);
  if (!shape) return;
  if (job.type == ElementType::f64)
    add<double>(rivals, job, *shape, "MKL_Domatcopy", "MKL_Dimatcopy");
  if (job.type == ElementType::f32)
    add<float>(rivals, job, *shape, "MKL_Somatcopy", "MKL_Simatcopy");
}

}  // namespace isomer::perf
