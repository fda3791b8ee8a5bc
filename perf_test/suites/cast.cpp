// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/relayout.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

using Extents = std::vector<std::int64_t>;

/// Numbers that every type of the suite holds exactly.
template <class T>
KOKKOS_INLINE_FUNCTION T number_at(std::int64_t i, std::int64_t j, std::int64_t k) {
  return static_cast<T>((i * 31 + j * 7 + k * 3) % 8191);
}

/// Calls visit(i, j, k) for every index of a view, all threads together.
template <class V, class Visit>
void for_each_place(Exec const& exec, V const& view, Visit const& visit) {
  auto const n = static_cast<std::int64_t>(view.extent(1));
  auto const m = static_cast<std::int64_t>(view.extent(2));
  Kokkos::parallel_for(
      "isomer::perf::cast", Kokkos::RangePolicy<Exec>(exec, 0, view.size()),
      KOKKOS_LAMBDA(std::int64_t at) { visit(at / (n * m), at / m % n, at % m); });
  exec.fence();
}

template <class Dst, class Src>
std::optional<std::string> verify_cast(Exec const& exec, Dst const& dst, Src const& src,
                                       Move const& move, bool corrupt) {
  using From = typename Src::value_type;
  using To = typename Dst::value_type;
  for_each_place(
      exec, src, KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, std::int64_t k) {
        src(i, j, k) = number_at<From>(i, j, k);
        dst(i, j, k) = To(-1);
      });
  move(0);
  exec.fence();
  if (corrupt)
    for_each_place(
        exec, dst, KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, std::int64_t k) {
          if (i + j + k == 0) dst(i, j, k) = To(-1);
        });
  std::int64_t wrong = 0;
  auto const n = static_cast<std::int64_t>(dst.extent(1));
  auto const m = static_cast<std::int64_t>(dst.extent(2));
  Kokkos::parallel_reduce(
      "isomer::perf::cast", Kokkos::RangePolicy<Exec>(exec, 0, dst.size()),
      KOKKOS_LAMBDA(std::int64_t at, std::int64_t & sum) {
        std::int64_t const i = at / (n * m);
        std::int64_t const j = at / m % n;
        std::int64_t const k = at % m;
        if (!(dst(i, j, k) == number_at<To>(i, j, k))) ++sum;
      },
      wrong);
  if (wrong == 0) return std::nullopt;
  return std::to_string(wrong) + " elements are wrong";
}

template <class To, class From, class Layout>
Work cast_work(Bench const& bench, Extents const& extents) {
  auto const dst = [=, &bench](int turn) {
    return view_on<To, 3, Layout>(bench.buffers[2 * turn + 1], extents);
  };
  auto const src = [=, &bench](int turn) {
    return view_on<From, 3, Kokkos::LayoutRight>(bench.buffers[2 * turn], extents);
  };
  auto const plan =
      plan_permute(bench.exec, dst(0), src(0), Axes::identity(3), bench.plan_options());
  Work work;
  work.plan = note_of(plan);
  work.run = [=, exec = bench.exec](int turn) { plan.execute(exec, dst(turn), src(turn)); };
  work.verify = [=, exec = bench.exec](Move const& move, bool corrupt) {
    return verify_cast(exec, dst(0), src(0), move, corrupt);
  };
  work.rivals.push_back({"kokkos", [=, exec = bench.exec](int turn) {
                           Kokkos::deep_copy(exec, dst(turn), src(turn));
                         }});
  return work;
}

template <class To, class From>
void add(std::vector<Case>& cases, ElementType type, std::string const& name,
         Extents const& extents) {
  auto const add_one = [&](char const* direction, char const* group, auto const& prepare) {
    Case made;
    made.suite = "cast";
    made.type = type;
    made.name = name + " " + direction + " " + extents_text(extents);
    made.group = group;
    made.bytes = element_count(extents) * bytes_of(type);  // of the larger side
    made.prepare = prepare;
    cases.push_back(std::move(made));
  };
  add_one("right_to_left", "new_layout", [=](Bench const& bench) {
    return cast_work<To, From, Kokkos::LayoutLeft>(bench, extents);
  });
  add_one("right_to_right", "same_layout", [=](Bench const& bench) {
    return cast_work<To, From, Kokkos::LayoutRight>(bench, extents);
  });
}

/// Matrices and tensors, aligned and not, about 128 MB in doubles.
std::vector<Extents> shapes() {
  return {{4096, 4000, 1}, {700, 24001, 1}, {256, 250, 256}, {33, 1000, 501}};
}

}  // namespace

std::vector<Case> cast_cases(ElementType type, Options const& options) {
  std::vector<Case> cases;
  for (auto const& shape : thinned(shapes(), Counts{4, 4, 2}.at(options))) {
    auto const extents = fitted({shape, {}}, type, options).extents;
    if (type == ElementType::f64) {
      add<double, float>(cases, type, "f32_to_f64", extents);
      add<float, double>(cases, type, "f64_to_f32", extents);
    } else if (type == ElementType::f32) {
      add<float, std::int16_t>(cases, type, "i16_to_f32", extents);
      add<std::int16_t, float>(cases, type, "f32_to_i16", extents);
    }
  }
  return cases;
}

}  // namespace isomer::perf
