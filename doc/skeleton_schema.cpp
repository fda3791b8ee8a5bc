// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schema to copy: save it as src/schema/NAME.cpp and follow adding_a_schema.md. It moves any
// normal problem, one word at a time, which is the least that a schema can do. The main function
// belongs in a test; here it keeps the skeleton alive.

#include <vector>

#include "problem/normalize.hpp"
#include "schema/host_move.hpp"

namespace isomer::detail {
namespace {

/// Every word is a unit. A better schema makes units of rows, runs or tiles, and keeps tables of
/// offsets instead of dividing.
class SkeletonMove final : public HostMove {
 public:
  /// What depends only on the shape is worked out here, once per plan.
  explicit SkeletonMove(NormalProblem const& normal) : normal_(normal) {}

  std::int64_t units() const override { return normal_.elements(); }
  std::int64_t min_batch() const override { return 4096; }

  /// Allocates nothing. A schema that cannot scale is not proposed for problems whose `scalar` is
  /// set.
  void move(MoveArgs const& args, Share const& units, std::byte* /*scratch*/) const override {
    for (std::int64_t unit = units.begin; unit < units.end; ++unit) {
      std::int64_t rest = unit, from = 0, to = 0;
      for (int k = 0; k < normal_.rank; ++k) {
        Axis const& axis = normal_.axis[static_cast<std::size_t>(k)];
        from += rest % axis.extent * axis.src_stride;
        to += rest % axis.extent * axis.dst_stride;
        rest /= axis.extent;
      }
      __builtin_memcpy(args.dst + to * normal_.element_bytes,
                       args.src + from * normal_.element_bytes,
                       static_cast<std::size_t>(normal_.element_bytes));
    }
  }
  using HostMove::move;

 private:
  NormalProblem normal_;
};

}  // namespace

/// Declared in src/schema/host_move.hpp.
HostMovePtr make_skeleton_move(NormalProblem const& normal) {
  return std::make_unique<SkeletonMove>(normal);
}

}  // namespace isomer::detail

/// A 300 x 200 matrix of doubles, transposed.
int main() {
  using namespace isomer::detail;
  int const m = 300, n = 200;
  std::vector<double> src(m * n), dst(m * n);
  for (int i = 0; i < m * n; ++i) src[i] = i;

  Problem problem;
  problem.rank = 2;
  problem.element_bytes = sizeof(double);
  problem.axis[0] = {m, n, 1};
  problem.axis[1] = {n, 1, m};
  HostMovePtr const move = make_skeleton_move(normalize(problem));
  move->move(
      {reinterpret_cast<char*>(dst.data()), reinterpret_cast<char const*>(src.data()), nullptr},
      Share{0, move->units()}, nullptr);

  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (dst[j * m + i] != src[i * n + j]) return 1;
}
