// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "bench.hpp"
#include "random.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

/// Tensors of quantum circuits and tensor networks: many axes of two or three.
namespace isomer::perf {

namespace {

std::vector<int> identity(int rank) {
  std::vector<int> axes(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

TensorCase reversed(int rank, std::int64_t extent) {
  TensorCase tensor{std::vector<std::int64_t>(static_cast<std::size_t>(rank), extent),
                    identity(rank)};
  std::reverse(tensor.axes.begin(), tensor.axes.end());
  return tensor;
}

/// Axis k of the result is axis k + by of the source.
TensorCase rotated(int rank, std::int64_t extent, int by) {
  TensorCase tensor{std::vector<std::int64_t>(static_cast<std::size_t>(rank), extent),
                    identity(rank)};
  std::rotate(tensor.axes.begin(), tensor.axes.begin() + by, tensor.axes.end());
  return tensor;
}

/// The first half of the axes reversed, and the second.
TensorCase reversed_halves(int rank, std::int64_t extent) {
  TensorCase tensor = reversed(rank, extent);
  std::rotate(tensor.axes.begin(), tensor.axes.begin() + rank / 2, tensor.axes.end());
  return tensor;
}

/// Of at least half of 2^bits elements, with short axes of any lengths.
TensorCase random_tensor(Random& random, int bits) {
  auto const rank = static_cast<int>(random.between(9, bits));
  TensorCase tensor{std::vector<std::int64_t>(static_cast<std::size_t>(rank), 2), identity(rank)};
  std::int64_t elements = std::int64_t{1} << rank;
  while (elements < std::int64_t{1} << (bits - 1)) {
    auto const k = static_cast<std::size_t>(random.between(0, rank - 1));
    elements += elements / tensor.extents[k];
    ++tensor.extents[k];
  }
  tensor.axes = random.permutation(rank);
  return tensor;
}

}  // namespace

std::vector<Case> high_rank_cases(ElementType type, Options const& options) {
  if (!Kokkos::SpaceAccessibility<Kokkos::HostSpace, Exec::memory_space>::accessible) return {};
  int const bits = options.scale == Scale::tiny ? 14 : 24;
  int const trits = bits * 15 / 24;
  std::vector<TensorCase> tensors{reversed(bits, 2), reversed_halves(bits, 2),
                                  rotated(bits, 2, bits / 2), rotated(trits, 3, 1),
                                  rotated(trits, 3, trits / 2)};
  Random random(options.seed, 24);
  auto const wanted = Counts{40, 4, 1}.sampled(options);
  for (std::size_t k = 0; k < wanted; ++k) tensors.push_back(random_tensor(random, bits));
  std::vector<Case> cases;
  for (auto const& tensor : tensors) cases.push_back(high_rank_case("high_rank", type, tensor));
  return cases;
}

}  // namespace isomer::perf
