// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>

#include "cost/pass.hpp"
#include "in_place/step.hpp"
#include "machine/machine.hpp"
#include "tile/warp/swap_geometry.hpp"

namespace isomer::in_place {

/// The square matrices of a step, for spaces whose teams have many threads: pairs of tiles through
/// shared memory, in vectors of 16 bytes where rows and data are made of them, else in words;
/// chunks that are no words, or less aligned than theirs, one by one. Hosts can run it too, with
/// teams of one thread.
template <class Exec>
class DeviceSquares {
 public:
  explicit DeviceSquares(Step const& step);

  void run(Exec const& exec, std::byte* data) const;
  /// What that is on a GPU, for data that begin on vectors.
  detail::Pass pass(detail::Machine const& gpu) const;

 private:
  template <int W>
  void swap_words(Exec const& exec, std::byte* data) const;
  void swap_chunks(Exec const& exec, std::byte* data) const;
  template <int W>
  detail::Pass pass_of_words(detail::Machine const& gpu) const;
  template <class How>
  detail::Pass pass_of_kernel(detail::Machine const& gpu) const;

  Step step_;
  tile::warp::SquareMatrices squares_;
  std::optional<tile::warp::SwapGeometry> swap_;
};

}  // namespace isomer::in_place
