// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block-sparse tensor, as symmetries make them: each axis falls into sectors, and only blocks
// whose sectors go together are stored. All blocks are permuted in one launch, whatever their
// shapes, where a loop would make a call for each.

#include <array>
#include <cstdio>
#include <vector>

#include <isomer/isomer.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using Pool = Kokkos::View<double*>;
using Tensor =
    Kokkos::View<double***, Kokkos::LayoutRight, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Where a block of the tensor is and where it goes.
struct Block {
  Tensor dst;
  Tensor src;
};

constexpr std::array<std::size_t, 6> sectors{4, 9, 16, 16, 12, 7};

/// Calls visit(n0, n1, n2) for the extents of each block that is stored.
template <class Visit>
void for_each_block(Visit const& visit) {
  for (std::size_t a = 0; a < sectors.size(); ++a)
    for (std::size_t b = 0; b < sectors.size(); ++b)
      for (std::size_t c = 0; c < sectors.size(); ++c)
        if ((a + b + c) % 3 == 0) visit(sectors[a], sectors[b], sectors[c]);
}

void fill(Pool const& pool) {
  Kokkos::parallel_for(
      "fill", Kokkos::RangePolicy<>(0, pool.extent(0)),
      KOKKOS_LAMBDA(int k) { pool(k) = k % 1000 + 1; });
}

/// Elements of a block that are not `times` those of its source.
int count_wrong(Block const& block, double times) {
  Tensor const dst = block.dst;
  Tensor const src = block.src;
  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy<>(0, src.extent(0)),
      KOKKOS_LAMBDA(int i, int& sum) {
        for (std::size_t j = 0; j < src.extent(1); ++j)
          for (std::size_t k = 0; k < src.extent(2); ++k)
            sum += dst(k, i, j) != times * src(i, j, k);
      },
      wrong);
  return wrong;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  std::size_t elements = 0;
  for_each_block([&](std::size_t n0, std::size_t n1, std::size_t n2) { elements += n0 * n1 * n2; });
  Pool const src("src", elements), dst("dst", elements);
  fill(src);

  std::vector<Block> blocks;
  std::size_t at = 0;
  for_each_block([&](std::size_t n0, std::size_t n1, std::size_t n2) {
    blocks.push_back({Tensor(dst.data() + at, n2, n0, n1), Tensor(src.data() + at, n0, n1, n2)});
    at += n0 * n1 * n2;
  });

  auto const plan = isomer::plan_permute_batch(exec, blocks, {2, 0, 1});
  std::printf("%s\n", plan.describe().c_str());
  plan.execute(exec, blocks);
  // And once more, added to what is there.
  isomer::permute_batch(exec, blocks, {2, 0, 1}, isomer::Scaling{2.0, 1.0});
  exec.fence();

  int wrong = 0;
  for (Block const& block : blocks) wrong += count_wrong(block, 3.0);
  if (wrong != 0) {
    std::printf("08_block_sparse: %d elements are wrong\n", wrong);
    return 1;
  }
  std::printf("08_block_sparse: %zu blocks, permuted and added; verified\n", blocks.size());
}
