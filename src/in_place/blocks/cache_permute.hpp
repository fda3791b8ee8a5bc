// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "in_place/blocks/block_permute.hpp"
#include "index/odometer.hpp"
#include "machine/host_kernels.hpp"
#include "problem/permutation.hpp"

namespace isomer::in_place {

/// A block that lies in the cache, with its buffer: squares in registers without any detour.
class CachePermute final : public BlockPermute {
 public:
  /// `axes` fused.
  explicit CachePermute(FusedAxes const& axes);

  void operator()(std::byte* out, std::byte const* in, std::int64_t count,
                  std::int64_t ahead) const override;

 private:
  void one(std::byte* out, std::byte const* in, std::int64_t ahead) const;
  void innermost(std::byte* out, std::byte const* in, std::int64_t ahead) const;

  std::int64_t bytes_;
  detail::Odometer loops_;  ///< around the innermost planes or runs
  /// The plane that changes fastest on either side: `rows_` runs of `cols_` words in, and the other
  /// way round out. Where the fastest axis is the same, one run of `run_bytes_`.
  std::int64_t rows_ = 1;
  std::int64_t cols_ = 1;
  std::int64_t in_stride_ = 0;
  std::int64_t out_stride_ = 0;
  std::int64_t run_bytes_ = 0;
  tile::SquareKernels::Transpose transpose_ = nullptr;
};

}  // namespace isomer::in_place
