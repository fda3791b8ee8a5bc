// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Strided: one of the sides has no contiguous axis (every second column of a subview, a broadcast
// source), so there is no run to gather and words move one by one along the output's fastest axis.

#include <optional>

#include "index/odometer.hpp"
#include "machine/host_kernels.hpp"
#include "problem/normal_problem.hpp"
#include "problem/order.hpp"
#include "schema/host_move.hpp"
#include "schema/move_args.hpp"
#include "schema/schemas.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "tile/host/job.hpp"
#include "tiling/host_tiles.hpp"

namespace isomer::detail {
namespace {

template <int Word>
void move_words(char* dst, std::int64_t dst_step, char const* src, std::int64_t src_step,
                std::int64_t count) {
  for (std::int64_t k = 0; k < count; ++k)
    __builtin_memcpy(dst + k * dst_step, src + k * src_step, Word);
}

using MoveWords = void (*)(char*, std::int64_t, char const*, std::int64_t, std::int64_t);

MoveWords move_words_of(std::int32_t word) {
  switch (word) {
    case 1: return move_words<1>;
    case 2: return move_words<2>;
    case 4: return move_words<4>;
    case 8: return move_words<8>;
    default: return move_words<16>;
  }
}

/// Less is not worth being taken, or stolen, by itself.
constexpr std::int64_t min_batch_bytes = 16 << 10;

/// Lines of words along the output's fastest axis; the other axes number them in input order.
class StridedLines {
 public:
  explicit StridedLines(NormalProblem const& normal)
      : word_(normal.element_bytes), cast_(host_cast_of(normal, tile::kernels())) {
    std::int64_t const dst_word = normal.dst_element_bytes();
    int const inner = normal.rank > 0 ? normal.out_order[0] : -1;
    for (int k = 0; k < normal.rank; ++k) {
      Axis const& axis = axis_at(normal, k);
      Odometer::Digit const digit{axis.extent, axis.src_stride * word_, axis.dst_stride * dst_word};
      if (k == inner) inner_ = digit;
      else lines_.add(digit);
    }
  }

  std::int64_t lines() const { return lines_.positions(); }

  void run(MoveArgs const& args, Share const& share) const {
    MoveWords const move = move_words_of(word_);
    Odometer line = lines_;
    line.seek(share.begin);
    for (std::int64_t left = share.size(); left > 0; --left, line.advance()) {
      char* const to = args.dst + line.dst();
      char const* const from = args.src + line.src();
      if (cast_)
        tile::kernels().cast_run(to, inner_.dst, from, inner_.src, inner_.extent, *cast_,
                                 args.scale, false);
      else if (args.scale != nullptr)
        tile::kernels().scale_run(to, inner_.dst, from, inner_.src, inner_.extent, *args.scale);
      else move(to, inner_.dst, from, inner_.src, inner_.extent);
    }
  }

 private:
  std::int32_t word_;
  std::optional<tile::Cast> cast_;
  Odometer::Digit inner_{1, 0, 0};
  Odometer lines_;
};

struct StridedKernel {
  StridedLines const* lines;
  MoveArgs args;
  team::Batches batches;

  template <team::Team T>
  void operator()(T const& team) const {
    team::for_each_batch(team, batches, [&](Share const& batch) { lines->run(args, batch); });
  }
};

template <class Exec>
class StridedPlan final : public ExecutablePlan<Exec> {
 public:
  StridedPlan(NormalProblem const& normal, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)), normal_(normal), lines_(normal) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    std::int64_t const lines = lines_.lines();
    with_args(normal_, dst, src, factors, [&](MoveArgs const& args) {
      run_shared(exec, team::Launch{.label = "isomer::permute::strided"}, normal_.bytes, lines,
                 min_batch_bytes * lines / normal_.bytes, [&](team::Batches const& batches) {
                   return StridedKernel{&lines_, args, batches};
                 });
    });
  }

 private:
  NormalProblem normal_;
  StridedLines lines_;
};

class StridedMove final : public HostMove {
 public:
  explicit StridedMove(NormalProblem const& normal) : lines_(normal) {}

  std::int64_t units() const override { return lines_.lines(); }
  void move(MoveArgs const& args, Share const& units, std::byte* /*scratch*/) const override {
    lines_.run(args, units);
  }

 private:
  StridedLines lines_;
};

}  // namespace

HostMovePtr make_strided_move(NormalProblem const& normal) {
  return std::make_unique<StridedMove>(normal);
}

template <class Exec>
PlanPtr<Exec> make_strided(NormalProblem const& normal, PlanFacts facts) {
  return std::make_shared<StridedPlan<Exec>>(normal, std::move(facts));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_strided<Exec>(NormalProblem const&, PlanFacts);
ISOMER_FOR_EACH_HOST_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
