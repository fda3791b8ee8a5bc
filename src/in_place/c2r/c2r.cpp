// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/c2r/c2r.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "in_place/c2r/c2r_index.hpp"
#include "in_place/c2r/c2r_kernels.hpp"
#include "in_place/c2r/c2r_on_device.hpp"
#include "in_place/c2r/c2r_shape.hpp"
#include "in_place/c2r/direction.hpp"
#include "in_place/move_by_warps.hpp"
#include "in_place/piece.hpp"
#include "in_place/work.hpp"
#include "team/exec_spaces.hpp"
#include "team/run_teams.hpp"

namespace isomer::in_place {
namespace {

template <class Exec>
class C2rMove final : public Move<Exec> {
 public:
  explicit C2rMove(C2rShape const& shape) : shape_(shape), index_(shape.m, shape.n) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    if constexpr (runs_on_host_v<Exec>) {
      switch (shape_.chunk) {
        case 1: return run_with(exec, data, workspace, WordPiece<std::uint8_t>{});
        case 2: return run_with(exec, data, workspace, WordPiece<std::uint16_t>{});
        case 4: return run_with(exec, data, workspace, WordPiece<std::uint32_t>{});
        case 8: return run_with(exec, data, workspace, WordPiece<std::uint64_t>{});
        case 16: return run_with(exec, data, workspace, WordPiece<Word16>{});
        default: return run_with(exec, data, workspace, BytesPiece{shape_.chunk});
      }
    }
  }

  std::string describe() const override {
    return std::to_string(shape_.m) + " rows of " + std::to_string(shape_.n) + ", gcd " +
           std::to_string(index_.c()) + ", columns in groups of " +
           std::to_string(shape_.group_cols);
  }

 private:
  template <class Piece>
  void run_with(Exec const& exec, std::byte* data, std::byte* workspace, Piece piece) const {
    auto* const leaders = reinterpret_cast<std::int64_t*>(workspace);
    auto* const marks = reinterpret_cast<std::uint64_t*>(workspace + shape_.leader_bytes());
    C2rArrays<Piece> const arrays{shape_, index_, piece, data, leaders};
    team::ScratchInWorkspace const buffers{workspace + shape_.buffers_at(), shape_.buffer_bytes()};
    std::int64_t const bytes = shape_.bytes();
    if (!shape_.buffers_columns)
      team::run_teams(exec, "isomer::in_place::c2r_cycles", bytes, 1,
                      FindCycles{index_, leaders, marks});
    int const workers = shape_.workers;
    auto const pre_rotate = [&] {
      if (index_.c() > 1)
        team::run_teams(exec, "isomer::in_place::c2r_rotate", bytes, workers,
                        RotateByGroup<Piece>{arrays}, buffers);
    };
    auto const rows = [&] {
      team::run_teams(exec, "isomer::in_place::c2r_rows", bytes, workers,
                      ShuffleRows<Piece>{arrays}, buffers);
    };
    auto const columns = [&] {
      team::run_teams(exec, "isomer::in_place::c2r_columns", bytes, workers,
                      ShuffleColumns<Piece>{arrays}, buffers);
    };
    if (shape_.direction == Direction::c2r) {
      pre_rotate();
      rows();
      columns();
    } else {
      columns();
      rows();
      pre_rotate();
    }
  }

  C2rShape shape_;
  C2rIndex index_;
};

/// Every pass moves single words in registers besides its lines. A group of columns is swept three
/// times: what the cache does not hold of it is read again, and so is a row that does not fit.
std::vector<detail::Pass> passes_of(C2rShape const& shape, Step const& step, Limits const& limits) {
  auto const bytes = static_cast<double>(step.bytes());
  auto const l2 = static_cast<double>(limits.machine.l2_bytes);
  auto rows = count_matrices(matrices_of(step), limits.machine);
  rows.launches = 2;  // the first finds the cycles
  auto columns = (shape.passes() - 1) * rows;
  columns.launches = shape.passes() - 1;
  bool const row_fits = shape.n * shape.chunk <= limits.machine.l2_bytes / 2;
  rows.buffered_bytes = row_fits ? 0 : bytes;
  columns.buffered_bytes =
      bytes * std::min(static_cast<double>(shape.m * shape.group_cols * shape.chunk) / l2, 1.0);
  auto const residency = residency_of(step.bytes(), limits);
  auto const threads = static_cast<double>(shape.workers);
  return {{detail::Kernel::row_shuffle, residency, threads, rows},
          {detail::Kernel::column_shuffle, residency, threads, columns}};
}

template <class Exec>
class C2r final : public Decomposition<Exec> {
 public:
  explicit C2r(Direction direction) : direction_(direction) {}

  std::string_view name() const override { return direction_ == Direction::c2r ? "c2r" : "r2c"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if constexpr (!runs_on_host_v<Exec>) {
      auto const plan = DeviceC2r::fit(step, direction_, limits);
      return plan ? std::optional(estimate_of(*plan, step, limits)) : std::nullopt;
    }
    if (!may_do(step)) return std::nullopt;
    C2rShape const shape(step, direction_, limits);
    if (shape.workers < 1) return std::nullopt;
    Estimate estimate;
    estimate.work = passes_of(shape, step, limits);
    estimate.passes = shape.passes();
    estimate.bytes_read = estimate.bytes_written = shape.passes() * step.bytes();
    estimate.workspace = shape.workspace();
    return priced(std::move(estimate), limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    if constexpr (runs_on_host_v<Exec>)
      return std::make_unique<C2rMove<Exec>>(C2rShape(step, direction_, limits));
    else
      return std::make_unique<MoveByWarps<Exec, DeviceC2r>>(
          DeviceC2r::fit(step, direction_, limits).value());
  }

  std::optional<std::size_t> least_workspace(Step const& step,
                                             Limits const& limits) const override {
    if constexpr (!runs_on_host_v<Exec>)
      return DeviceC2r::least_workspace(step, direction_, limits.machine);
    if (!may_do(step)) return std::nullopt;
    Limits nothing = limits;
    nothing.workspace = 0;
    C2rShape const shape(step, direction_, nothing);
    return shape.cycle_bytes() + 64 + static_cast<std::size_t>(shape.buffer_bytes());
  }

 private:
  /// Indices are worked out from products of two numbers below a side over the common divisor.
  static bool may_do(Step const& step) {
    constexpr std::int64_t longest = 3'037'000'499;  // its square is below 2^63
    return step.is_matrix() && step.chunk_bytes <= 64 &&
           std::max(step.rows, step.cols) / std::gcd(step.rows, step.cols) <= longest;
  }

  Direction direction_;
};

}  // namespace

template <class Exec>
Decomposition<Exec> const& c2r() {
  static C2r<Exec> const decomposition(Direction::c2r);
  return decomposition;
}

template <class Exec>
Decomposition<Exec> const& r2c() {
  static C2r<Exec> const decomposition(Direction::r2c);
  return decomposition;
}

#define ISOMER_INSTANTIATE(Exec)                   \
  template Decomposition<Exec> const& c2r<Exec>(); \
  template Decomposition<Exec> const& r2c<Exec>();
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
