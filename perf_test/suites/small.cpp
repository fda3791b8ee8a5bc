// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <isomer/detail/engine.hpp>
#include <isomer/isomer.hpp>

#include "bench.hpp"
#include "element_dispatch.hpp"
#include "one_thread.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "tensor_case.hpp"
#include "verify.hpp"

namespace isomer::perf {

namespace {

using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
template <class T>
using Matrix = Kokkos::View<T**, Kokkos::LayoutRight, Exec::device_type, Unmanaged>;

enum class Call : std::uint8_t { planned, unplanned };

/// The transposition of an n x n matrix, through a plan or by the plain call.
template <class T>
Work transpose_work(Bench const& bench, Exec const& exec, std::int64_t n, Call call) {
  auto const extent = static_cast<std::size_t>(n);
  Matrix<T> const src(reinterpret_cast<T*>(bench.buffers[0]), extent, extent);
  Matrix<T> const dst(reinterpret_cast<T*>(bench.buffers[1]), extent, extent);
  // The plain call knows of no options.
  auto const plan = plan_permute(exec, dst, src, {1, 0},
                                 call == Call::planned ? bench.plan_options() : PlanOptions{});
  Work work;
  work.plan = note_of(plan);
  if (call == Call::planned) work.run = [=](int) { plan.execute(exec, dst, src); };
  else work.run = [=](int) { isomer::transpose(exec, dst, src); };
  Verification const verification{bench.buffers[0], bench.buffers[1], sizeof(T), {{n, 1}, {n, n}}};
  work.verify = [=, all = bench.exec](Move const& move, bool corrupt) {
    auto const move_and_wait = [&] {
      move(0);
      exec.fence("isomer::perf: small transposition");
    };
    return verify(all, verification, move_and_wait, corrupt);
  };
  return work;
}

/// Asks the plan cache for a permute of rank 4 that it has seen before.
template <class T>
Work planning_work(Bench const& bench) {
  using Tensor = Kokkos::View<T****, Kokkos::LayoutRight, Exec::device_type, Unmanaged>;
  Tensor const src(reinterpret_cast<T*>(bench.buffers[0]), 8, 6, 5, 4);
  Tensor const dst(reinterpret_cast<T*>(bench.buffers[1]), 8, 4, 6, 5);
  Work work;
  work.run = [=, exec = bench.exec](int) {
    auto const plan = plan_permute(exec, dst, src, {0, 3, 1, 2});
    if (plan.passes() < 0) Kokkos::abort("isomer_perf: a plan has a negative number of passes");
  };
  return work;
}

/// Plans a permute of rank 6 as if never seen: every candidate, the model's word on each, and the
/// tables of the winner.
Work planning_anew_work(Bench const& bench) {
  constexpr std::int64_t extent = 20;
  detail::Problem problem;
  problem.element_bytes = 8;
  problem.rank = 6;
  std::int64_t stride = 1;
  for (std::size_t k = 0; k < 6; ++k, stride *= extent) problem.axis[k] = {extent, stride, 0};
  stride = 1;
  for (std::size_t const k : {3, 1, 5, 0, 4, 2}) {
    problem.axis[k].dst_stride = stride;
    stride *= extent;
  }
  Work work;
  work.run = [=, exec = bench.exec](int) {
    auto const plan = detail::make_plan(exec, problem, PlanOptions{}, "isomer_perf");
    if (plan->facts().passes < 0)
      Kokkos::abort("isomer_perf: a plan has a negative number of passes");
  };
  return work;
}

Case latency_case(ElementType type, std::string const& name, std::int64_t bytes) {
  Case made;
  made.suite = "small";
  made.type = type;
  made.name = name;
  made.bytes = bytes;
  made.residency = Residency::cache;
  made.is_latency = true;
  return made;
}

Case transpose_case(ElementType type, std::int64_t n, Call call, bool one_thread) {
  std::string const how = call == Call::planned ? "planned" : "unplanned";
  Case made = latency_case(
      type,
      how + " " + name_of(type) + " " + extents_text({n, n}) + (one_thread ? " one_thread" : ""),
      n * n * bytes_of(type));
  made.group = how;
  made.prepare = [=](Bench const& bench) {
    return with_element(type, [&]<class T>(std::type_identity<T>) {
      return transpose_work<T>(bench, one_thread ? one_thread_instance() : bench.exec, n, call);
    });
  };
  return made;
}

}  // namespace

std::vector<Case> small_cases(ElementType type, Options const& options) {
  std::vector<Case> cases;
  for (auto const n : thinned(std::vector<std::int64_t>{8, 16, 32, 64, 128, 256, 512},
                              Counts{7, 7, 2}.at(options)))
    for (auto const call : {Call::planned, Call::unplanned})
      cases.push_back(transpose_case(type, n, call, false));
  for (auto const call : {Call::planned, Call::unplanned})
    cases.push_back(transpose_case(type, 8, call, true));
  constexpr std::int64_t rank_four_elements = 8 * 6 * 5 * 4;
  Case planning = latency_case(type, "planning_rank_4_from_cache " + name_of(type) + " 8x6x5x4",
                               rank_four_elements * bytes_of(type));
  planning.has_copy = false;
  planning.prepare = [type](Bench const& bench) {
    return with_element(type,
                        [&]<class T>(std::type_identity<T>) { return planning_work<T>(bench); });
  };
  cases.push_back(std::move(planning));
  Case anew =
      latency_case(type, "planning_rank_6_anew " + name_of(type) + " 20x20x20x20x20x20", 4096);
  anew.has_copy = false;
  anew.prepare = planning_anew_work;
  cases.push_back(std::move(anew));
  return cases;
}

}  // namespace isomer::perf
