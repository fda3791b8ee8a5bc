// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <isomer/detail/problem.hpp>

#include "tensor_case.hpp"

namespace isomer::perf {

/// A tensor, column-major on both sides, as the library sees it.
detail::Problem out_of_place_problem(TensorCase const& tensor, std::int64_t element_bytes);
/// One that is row-major and permuted where it lies.
detail::InPlaceProblem in_place_problem(TensorCase const& tensor, std::int64_t element_bytes);

}  // namespace isomer::perf
