// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/overlap.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

namespace isomer::detail {
namespace {

/// One unknown of the equation below: 0 <= x <= most.
struct Term {
  std::int64_t step;
  std::int64_t most;
};

/// Views share a byte if  sum x_k * step_k = target  has a solution within the bounds: the indices
/// of `a` and the byte within its element count upwards, those of `b` downwards, and mirroring the
/// latter (x -> most - x) makes all steps positive, and terms of one step are one term. Larger
/// steps are fixed first; what the smaller ones can reach bounds the choices, and divisors rule
/// most of them out.
class Search {
 public:
  void add(std::int64_t step, std::int64_t most) {
    if (most <= 0 || step <= 0) return;
    auto const end = terms_.begin() + static_cast<std::ptrdiff_t>(count_);
    auto const same =
        std::find_if(terms_.begin(), end, [=](Term const& x) { return x.step == step; });
    if (same != end) same->most += most;
    else terms_[count_++] = {step, most};
  }

  /// `if_unknown` where the search grows too long.
  bool solvable(std::int64_t target, bool if_unknown) {
    std::sort(terms_.begin(), terms_.begin() + static_cast<std::ptrdiff_t>(count_),
              [](Term const& x, Term const& y) { return x.step > y.step; });
    reach_[count_] = 0;
    divisor_[count_] = 0;
    for (std::size_t k = count_; k-- > 0;) {
      reach_[k] = reach_[k + 1] + terms_[k].step * terms_[k].most;
      divisor_[k] = std::gcd(divisor_[k + 1], terms_[k].step);
    }
    budget_ = 100000;
    bool const is_found = from(0, target);
    return budget_ > 0 ? is_found : if_unknown;
  }

 private:
  /// Terms k to j give multiples of their common divisor: those behind them have to reach the rest.
  bool leaves_rest(std::size_t k, std::int64_t target) const {
    std::int64_t divisor = 0;
    for (std::size_t j = k; j < count_; ++j) {
      divisor = std::gcd(divisor, terms_[j].step);
      if (target % divisor > reach_[j + 1]) return false;
    }
    return true;
  }

  bool from(std::size_t k, std::int64_t target) {
    if (target == 0) return true;
    if (target < 0 || target > reach_[k]) return false;
    if (target % divisor_[k] != 0 || !leaves_rest(k, target)) return false;
    if (--budget_ <= 0) return true;
    auto const [step, most] = terms_[k];
    std::int64_t const low = std::max<std::int64_t>(0, (target - reach_[k + 1] + step - 1) / step);
    std::int64_t const high = std::min(most, target / step);
    for (std::int64_t x = low; x <= high; ++x)
      if (from(k + 1, target - x * step)) return true;
    return false;
  }

  static constexpr std::size_t capacity = 2 * (max_rank + 1);
  std::array<Term, capacity> terms_{};
  std::array<std::int64_t, capacity + 1> reach_{};
  std::array<std::int64_t, capacity + 1> divisor_{};
  std::size_t count_ = 0;
  int budget_ = 0;
};

std::int64_t span_bytes(ViewInfo const& view) {
  std::int64_t last = 0;
  for (int k = 0; k < view.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    if (view.extent[i] == 0) return 0;
    last += (view.extent[i] - 1) * view.stride[i];
  }
  return (last + 1) * view.element_bytes;
}

}  // namespace

bool overlap(ViewInfo const& a, ViewInfo const& b) {
  std::int64_t const span_a = span_bytes(a);
  std::int64_t const span_b = span_bytes(b);
  if (span_a == 0 || span_b == 0) return false;
  auto const start_a = reinterpret_cast<std::uintptr_t>(a.data);
  auto const start_b = reinterpret_cast<std::uintptr_t>(b.data);
  if (start_a + static_cast<std::uintptr_t>(span_a) <= start_b ||
      start_b + static_cast<std::uintptr_t>(span_b) <= start_a)
    return false;
  Search search;
  for (ViewInfo const* view : {&a, &b}) {
    for (int k = 0; k < view->rank; ++k) {
      auto const i = static_cast<std::size_t>(k);
      search.add(view->stride[i] * view->element_bytes, view->extent[i] - 1);
    }
    search.add(1, view->element_bytes - 1);
  }
  // start_a + offset_a = start_b + offset_b with offset_b mirrored about the end of b.
  auto const distance = static_cast<std::int64_t>(start_b) - static_cast<std::int64_t>(start_a);
  return search.solvable(distance + span_b - 1, true);
}

/// An axis of a view may differ between two elements at one address if those of smaller steps can
/// make up for it: sum over these of (x_j - y_j) step_j = (y - x) step > 0, with the y mirrored.
bool shares_places(ViewInfo const& view) {
  std::array<Term, max_rank> axes{};
  std::size_t count = 0;
  for (int k = 0; k < view.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    if (view.extent[i] == 0) return false;
    if (view.extent[i] > 1) axes[count++] = {view.stride[i], view.extent[i] - 1};
  }
  std::sort(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(count),
            [](Term const& a, Term const& b) { return a.step < b.step; });
  constexpr std::int64_t longest = std::numeric_limits<std::int64_t>::max() / 4;
  std::int64_t reach = 0;  // of the axes before
  for (std::size_t k = 0; k < count; ++k) {
    auto const [step, most] = axes[k];
    if (step == 0) return true;
    if (step <= reach && reach <= longest) {
      Search search;
      search.add(step, most - 1);
      for (std::size_t j = 0; j < k; ++j) search.add(axes[j].step, 2 * axes[j].most);
      if (search.solvable(reach - step, false)) return true;
    }
    reach += step * most;
  }
  return false;
}

}  // namespace isomer::detail
