// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>
#include <isomer/error.hpp>

#include <cstring>
#include <random>
#include <vector>

#include "machine/host_kernels.hpp"
#include "problem/normalize.hpp"
#include "schema/device_plan.hpp"
#include "schema/proposals.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/machines.hpp"
#include "support/message_of.hpp"
#include "tile/host/job.hpp"

/// The devices' casts, on the host, whose teams have one thread, against the host's: two that have
/// no line in common.
namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using detail::Cast;
using detail::Scalar;

/// A number that every kind can hold, in the bytes of one: by the host's cast.
void put_number(std::byte* element, Scalar kind, int number) {
  auto const row = tile::kernels().cast_row(static_cast<int>(Scalar::i32), static_cast<int>(kind));
  row(reinterpret_cast<char*>(element), reinterpret_cast<char const*>(&number), 1);
}

void put_result(std::byte* to, std::byte const* from, Cast const& cast) {
  auto const row = tile::kernels().cast_row(static_cast<int>(cast.from), static_cast<int>(cast.to));
  row(reinterpret_cast<char*>(to), reinterpret_cast<char const*>(from), 1);
}

class CastCase {
 public:
  CastCase(Case const& c, Cast const& cast)
      : src_(shape(c.src_shape(), cast.from), c.src.misalignment),
        dst_(shape(c.dst_shape(), cast.to), c.dst.misalignment),
        expected_(dst_),
        cast_(cast),
        axes_(c.axes) {
    std::mt19937 random(static_cast<unsigned>(c.seed));
    for_each_index(src_.shape().extent, [&](Index const& i) {
      put_number(src_.at(i), cast.from, static_cast<int>(random() % 120));
      put_result(expected_.at(permuted(i, axes_)), src_.at(i), cast);
    });
  }

  detail::Problem problem() const {
    detail::Problem all = detail::describe("test", dst_.info(), src_.info(), to_axes(axes_));
    all.cast = cast_;
    return all;
  }

  testing::AssertionResult moves(detail::PlanPtr<HostExec> const& plan) const {
    HostExec const exec;
    GuardedArray const moved(dst_);
    plan->run(exec, moved.data(), src_.data(), nullptr);
    exec.fence();
    return same_bytes(moved, expected_);
  }

 private:
  static ArrayShape shape(ArrayShape of, Scalar kind) {
    of.element_bytes = bytes_of(kind);
    return of;
  }
  GuardedArray src_;
  GuardedArray dst_;
  GuardedArray expected_;
  Cast cast_;
  std::vector<int> axes_;
};

/// All but long double, which no device has.
std::vector<Cast> all_casts() {
  std::vector<Cast> all;
  for (int from = 1; from <= static_cast<int>(Scalar::bf16); ++from)
    for (int to = 1; to <= static_cast<int>(Scalar::boolean); ++to) {
      Cast const cast{static_cast<Scalar>(from), static_cast<Scalar>(to)};
      bool const is_long = cast.from == Scalar::f80 || cast.to == Scalar::f80;
      if (!is_long && (is_complex(cast.to) || !is_complex(cast.from))) all.push_back(cast);
    }
  return all;
}

TEST(DeviceCast, MovesAsTheHostDoesByEveryCandidate) {
  detail::Setting const device = setting_on(*detail::gpu_machine("h200"), 132);
  std::vector<Cast> const casts = all_casts();
  CaseRange const range{.max_rank = 5, .max_bytes = 4096, .element_bytes = {1}};
  std::size_t which = 0;
  for_each_case(1000, range, [&](Case const& c) {
    CastCase const cast(c, casts[which++ % casts.size()]);
    detail::NormalProblem const normal = detail::normalize(cast.problem());
    if (normal.bytes == 0 || normal.rank > 10) return;
    for (detail::Candidate const& candidate : detail::propose(normal, device))
      EXPECT_TRUE(cast.moves(detail::make_device_plan<HostExec>(normal, candidate, {})));
  });
  EXPECT_GT(which, casts.size()) << "every pair, if no environment says otherwise";
}

TEST(DeviceCast, OfLongDoubleIsAnErrorOfPlanning) {
  for (Cast const cast : {Cast{Scalar::f80, Scalar::f64}, Cast{Scalar::f64, Scalar::f80}}) {
    Case const c = dense({4, 5}, {1, 0}, 1);
    detail::NormalProblem const normal = detail::normalize(CastCase(c, cast).problem());
    EXPECT_THAT(message_of([&] {
                  detail::make_device_plan<HostExec>(
                      normal, detail::device_slices(normal, detail::Schema::strided), {});
                }),
                testing::HasSubstr("long double was to be cast on a device"));
  }
}

}  // namespace
}  // namespace isomer::test
