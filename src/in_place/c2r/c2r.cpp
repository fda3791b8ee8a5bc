// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/c2r/c2r.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "in_place/c2r/c2r_index.hpp"
#include "in_place/c2r/c2r_on_device.hpp"
#include "in_place/c2r/column_group.hpp"
#include "in_place/c2r/direction.hpp"
#include "in_place/c2r/row_shuffle.hpp"
#include "in_place/move_by_warps.hpp"
#include "in_place/piece.hpp"
#include "in_place/work.hpp"
#include "team/exec_spaces.hpp"
#include "team/run_teams.hpp"

namespace isomer::in_place {

using detail::share_of;

namespace {

/// The array as the equations see it, and how the workspace is cut up:
/// [leaders of the row cycles][rows marked while looking for them][a buffer for each worker].
struct Plan {
  Plan(Step const& step, Direction way, Limits const& limits)
      : direction(way),
        batch(step.batch),
        m(way == Direction::c2r ? step.rows : step.cols),
        n(way == Direction::c2r ? step.cols : step.rows),
        chunk(step.chunk_bytes) {
    // Twice the line halves the misses of address translation, as long as a group stays in cache.
    std::int64_t const line = limits.machine.line_bytes;
    std::int64_t const width =
        m * 2 * line <= limits.machine.l2_bytes / 2 ? std::min(2 * line, std::int64_t{128}) : 64;
    group_cols = std::max<std::int64_t>(1, width / chunk);
    buffers_columns = m >= group_cols && column_bytes() <= limits.machine.l2_bytes;
    workers = workers_within(limits);
    if (buffers_columns && workers < limits.threads()) {
      buffers_columns = false;
      workers = workers_within(limits);
    }
  }

  int workers_within(Limits const& limits) const {
    auto const fixed = cycle_bytes() + 64;
    if (limits.workspace < fixed) return 0;
    return static_cast<int>(std::min<std::int64_t>(
        limits.threads(), static_cast<std::int64_t>(limits.workspace - fixed) / buffer_bytes()));
  }

  /// A cycle of more than one row takes at least two rows.
  std::size_t leader_bytes() const { return static_cast<std::size_t>(m / 2 + 1) * 8; }
  std::size_t mark_bytes() const { return static_cast<std::size_t>(m / 64 + 1) * 8; }
  std::size_t cycle_bytes() const { return buffers_columns ? 0 : leader_bytes() + mark_bytes(); }
  std::int64_t column_bytes() const { return m * group_cols * chunk; }
  /// A row for the row shuffle; a group of columns, or a square of sub-rows for the fine rotation.
  std::int64_t buffer_bytes() const {
    std::int64_t const square = group_cols * group_cols * chunk;
    return (std::max({n * chunk, square, buffers_columns ? column_bytes() : 0}) + 63) / 64 * 64;
  }
  std::size_t workspace() const {
    return (cycle_bytes() + 63) / 64 * 64 + static_cast<std::size_t>(workers * buffer_bytes());
  }
  std::int64_t bytes() const { return batch * m * n * chunk; }
  int passes() const { return std::gcd(m, n) > 1 ? 3 : 2; }

  Direction direction;
  std::int64_t batch;
  std::int64_t m;
  std::int64_t n;
  std::int64_t chunk;
  std::int64_t group_cols = 1;
  bool buffers_columns = false;  ///< column shuffles by way of a buffer, which needs no row cycles
  int workers = 0;
};

/// Finds one row of each cycle of the row permutation. Serial: m steps of arithmetic.
struct FindCycles {
  C2rIndex index;
  std::int64_t* leaders;
  std::uint64_t* marks;

