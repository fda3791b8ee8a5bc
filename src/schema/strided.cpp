// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Strided: one of the sides has no contiguous axis (every second column of a subview, a broadcast
// source), so there is no run to gather and words move one by one along the output's fastest axis.

#include "index/odometer.hpp"
#include "machine/host_kernels.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/device_slices.hpp"
#include "schema/scale.hpp"
#include "schema/schemas.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "team/work_shares.hpp"
#include "tile/host/job.hpp"

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
constexpr std::int64_t least_batch_bytes = 16 << 10;

/// Lines of words along the output's fastest axis; the other axes number them in input order.
class StridedLines {
 public:
  explicit StridedLines(Problem const& normal) : word_(normal.element_bytes) {
    int const inner = normal.rank > 0 ? output_order(normal)[0] : -1;
    for (int k = 0; k < normal.rank; ++k) {
      Axis const& axis = axis_at(normal, k);
      Odometer::Digit const digit{axis.extent, axis.src_stride * word_, axis.dst_stride * word_};
      if (k == inner) inner_ = digit;
      else lines_.add(digit);
    }
  }

  std::int64_t lines() const { return lines_.positions(); }

  void run(char* dst, char const* src, tile::Scale const* scale, Share const& share) const {
    MoveWords const move = move_words_of(word_);
    Odometer line = lines_;
    line.seek(share.begin);
    for (std::int64_t left = share.size(); left > 0; --left, line.advance()) {
      char* const to = dst + line.dst();
      char const* const from = src + line.src();
      if (scale != nullptr)
        tile::kernels().scale_run(to, inner_.dst, from, inner_.src, inner_.extent, *scale);
      else move(to, inner_.dst, from, inner_.src, inner_.extent);
    }
  }

 private:
  std::int32_t word_;
  Odometer::Digit inner_{1, 0, 0};
  Odometer lines_;
};

template <class Exec>
struct StridedKernel {
  StridedLines const* lines;
  char* dst;
  char const* src;
  tile::Scale const* scale;
  WorkShares* shares;

  void operator()(typename Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    shares->for_each_batch(team.league_rank(),
                           [&](Share const& batch) { lines->run(dst, src, scale, batch); });
  }
};

template <class Exec>
class StridedPlan final : public ExecutablePlan<Exec> {
 public:
  StridedPlan(Problem const& normal, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)), normal_(normal), lines_(normal) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    auto* const to = reinterpret_cast<char*>(dst);
    auto const* const from = reinterpret_cast<char const*>(src);
    tile::Scale scale{};
    if (factors != nullptr) scale = scale_of(normal_, *factors);
    tile::Scale const* const scaling = factors != nullptr ? &scale : nullptr;
    std::int64_t const bytes = volume_bytes(normal_);
    if (runs_inline<Exec>(bytes)) {
      lines_.run(to, from, scaling, {0, lines_.lines()});
      return;
    }
    int const teams = useful_threads(exec, bytes, lines_.lines());
    WorkShares shares(lines_.lines(), teams, least_batch_bytes * lines_.lines() / bytes);
    Kokkos::parallel_for("isomer::permute::strided", Kokkos::TeamPolicy<Exec>(exec, teams, 1),
                         StridedKernel<Exec>{&lines_, to, from, scaling, &shares});
  }

 private:
  Problem normal_;
  StridedLines lines_;
};

}  // namespace

template <class Exec>
PlanPtr<Exec> make_strided(Problem const& normal, Candidate const& candidate, PlanFacts facts) {
  if constexpr (runs_on_host_v<Exec>)
    return std::make_shared<StridedPlan<Exec>>(normal, std::move(facts));
  else
    return make_device_slices<Exec>(normal, candidate, std::move(facts),
                                    "isomer::permute::strided");
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_strided<Exec>(Problem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
