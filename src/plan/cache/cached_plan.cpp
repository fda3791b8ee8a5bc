// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/detail/engine.hpp>

#include "plan/cache/cache.hpp"
#include "plan/cache/cache_key.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {
namespace {

/// One cache for each kind of problem and execution space.
template <class P, class Exec>
PlanPtr<Exec> find_or_make(Exec const& exec, P const& problem, PlanOptions const& options,
                           char const* function) {
  // Never destroyed: a View may be rearranged by another static object's destructor.
  static auto& cache = *new BoundedCache<CacheKey<P>, PlanPtr<Exec>>;
  return cache.find_or_make(key_of(exec, problem, options),
                            [&] { return make_plan(exec, problem, options, function); });
}

}  // namespace

template <class Exec>
PlanPtr<Exec> cached_plan(Exec const& exec, Problem const& problem, PlanOptions const& options,
                          char const* function) {
  return find_or_make(exec, problem, options, function);
}

template <class Exec>
PlanPtr<Exec> cached_plan(Exec const& exec, InPlaceProblem const& problem,
                          PlanOptions const& options, char const* function) {
  return find_or_make(exec, problem, options, function);
}

template <class Exec>
PlanPtr<Exec> cached_plan(Exec const& exec, RecordProblem const& problem,
                          PlanOptions const& options, char const* function) {
  return find_or_make(exec, problem, options, function);
}

#define ISOMER_INSTANTIATE(Exec)                                                                   \
  template PlanPtr<Exec> cached_plan<Exec>(Exec const&, Problem const&, PlanOptions const&,        \
                                           char const*);                                           \
  template PlanPtr<Exec> cached_plan<Exec>(Exec const&, InPlaceProblem const&, PlanOptions const&, \
                                           char const*);                                           \
  template PlanPtr<Exec> cached_plan<Exec>(Exec const&, RecordProblem const&, PlanOptions const&,  \
                                           char const*);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
