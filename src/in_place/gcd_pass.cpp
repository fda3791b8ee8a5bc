// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/gcd_pass.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "team/exec_spaces.hpp"

namespace isomer::in_place {

namespace {

/// The steps for one divisor.
std::vector<Step> steps_for(Step const& step, std::int64_t d) {
  std::int64_t const p = step.rows / d;
  std::int64_t const q = step.cols / d;
  std::vector<Step> steps;
  if (p > 1) steps.push_back({step.batch * d, p, 1, d, q * step.chunk_bytes});
  steps.push_back({step.batch, d, 1, d, p * q * step.chunk_bytes});
  if (q > 1) steps.push_back({step.batch * d, d * p, 1, q, step.chunk_bytes});
  return steps;
}

/// Common divisors of the sides above 1.
template <class Visit>
void for_each_divisor(Step const& step, Visit const& visit) {
  std::int64_t const gcd = std::gcd(step.rows, step.cols);
  for (std::int64_t d = 1; d * d <= gcd; ++d) {
    if (gcd % d != 0) continue;
    if (d > 1) visit(d);
    if (gcd / d > d) visit(gcd / d);
  }
}

/// The decompositions that do the steps.
template <class Exec>
struct Parts {
  Decomposition<Exec> const& of_squares;
  Decomposition<Exec> const& of_blocks;

  Decomposition<Exec> const& operator()(Step const& step) const {
    return step.rows == step.cols ? of_squares : of_blocks;
  }

  std::optional<Estimate> sum_of(std::vector<Step> const& steps, Limits const& limits) const;
  std::int64_t divisor_for(Step const& step, Limits const& limits) const;
  std::optional<std::size_t> least_workspace(std::vector<Step> const& steps,
                                             Limits const& limits) const;
};

template <class Exec>
std::optional<Estimate> Parts<Exec>::sum_of(std::vector<Step> const& steps,
                                            Limits const& limits) const {
  Estimate sum;
  sum.passes = 0;
  for (Step const& step : steps) {
    auto const one = (*this)(step).estimate(step, limits);
    if (!one) return std::nullopt;
    sum.work.insert(sum.work.end(), one->work.begin(), one->work.end());
    sum.seconds += one->seconds;
    sum.passes += one->passes;
    sum.bytes_read += one->bytes_read;
    sum.bytes_written += one->bytes_written;
    sum.workspace = std::max(sum.workspace, one->workspace);
  }
  return sum;
}

/// The smallest common divisor whose blocks fit the limits: the chunks of the square are then the
/// longest. 0 if none does.
template <class Exec>
std::int64_t Parts<Exec>::divisor_for(Step const& step, Limits const& limits) const {
  std::int64_t best = 0;
  double best_seconds = 0;
  for_each_divisor(step, [&](std::int64_t d) {
    auto const sum = sum_of(steps_for(step, d), limits);
    if (sum && (best == 0 || sum->seconds < best_seconds)) {
      best = d;
      best_seconds = sum->seconds;
    }
  });
  return best;
}

template <class Exec>
std::optional<std::size_t> Parts<Exec>::least_workspace(std::vector<Step> const& steps,
                                                        Limits const& limits) const {
  std::size_t least = 0;
  for (Step const& one : steps) {
    auto const bytes = (*this)(one).least_workspace(one, limits);
    if (!bytes) return std::nullopt;
    least = std::max(least, *bytes);
  }
  return least;
}

template <class Exec>
class GcdPassMove final : public Move<Exec> {
 public:
  GcdPassMove(Step const& step, Limits const& limits, Parts<Exec> const& parts)
      : divisor_(parts.divisor_for(step, limits)) {
    for (Step const& one : steps_for(step, divisor_))
      moves_.push_back(parts(one).prepare(one, limits));
  }

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    for (auto const& move : moves_) move->run(exec, data, workspace);
  }

  std::string describe() const override { return "common divisor " + std::to_string(divisor_); }

 private:
  std::int64_t divisor_;
  std::vector<std::unique_ptr<Move<Exec>>> moves_;
};

template <class Exec>
class GcdPass final : public Decomposition<Exec> {
 public:
  explicit GcdPass(Parts<Exec> const& parts) : parts_(parts) {}

  std::string_view name() const override { return "gcd_pass"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if (!step.is_matrix() || step.rows == step.cols) return std::nullopt;
    std::int64_t const d = parts_.divisor_for(step, limits);
    if (d == 0) return std::nullopt;
    return parts_.sum_of(steps_for(step, d), limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return std::make_unique<GcdPassMove<Exec>>(step, limits, parts_);
  }

  std::optional<std::size_t> least_workspace(Step const& step,
                                             Limits const& limits) const override {
    if (!step.is_matrix() || step.rows == step.cols) return std::nullopt;
    std::optional<std::size_t> least;
    for_each_divisor(step, [&](std::int64_t d) {
      auto const bytes = parts_.least_workspace(steps_for(step, d), limits);
      if (bytes && (!least || *bytes < *least)) least = bytes;
    });
    return least;
  }

 private:
  Parts<Exec> parts_;
};

}  // namespace

template <class Exec>
std::unique_ptr<Decomposition<Exec>> gcd_pass(Decomposition<Exec> const& of_squares,
                                              Decomposition<Exec> const& of_blocks) {
  return std::make_unique<GcdPass<Exec>>(Parts<Exec>{of_squares, of_blocks});
}

#define ISOMER_INSTANTIATE(Exec)                                                           \
  template std::unique_ptr<Decomposition<Exec>> gcd_pass<Exec>(Decomposition<Exec> const&, \
                                                               Decomposition<Exec> const&);
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