  void operator()(team::HostTeam const&) const {
    std::int64_t const m = index.m();
    std::fill_n(marks, m / 64 + 1, std::uint64_t{0});
    std::int64_t count = 0;
    for (std::int64_t first = 0; first < m; ++first) {
      if ((marks[first / 64] >> (first % 64) & 1) != 0) continue;
      std::int64_t i = index.q(first);
      if (i == first) continue;
      leaders[++count] = first;
      for (; i != first; i = index.q(i)) marks[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    leaders[0] = count;
  }
};

template <class Piece>
struct Arrays {
  Plan plan;
  C2rIndex index;
  Piece piece;
  std::byte* data;
  std::int64_t const* leaders;

  std::int64_t pitch() const { return plan.n * plan.chunk; }
};

template <class Piece>
struct ShuffleRows {
  Arrays<Piece> arrays;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    RowShuffle<Piece> const shuffle(arrays.index, arrays.piece, arrays.plan.chunk);
    std::byte* const buffer = team.shared();
    auto const [begin, end] =
        share_of(worker, arrays.plan.workers, arrays.plan.batch * arrays.plan.m);
    std::int64_t i = begin % arrays.plan.m;
    for (std::int64_t row = begin; row < end; ++row) {
      std::byte* const at = arrays.data + row * arrays.pitch();
      if (arrays.plan.direction == Direction::c2r) shuffle.c2r(buffer, at, i);
      else shuffle.r2c(buffer, at, i);
      std::memcpy(at, buffer, static_cast<std::size_t>(arrays.pitch()));
      if (++i == arrays.plan.m) i = 0;
    }
  }
};

/// Calls `body` for the groups of columns of a worker. Groups begin on cache lines of the first
/// row, if columns do.
template <class Piece, class Body>
void for_each_group(Arrays<Piece> const& arrays, std::int64_t worker, Body const& body) {
  Plan const& plan = arrays.plan;
  auto const misalignment =
      static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(arrays.data) % 64);
  std::int64_t const head = 64 % plan.chunk == 0 && misalignment % plan.chunk == 0
                                ? std::min((64 - misalignment) % 64 / plan.chunk, plan.n)
                                : 0;
  std::int64_t const whole = (plan.n - head + plan.group_cols - 1) / plan.group_cols;
  std::int64_t const groups = whole + (head > 0 ? 1 : 0);
  auto const [begin, end] = share_of(worker, plan.workers, plan.batch * groups);
  for (std::int64_t at = begin; at < end; ++at) {
    std::int64_t const k = at % groups - (head > 0 ? 1 : 0);
    std::int64_t const j = k < 0 ? 0 : head + k * plan.group_cols;
    std::int64_t const cols = k < 0 ? head : std::min(plan.group_cols, plan.n - j);
    std::byte* const first = arrays.data + at / groups * plan.m * arrays.pitch() + j * plan.chunk;
    body(ColumnGroup<Piece>(first, arrays.pitch(), plan.m, cols, arrays.piece, plan.chunk), j);
  }
}

/// Eq. 23 before the row shuffle of C2R, eq. 36 behind that of R2C.
template <class Piece>
struct RotateByGroup {
  Arrays<Piece> arrays;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    std::int64_t const sign = arrays.plan.direction == Direction::c2r ? 1 : -1;
    for_each_group(arrays, worker, [&](ColumnGroup<Piece> const& group, std::int64_t first) {
      group.rotate([&](std::int64_t j) { return sign * arrays.index.pre_rotation(first + j); },
                   team.shared());
    });
  }
};

/// The column shuffle: eq. 32 and 33 behind the row shuffle of C2R, eq. 34 and 35 before that of
/// R2C.
template <class Piece>
struct ShuffleColumns {
  Arrays<Piece> arrays;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    auto const& index = arrays.index;
    if (arrays.plan.buffers_columns) return by_buffer(team);
    auto const* const leaders = arrays.leaders + 1;
    std::int64_t const count = arrays.leaders[0];
    for_each_group(arrays, worker, [&](ColumnGroup<Piece> const& group, std::int64_t first) {
      if (arrays.plan.direction == Direction::c2r) {
        group.rotate([&](std::int64_t j) { return first + j; }, team.shared());
        group.permute_rows([&](std::int64_t i) { return index.q(i); }, leaders, count);
      } else {
        group.permute_rows([&](std::int64_t i) { return index.q_inverse(i); }, leaders, count);
        group.rotate([&](std::int64_t j) { return -(first + j); }, team.shared());
      }
    });
  }

 private:
  void by_buffer(team::HostTeam const& team) const {
    auto const& index = arrays.index;
    auto const q = [&](std::int64_t i) { return index.q(i); };
    for_each_group(arrays, team.block(), [&](ColumnGroup<Piece> const& group, std::int64_t first) {
      std::int64_t const base = first % index.m();
      if (arrays.plan.direction == Direction::c2r) group.rotate_and_permute(base, q, team.shared());
      else group.permute_and_rotate(base, q, team.shared());
    });
  }
};

