// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three rearrangements of Views with their speed: in GB/s (bytes read and written), as a part of
// the fastest copy of the same bytes, and against Kokkos::deep_copy. Each result is verified. The
// clock and the copies are those of isomer_perf.
//
//   isomer_demo BYTES PLOT.svg      two arrays of about BYTES bytes are in use at a time

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include <isomer/isomer.hpp>

#include "bar_plot.hpp"
#include "interleave.hpp"
#include "svg.hpp"
#include "yardstick.hpp"

namespace {

using isomer::perf::Contender, isomer::perf::median, isomer::perf::Row;
using Kokkos::LayoutLeft, Kokkos::LayoutRight;
using Exec = Kokkos::DefaultExecutionSpace;

/// The content of the element at an index; whole numbers below 2^24, so exact as float.
KOKKOS_INLINE_FUNCTION float element(int i, int j, int k) {
  return static_cast<float>((i * 31 + j) * 41 + k);
}

/// Times `ours`, `theirs` and copies from `src` to `dst` in turn, prints the line of the case.
template <class Dst, class Src>
Row measure(char const* name, bool is_right, Exec const& exec, Dst const& dst, Src const& src,
            std::function<void(int)> ours, std::function<void(int)> theirs) {
  Row row;
  row.suite = "demo";
  row.name = name;
  row.bytes = static_cast<std::int64_t>(src.size() * sizeof(typename Src::value_type));
  if (!is_right) row.state = Row::State::failed;

  isomer::perf::CopyPair const pair{reinterpret_cast<std::byte*>(dst.data()),
                                    reinterpret_cast<std::byte const*>(src.data())};
  auto contenders = isomer::perf::yardsticks(exec, row.bytes, [=](int) { return pair; });
  contenders.push_back({"isomer", Contender::Role::subject, std::move(ours)});
  contenders.push_back({"Kokkos::deep_copy", Contender::Role::rival, std::move(theirs)});
  Kokkos::Timer const timer;
  isomer::perf::interleave(contenders, {.rounds = 9, .budget_seconds = 5},
                           {[&] { exec.fence(); }, [&] { return timer.seconds(); }});

  auto const& copy = isomer::perf::fastest_yardstick(contenders);
  row.copy_seconds = median(copy.seconds);
  row.copy_name = copy.name;
  row.seconds = median(contenders[contenders.size() - 2].seconds);
  row.rivals.push_back({"Kokkos::deep_copy", median(contenders.back().seconds)});
  std::printf("%s: %.1f GB/s, %.2f of copy, %.1f times Kokkos::deep_copy, %s\n", name,
              row.gigabytes_per_second(), row.of_copy(), row.rivals[0].seconds / row.seconds,
              is_right ? "verified" : "WRONG");
  std::fflush(stdout);
  return row;
}

/// A matrix changes its layout on its own memory, to and fro; Kokkos::deep_copy needs a second one.
Row convert_matrix(Exec const& exec, double bytes) {
  int const m = static_cast<int>(std::sqrt(bytes / 8 * 1.25)), n = static_cast<int>(m / 1.25);
  Kokkos::View<double**, LayoutRight> rows("rows", m, n);
  Kokkos::View<double**, LayoutLeft> columns, other("other", m, n);
  Kokkos::parallel_for(
      "demo::fill", m, KOKKOS_LAMBDA(int i) {
        for (int j = 0; j < n; ++j) rows(i, j) = i + 1e6 * j;
      });

  columns = isomer::convert_layout<LayoutLeft>(exec, std::move(rows));
  int wrong = 0;
  Kokkos::parallel_reduce(
      "demo::verify", n,
      KOKKOS_LAMBDA(int j, int& sum) {
        for (int i = 0; i < m; ++i) sum += columns(i, j) != i + 1e6 * j;
      },
      wrong);

  auto const convert = [&](int) {
    if (rows.data() == nullptr) {
      rows = isomer::convert_layout<LayoutRight>(exec, std::move(columns));
    } else {
      columns = isomer::convert_layout<LayoutLeft>(exec, std::move(rows));
    }
  };
  Kokkos::View<double**, LayoutRight> const as_rows(columns.data(), m, n);
  return measure("convert_layout in place, double 2D", wrong == 0, exec, other, as_rows, convert,
                 [&](int) { Kokkos::deep_copy(exec, other, as_rows); });
}

/// Images from channels last to channels first. For Kokkos::deep_copy the permutation is written as
/// a View with strides.
Row permute_images(Exec const& exec, double bytes) {
  int const h = 56, w = 60, c = 64, n = std::max(1, static_cast<int>(bytes / 4 / (h * w * c)));
  Kokkos::View<float****, LayoutRight> const nhwc("nhwc", n, h, w, c), nchw("nchw", n, c, h, w);
  Kokkos::View<float****, Kokkos::LayoutStride> const permuted(
      nhwc.data(), Kokkos::LayoutStride(n, nhwc.stride(0), c, 1, h, nhwc.stride(1), w, c));
  Kokkos::parallel_for(
      "demo::fill", n, KOKKOS_LAMBDA(int i) {
        for (int j = 0; j < h * w; ++j)
          for (int k = 0; k < c; ++k) nhwc(i, j / w, j % w, k) = element(i, j, k);
      });

  isomer::permute(exec, nchw, nhwc, {0, 3, 1, 2});
  int wrong = 0;
  Kokkos::parallel_reduce(
      "demo::verify", n,
      KOKKOS_LAMBDA(int i, int& sum) {
        for (int j = 0; j < h * w; ++j)
          for (int k = 0; k < c; ++k) sum += nchw(i, k, j / w, j % w) != element(i, j, k);
      },
      wrong);

  return measure(
      "permute 0312, float 4D", wrong == 0, exec, nchw, nhwc,
      [&](int) {
        isomer::permute(exec, nchw, nhwc, {0, 3, 1, 2});
      },
      [&](int) { Kokkos::deep_copy(exec, nchw, permuted); });
}

/// A field goes from one layout to the other, into a second View.
Row relayout_field(Exec const& exec, double bytes) {
  int const m = static_cast<int>(std::cbrt(bytes / 4));
  Kokkos::View<float***, LayoutRight> const right("right", m, m, m);
  Kokkos::View<float***, LayoutLeft> const left("left", m, m, m);
  Kokkos::parallel_for(
      "demo::fill", m, KOKKOS_LAMBDA(int i) {
        for (int j = 0; j < m; ++j)
          for (int k = 0; k < m; ++k) right(i, j, k) = element(i, j, k);
      });

  isomer::deep_copy(exec, left, right);
  int wrong = 0;
  Kokkos::parallel_reduce(
      "demo::verify", m,
      KOKKOS_LAMBDA(int k, int& sum) {
        for (int j = 0; j < m; ++j)
          for (int i = 0; i < m; ++i) sum += left(i, j, k) != element(i, j, k);
      },
      wrong);

  return measure(
      "deep_copy Right to Left, float 3D", wrong == 0, exec, left, right,
      [&](int) { isomer::deep_copy(exec, left, right); },
      [&](int) { Kokkos::deep_copy(exec, left, right); });
}

}  // namespace

int main(int argc, char* argv[]) {
  double const bytes = argc == 3 ? std::atof(argv[1]) : 0;
  if (!(bytes >= 1e6)) {
    std::fprintf(stderr, "usage: isomer_demo BYTES PLOT.svg, with BYTES at least 1000000\n");
    return 2;
  }
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  std::vector<Row> const rows{convert_matrix(exec, bytes), permute_images(exec, bytes),
                              relayout_field(exec, bytes)};
  try {
    isomer::perf::write_file(argv[2], isomer::perf::bar_plot(rows, "isomer_demo"));
  } catch (std::exception const& error) {
    std::fprintf(stderr, "isomer_demo: %s\n", error.what());
    return 1;
  }
  for (auto const& row : rows)
    if (row.state != Row::State::measured) return 1;
}
