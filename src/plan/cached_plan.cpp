// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/detail/engine.hpp>

#include "plan/cache.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {
namespace {

template <class P>
struct Key {
  P problem;
  PlanOptions options;
  int threads = 0;
  friend bool operator==(Key const&, Key const&) = default;
};

void add(Hasher& hasher, Problem const& problem) {
  hasher.add(static_cast<std::uint64_t>(problem.rank) << 32U |
             static_cast<std::uint64_t>(problem.element_bytes));
  hasher.add(static_cast<std::uint64_t>(problem.scalar) << 16U |
             static_cast<std::uint64_t>(problem.src_offset) << 8U | problem.dst_offset);
  for (int k = 0; k < problem.rank; ++k) {
    Axis const& axis = problem.axis[static_cast<std::size_t>(k)];
    hasher.add(static_cast<std::uint64_t>(axis.extent));
    hasher.add(static_cast<std::uint64_t>(axis.src_stride));
    hasher.add(static_cast<std::uint64_t>(axis.dst_stride));
  }
}

void add(Hasher& hasher, InPlaceProblem const& problem) {
  hasher.add(static_cast<std::uint64_t>(problem.rank) << 32U |
             static_cast<std::uint64_t>(problem.element_bytes));
  for (int k = 0; k < problem.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    hasher.add(static_cast<std::uint64_t>(problem.extent[i]) * 16 +
               static_cast<std::uint64_t>(problem.axes[i]));
  }
}

template <class P>
std::size_t hash_of(Key<P> const& key) {
  Hasher hasher;
  add(hasher, key.problem);
  hasher.add(static_cast<std::uint64_t>(key.options.workspace_limit));
  hasher.add(static_cast<std::uint64_t>(key.threads) << 8U |
             static_cast<std::uint64_t>(key.options.effort));
  for (char const c : key.options.schema) hasher.add(static_cast<unsigned char>(c));
  return hasher.value();
}

/// One cache for each kind of problem and execution space.
template <class P, class Exec>
PlanPtr<Exec> find_or_make(Exec const& exec, P const& problem, PlanOptions const& options,
                           char const* function) {
  // Never destroyed: a View may be rearranged by another static object's destructor.
  static auto& cache = *new BoundedCache<Key<P>, PlanPtr<Exec>>;
  Key<P> const key{problem, options, exec.concurrency()};
  std::size_t const hash = hash_of(key);
  if (PlanPtr<Exec> found = cache.find(hash, key)) return found;
  PlanPtr<Exec> made = make_plan(exec, problem, options, function);
  cache.insert(hash, key, made);
  return made;
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

#define ISOMER_INSTANTIATE(Exec)                                                                   \
  template PlanPtr<Exec> cached_plan<Exec>(Exec const&, Problem const&, PlanOptions const&,        \
                                           char const*);                                           \
  template PlanPtr<Exec> cached_plan<Exec>(Exec const&, InPlaceProblem const&, PlanOptions const&, \
                                           char const*);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