template <class Exec>
class C2rMove final : public Move<Exec> {
 public:
  explicit C2rMove(Plan const& plan) : plan_(plan), index_(plan.m, plan.n) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    if constexpr (runs_on_host_v<Exec>) {
      switch (plan_.chunk) {
        case 1: return run_with(exec, data, workspace, WordPiece<std::uint8_t>{});
        case 2: return run_with(exec, data, workspace, WordPiece<std::uint16_t>{});
        case 4: return run_with(exec, data, workspace, WordPiece<std::uint32_t>{});
        case 8: return run_with(exec, data, workspace, WordPiece<std::uint64_t>{});
        case 16: return run_with(exec, data, workspace, WordPiece<Word16>{});
        default: return run_with(exec, data, workspace, BytesPiece{plan_.chunk});
      }
    }
  }

  std::string describe() const override {
    return std::to_string(plan_.m) + " rows of " + std::to_string(plan_.n) + ", gcd " +
           std::to_string(index_.c()) + ", columns in groups of " +
           std::to_string(plan_.group_cols);
  }

 private:
  template <class Piece>
  void run_with(Exec const& exec, std::byte* data, std::byte* workspace, Piece piece) const {
    auto* const leaders = reinterpret_cast<std::int64_t*>(workspace);
    auto* const marks = reinterpret_cast<std::uint64_t*>(workspace + plan_.leader_bytes());
    Arrays<Piece> const arrays{plan_, index_, piece, data, leaders};
    team::ScratchInWorkspace const buffers{workspace + (plan_.cycle_bytes() + 63) / 64 * 64,
                                           plan_.buffer_bytes()};
    std::int64_t const bytes = plan_.bytes();
    if (!plan_.buffers_columns)
      team::run_teams(exec, "isomer::in_place::c2r_cycles", bytes, 1,
                      FindCycles{index_, leaders, marks});
    int const workers = plan_.workers;
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
    if (plan_.direction == Direction::c2r) {
      pre_rotate();
      rows();
      columns();
    } else {
      columns();
      rows();
      pre_rotate();
    }
  }

  Plan plan_;
  C2rIndex index_;
};

/// Every pass moves single words in registers besides its lines. A group of columns is swept three
/// times: what the cache does not hold of it is read again, and so is a row that does not fit.
std::vector<detail::Pass> passes_of(Plan const& plan, Step const& step, Limits const& limits) {
  auto const bytes = static_cast<double>(step.bytes());
  auto const l2 = static_cast<double>(limits.machine.l2_bytes);
  auto rows = count_matrices(matrices_of(step), limits.machine);
  rows.launches = 2;  // the first finds the cycles
  auto columns = (plan.passes() - 1) * rows;
  columns.launches = plan.passes() - 1;
  bool const row_fits = plan.n * plan.chunk <= limits.machine.l2_bytes / 2;
  rows.buffered_bytes = row_fits ? 0 : bytes;
  columns.buffered_bytes =
      bytes * std::min(static_cast<double>(plan.m * plan.group_cols * plan.chunk) / l2, 1.0);
  auto const residency = residency_of(step.bytes(), limits);
  auto const threads = static_cast<double>(plan.workers);
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
    Plan const plan(step, direction_, limits);
    if (plan.workers < 1) return std::nullopt;
    Estimate estimate;
    estimate.work = passes_of(plan, step, limits);
    estimate.passes = plan.passes();
    estimate.bytes_read = estimate.bytes_written = plan.passes() * step.bytes();
    estimate.workspace = plan.workspace();
    return priced(std::move(estimate), limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    if constexpr (runs_on_host_v<Exec>)
      return std::make_unique<C2rMove<Exec>>(Plan(step, direction_, limits));
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
    Plan const plan(step, direction_, nothing);
    return plan.cycle_bytes() + 64 + static_cast<std::size_t>(plan.buffer_bytes());
  }

 private:
  static bool may_do(Step const& step) { return step.is_matrix() && step.chunk_bytes <= 64; }

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
