// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/program.hpp"

#include <algorithm>
#include <limits>

namespace isomer::records {
namespace {

double all_seconds(Program const& program, Path const& path) {
  return running_seconds(program, path) + changing_seconds(program, path);
}

/// The shortest path that begins in `first`, by dynamic programming over the kernels.
Path shortest_from(Program const& program, std::size_t first) {
  std::size_t const n = program.arrangements();
  constexpr double none = std::numeric_limits<double>::infinity();
  std::vector<double> so_far(n, none);
  so_far[first] = program.calls[0] * program.seconds[0][first];
  std::vector<std::vector<std::size_t>> from;
  for (std::size_t k = 1; k < program.calls.size(); ++k) {
    std::vector<double> next(n, none);
    from.emplace_back(n, first);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) {
        double const sum = so_far[b] + program.changes(program.rounds(), b, a) +
                           program.calls[k] * program.seconds[k][a];
        if (sum >= next[a]) continue;
        next[a] = sum;
        from.back()[a] = b;
      }
    so_far = std::move(next);
  }
  for (std::size_t a = 0; a < n; ++a) so_far[a] += program.changes(program.rounds() - 1, a, first);
  auto last =
      static_cast<std::size_t>(std::min_element(so_far.begin(), so_far.end()) - so_far.begin());
  Path path{last};
  for (std::size_t k = from.size(); k > 0; --k) path.push_back(last = from[k - 1][last]);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

double Program::changes(double times, std::size_t from, std::size_t to) const {
  if (times <= 0) return 0;
  return times * conversion[from][to] + (planning.empty() ? 0 : planning[from][to]);
}

double Program::rounds() const {
  return std::max(1.0, *std::min_element(calls.begin(), calls.end()));
}

double running_seconds(Program const& program, Path const& path) {
  double sum = 0;
  for (std::size_t k = 0; k < path.size(); ++k)
    sum += program.calls[k] * program.seconds[k][path[k]];
  return sum;
}

double changing_seconds(Program const& program, Path const& path) {
  double sum = program.changes(1, program.current, path.front());
  for (std::size_t k = 1; k < path.size(); ++k)
    sum += program.changes(program.rounds(), path[k - 1], path[k]);
  return sum + program.changes(program.rounds() - 1, path.back(), path.front());
}

Path shortest_path(Program const& program) {
  Path best = best_stay(program);
  for (std::size_t a = 0; a < program.arrangements(); ++a) {
    Path const path = shortest_from(program, a);
    if (all_seconds(program, path) < all_seconds(program, best)) best = path;
  }
  return best;
}

Path best_stay(Program const& program) {
  Path best(program.calls.size(), program.current);
  for (std::size_t a = 0; a < program.arrangements(); ++a) {
    Path const stay(program.calls.size(), a);
    if (all_seconds(program, stay) < all_seconds(program, best)) best = stay;
  }
  return best;
}

}  // namespace isomer::records
