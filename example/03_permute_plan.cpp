// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans a permutation once and executes it on many tensors of one shape, here the time steps of a
// simulation whose fields are stored component first and are wanted component last.

#include <cstdio>
#include <vector>

#include <isomer/isomer.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using Field = Kokkos::View<float****, Kokkos::LayoutRight>;

void fill(Field const& field, int step) {
  Kokkos::parallel_for(
      "fill", Kokkos::RangePolicy<>(0, field.extent(0)), KOKKOS_LAMBDA(int c) {
        for (std::size_t x = 0; x < field.extent(1); ++x)
          for (std::size_t y = 0; y < field.extent(2); ++y)
            for (std::size_t z = 0; z < field.extent(3); ++z)
              field(c, x, y, z) = static_cast<float>(step + 10 * (c + 5 * (x + 50 * (y + 60 * z))));
      });
}

int count_wrong(Field const& packed, Field const& field) {
  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy<>(0, field.extent(0)),
      KOKKOS_LAMBDA(int c, int& sum) {
        for (std::size_t x = 0; x < field.extent(1); ++x)
          for (std::size_t y = 0; y < field.extent(2); ++y)
            for (std::size_t z = 0; z < field.extent(3); ++z)
              sum += packed(x, y, z, c) != field(c, x, y, z);
      },
      wrong);
  return wrong;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  std::vector<Field> fields, packed;
  for (int step = 0; step < 4; ++step) {
    fields.emplace_back("field", 5, 50, 60, 70);
    packed.emplace_back("packed", 50, 60, 70, 5);
    fill(fields.back(), step);
  }

  auto const plan = isomer::plan_permute(exec, packed[0], fields[0], {1, 2, 3, 0});
  std::printf("%s\n", plan.describe().c_str());
  std::printf("predicted %.3f ms, workspace %zu bytes, %d pass\n", 1e3 * plan.predicted_seconds(),
              plan.workspace_bytes(), plan.passes());

  for (std::size_t step = 0; step < fields.size(); ++step)
    plan.execute(exec, packed[step], fields[step]);
  exec.fence();

  int wrong = 0;
  for (std::size_t step = 0; step < fields.size(); ++step)
    wrong += count_wrong(packed[step], fields[step]);
  if (wrong != 0) {
    std::printf("03_permute_plan: %d elements are wrong\n", wrong);
    return 1;
  }
  std::printf("03_permute_plan: one plan, %zu executions; verified\n", fields.size());
}
