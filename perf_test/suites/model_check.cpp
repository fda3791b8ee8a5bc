// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "bench.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/prepare.hpp"
#include "problem/normalize.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"
#include "team/launch.hpp"
#include "verify.hpp"

/// TTLG's check of its model (Vedurada et al., 2018, Fig. 5): the predicted and the actual time of
/// every slice of one permutation. No option of the library forces one slice of many, so this suite
/// goes to the candidates directly.
namespace isomer::perf {

namespace {

using detail::Candidate;
using detail::Schema;

TensorCase const figure_5{{27, 27, 27, 27, 27}, {4, 1, 2, 0, 3}};

detail::Problem normal_problem(TensorCase const& tensor, ElementType type) {
  detail::Problem problem;
  problem.rank = static_cast<std::int32_t>(tensor.extents.size());
  problem.element_bytes = static_cast<std::int32_t>(bytes_of(type));
  auto const strides = column_major_strides(tensor.extents);
  std::int64_t result_stride = 1;
  for (int const axis : tensor.axes) {
    auto const k = static_cast<std::size_t>(axis);
    problem.axis[k] = {tensor.extents[k], strides[k], result_stride};
    result_stride *= tensor.extents[k];
  }
  return detail::normalize(problem);
}

/// `variant 03 of 27x7x1x27`
std::string variant_name(std::size_t number, detail::Problem const& normal,
                         detail::Slice const& slice) {
  char digits[8];
  std::snprintf(digits, sizeof digits, "%02u", static_cast<unsigned>(number % 1000));
  return std::string("variant ") + digits + " of " +
         extents_text({slice.extent.begin(), slice.extent.begin() + normal.rank});
}

Work variant_work(Bench const& bench, ElementType type, TensorCase const& tensor,
                  detail::Problem const& normal, Candidate const& candidate,
                  detail::Setting const& setting) {
  auto const plan = detail::prepare<Exec>(normal, candidate, setting);
  auto const& facts = plan->facts();
  Work work;
  work.plan = {facts.schema, facts.passes, facts.predicted_seconds};
  work.run = [plan, &bench, exec = bench.exec](int turn) {
    plan->run(exec, bench.buffers[2 * turn + 1], bench.buffers[2 * turn], nullptr);
  };
  auto const verification = permute_verification(bench, type, tensor);
  work.verify = [verification, exec = bench.exec](Move const& move, bool corrupt) {
    return verify(
        exec, verification, [&] { move(0); }, corrupt);
  };
  return work;
}

}  // namespace

std::vector<Case> model_check_cases(ElementType type, Options const& options) {
  // Under --short too the extents are those of the paper: only --smoke makes them smaller.
  auto const tensor =
      fitted(figure_5, type, options, element_count(figure_5.extents) * bytes_of(type));
  auto const normal = normal_problem(tensor, type);
  detail::Setting const setting = detail::setting_for(Exec{}, PlanOptions{});
  std::vector<Case> cases;
  for (Candidate const& candidate : detail::candidates(normal, setting)) {
    // Not a slice, many times slower, and it would flatten the plot.
    if (candidate.schema == Schema::strided) continue;
    if (!options.schema.empty() && options.schema != detail::name_of(candidate.schema)) continue;
    Case made;
    made.suite = "model_check";
    made.type = type;
    made.name = tensor_name(type, tensor) + " " +
                variant_name(cases.size() + 1, normal, candidate.tiling.slice);
    made.bytes = element_count(tensor.extents) * bytes_of(type);
    made.prepare = [=](Bench const& bench) {
      return variant_work(bench, type, tensor, normal, candidate, setting);
    };
    cases.push_back(std::move(made));
  }
  return cases;
}

}  // namespace isomer::perf
