// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "case.hpp"
#include "options.hpp"
#include "tensor_case.hpp"

namespace isomer::perf {

struct Verification;

/// `021 f32 1024x1024x64`
std::string tensor_name(ElementType type, TensorCase const& tensor);

/// Out of place, both sides LayoutLeft (column-major), planned once: buffers 2t and 2t + 1.
Case permute_case(std::string const& suite, ElementType type, TensorCase const& tensor);

/// Out of place, both sides row-major, of any rank to 32, through a plan of the C interface: hosts
/// only.
Case high_rank_case(std::string const& suite, ElementType type, TensorCase const& tensor);

/// What such a case has to leave in buffer 1, out of buffer 0.
Verification permute_verification(Bench const& bench, ElementType type, TensorCase const& tensor);

/// In place, LayoutRight (row-major), planned once. Each call takes the buffer as the original
/// shape again, so the contents get ever more shuffled and the work stays the same. Beside it runs
/// what people do without such a call: permute into a second array and copy back.
Case in_place_case(std::string const& suite, ElementType type, TensorCase const& tensor);

/// The tensor at the size of the scale: tiny under `--smoke`, at most `few_bytes` under
/// `--short`.
TensorCase fitted(TensorCase const& tensor, ElementType type, Options const& options,
                  std::int64_t few_bytes = std::int64_t{256} << 20);

}  // namespace isomer::perf
