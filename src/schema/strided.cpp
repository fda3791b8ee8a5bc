// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Strided: one of the sides has no contiguous axis (every second column of a subview, a broadcast
// source), so there is no run to gather and words move one by one along the output's fastest axis.

#include <optional>

#include "index/odometer.hpp"
#include "machine/host_kernels.hpp"
#include "problem/normal_problem.hpp"
#include "problem/order.hpp"
#include "schema/host_move.hpp"
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

/// Lines of words along the output's fastest axis; the other axes number them in input order.
class StridedMove final : public HostMove {
 public:
  explicit StridedMove(NormalProblem const& normal)
      : word_(normal.element_bytes),
        bytes_(normal.bytes),
        cast_(host_cast_of(normal, tile::kernels())) {
    std::int64_t const dst_word = normal.dst_element_bytes();
    int const inner = normal.rank > 0 ? normal.out_order[0] : -1;
    for (int k = 0; k < normal.rank; ++k) {
      Axis const& axis = axis_at(normal, k);
      Odometer::Digit const digit{axis.extent, axis.src_stride * word_, axis.dst_stride * dst_word};
      if (k == inner) inner_ = digit;
      else lines_.add(digit);
    }
  }

  std::int64_t units() const override { return lines_.positions(); }
  std::int64_t min_batch() const override { return min_batch_bytes * units() / bytes_; }

  void move(MoveArgs const& args, Share const& units, std::byte* /*scratch*/) const override {
    Odometer line = lines_;
    line.seek(units.begin);
    for (std::int64_t left = units.size(); left > 0; --left, line.advance())
      move_line(args, args.dst + line.dst(), args.src + line.src());
  }
  using HostMove::move;

 private:
  /// Less is not worth being taken, or stolen, by itself.
  static constexpr std::int64_t min_batch_bytes = 16 << 10;

  void move_line(MoveArgs const& args, char* to, char const* from) const {
    if (cast_)
      tile::kernels().cast_run(to, inner_.dst, from, inner_.src, inner_.extent, *cast_, args.scale,
                               false);
    else if (args.scale != nullptr)
      tile::kernels().scale_run(to, inner_.dst, from, inner_.src, inner_.extent, *args.scale);
    else move_words_(to, inner_.dst, from, inner_.src, inner_.extent);
  }

  std::int32_t word_;
  MoveWords move_words_ = move_words_of(word_);
  std::int64_t bytes_;
  std::optional<tile::Cast> cast_;
  Odometer::Digit inner_{1, 0, 0};
  Odometer lines_;
};

}  // namespace

HostMovePtr make_strided_move(NormalProblem const& normal) {
  return std::make_unique<StridedMove>(normal);
}

}  // namespace isomer::detail
