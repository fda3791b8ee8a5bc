// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Public calls on a GPU's memory, with all that may stand for a View, compiled for the GPU.

#include <isomer/isomer.hpp>

#include <Kokkos_DynRankView.hpp>

#include <vector>

namespace isomer::test {

using Exec = Kokkos::Cuda;
using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
template <class Layout, class Space = Kokkos::CudaSpace>
using Cube = Kokkos::View<double***, Layout, Space>;
template <class Layout>
using Dynamic = Kokkos::DynRankView<float, Layout, Kokkos::CudaSpace>;

void permute_out_of_place(Exec const& exec, Cube<L> const& dst, Cube<R> const& src) {
  isomer::permute(exec, dst, src, {2, 0, 1});
  isomer::permute(exec, dst, src, {2, 0, 1}, Scaling{2.0, 0.5});
  isomer::permute(exec, dst, src, {2, 0, 1}, Padding{-1.0});
  isomer::transpose(exec, dst, src);
  isomer::deep_copy(exec, dst, src);
}

void permute_of_any_rank(Exec const& exec, Dynamic<L> const& dst, Dynamic<R> const& src) {
  isomer::permute(exec, dst, src, {1, 0});
  isomer::transpose(exec, dst, src, Scaling{3.0F});
  isomer::deep_copy(exec, dst, src);
}

void permute_shared_memory(Exec const& exec, Cube<L, Kokkos::CudaUVMSpace> const& managed,
                           Cube<R, Kokkos::CudaHostPinnedSpace> const& pinned) {
  isomer::permute(exec, managed, pinned, {0, 2, 1});
  isomer::deep_copy(exec, managed, pinned);
}

#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
void permute_spans(Exec const& exec, double* dst, double* src) {
  Kokkos::mdspan const from(src, 30, 40);
  Kokkos::mdspan const to(dst, 40, 30);
  isomer::permute(exec, to, from, {1, 0});
  isomer::transpose(exec, to, from, Scaling{2.0});
  isomer::convert_layout<Kokkos::layout_left>(exec, from);
  isomer::transpose_in_place(exec, to);
}
#endif

struct Block {
  Cube<L> dst;
  Cube<R> src;
};

void permute_lists(Exec const& exec, std::vector<Block> const& blocks) {
  isomer::permute_batch(exec, blocks, {2, 0, 1});
  isomer::permute_batch(exec, blocks, {2, 0, 1}, Scaling{2.0, 0.5});
  isomer::plan_permute_batch(exec, blocks, {2, 0, 1}).execute(exec, blocks);
}

void permute_in_place(Exec const& exec, Cube<R> first, Cube<R> second, Cube<L> third) {
  isomer::permute_in_place(exec, std::move(first), {1, 2, 0});
  isomer::transpose_in_place(exec, std::move(second));
  isomer::convert_layout<R>(exec, std::move(third));
}

void plan(Exec const& exec, Cube<L> const& dst, Cube<R> const& src, Cube<R> owned) {
  isomer::plan_permute(exec, dst, src, {2, 0, 1}).execute(exec, dst, src);
  isomer::plan_permute<double, L, R>(exec, {30, 40, 50}, {2, 0, 1}).execute(exec, dst, src);
  isomer::plan_permute_in_place<double, R>(exec, {30, 40, 50}, {1, 0, 2});
  isomer::plan_convert_layout<double, R, L>(exec, {30, 40, 50});
  isomer::plan_convert_layout<L>(exec, owned).execute(exec, std::move(owned));
}

}  // namespace isomer::test
