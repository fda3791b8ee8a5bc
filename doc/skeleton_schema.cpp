// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schema to copy: save it as src/schema/NAME.cpp and follow adding_a_schema.md. It moves any
// normal problem, one word at a time, which is the least that a schema can do. The main function
// belongs in a test; here it keeps the skeleton alive.

#include <isomer/detail/engine.hpp>

#include "team/exec_spaces.hpp"
#include "problem/normalize.hpp"
#include "cost/candidate.hpp"
#include "team/launch.hpp"
#include "team/work_shares.hpp"

namespace isomer::detail {
namespace {

/// What the kernel works from, worked out once per plan. Here every word is an item of its own; a
/// better schema makes items of rows, runs or tiles, and keeps tables of offsets instead of
/// dividing.
class Items {
 public:
  explicit Items(Problem const& normal)
      : normal_(normal), count_(volume_bytes(normal) / normal.element_bytes) {}

  std::int64_t count() const { return count_; }

  void move(char* dst, char const* src, Share const& share) const {
    for (std::int64_t item = share.begin; item < share.end; ++item) {
      std::int64_t rest = item, from = 0, to = 0;
      for (int k = 0; k < normal_.rank; ++k) {
        Axis const& axis = normal_.axis[static_cast<std::size_t>(k)];
        from += rest % axis.extent * axis.src_stride;
        to += rest % axis.extent * axis.dst_stride;
        rest /= axis.extent;
      }
      auto const word = static_cast<std::size_t>(normal_.element_bytes);
      __builtin_memcpy(dst + to * normal_.element_bytes, src + from * normal_.element_bytes, word);
    }
  }

 private:
  Problem normal_;
  std::int64_t count_;
};

/// The one kernel: a team takes a contiguous share of the items, or more if others are slower.
template <class Exec>
struct SkeletonKernel {
  Items const* items;
  char* dst;
  char const* src;
  WorkShares* shares;

  void operator()(typename Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    shares->for_each_batch(team.league_rank(),
                           [&](Share const& batch) { items->move(dst, src, batch); });
  }
};

template <class Exec>
class SkeletonPlan final : public ExecutablePlan<Exec> {
 public:
  SkeletonPlan(Problem const& normal, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)), bytes_(volume_bytes(normal)), items_(normal) {}

  /// Enqueues on `exec` and allocates nothing. `factors` are those of a Scaling, null for a move; a
  /// schema that cannot scale is not proposed for problems whose `scalar` is set.
  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const*) const override {
    auto* const to = reinterpret_cast<char*>(dst);
    auto const* const from = reinterpret_cast<char const*>(src);
    if (runs_inline<Exec>(bytes_)) return items_.move(to, from, {0, items_.count()});
    int const teams = useful_threads(exec, bytes_, items_.count());
    WorkShares shares(items_.count(), teams, 4096);
    Kokkos::parallel_for("isomer::permute::skeleton", Kokkos::TeamPolicy<Exec>(exec, teams, 1),
                         SkeletonKernel<Exec>{&items_, to, from, &shares});
  }

 private:
  std::int64_t bytes_;
  Items items_;
};

}  // namespace

template <class Exec>
PlanPtr<Exec> make_skeleton(Problem const& normal, Candidate const&, PlanFacts facts) {
  return std::make_shared<SkeletonPlan<Exec>>(normal, std::move(facts));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_skeleton<Exec>(Problem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail

/// A 300 x 200 matrix of doubles, transposed.
int main(int argc, char* argv[]) {
  using namespace isomer::detail;
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using Exec = Kokkos::DefaultHostExecutionSpace;
  using Numbers = Kokkos::View<double*, Kokkos::HostSpace>;
  int const m = 300, n = 200;
  Numbers const src("src", m * n), dst("dst", m * n);
  for (int i = 0; i < m * n; ++i) src(i) = i;

  Problem problem;
  problem.rank = 2;
  problem.element_bytes = sizeof(double);
  problem.axis[0] = {m, n, 1};
  problem.axis[1] = {n, 1, m};
  auto const plan = make_skeleton<Exec>(normalize(problem), {}, {});
  plan->run(Exec{}, reinterpret_cast<std::byte*>(dst.data()),
            reinterpret_cast<std::byte const*>(src.data()), nullptr);
  Kokkos::fence();

  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (dst(j * m + i) != src(i * n + j)) return 1;
}
