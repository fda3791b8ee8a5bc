// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <cstddef>
#include <utility>
#include <vector>

#include "support/oracle.hpp"
#include "support/view_access.hpp"

/// Built where Kokkos has CUDA: a plan goes into a graph of CUDA's, since it neither allocates nor
/// fences, and a replay does what a call does.
namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;

/// What `call` enqueues on an instance, as a graph that can be replayed there.
class Graph {
 public:
  template <class Call>
  Graph(Kokkos::Cuda const& exec, Call const& call) : stream_(exec.cuda_stream()) {
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    call();
    EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
    EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes_), cudaSuccess);
    EXPECT_EQ(cudaGraphInstantiate(&instance_, graph, 0), cudaSuccess);
    cudaGraphDestroy(graph);
  }
  Graph(Graph const&) = delete;
  Graph& operator=(Graph const&) = delete;
  ~Graph() { cudaGraphExecDestroy(instance_); }

  void replay() const {
    EXPECT_EQ(cudaGraphLaunch(instance_, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  }
  std::size_t nodes() const { return nodes_; }

 private:
  cudaStream_t stream_;
  cudaGraphExec_t instance_ = nullptr;
  std::size_t nodes_ = 0;
};

class CudaGraph : public testing::Test {
 protected:
  /// A stream of its own: the one that is there by default cannot be captured.
  Kokkos::Cuda const exec = Kokkos::Experimental::partition_space(Kokkos::Cuda(), 1)[0];
};

TEST_F(CudaGraph, ReplaysAPlanOutOfPlace) {
  for (std::vector<int> const& axes : {std::vector{2, 1, 0}, {1, 0, 2}, {0, 2, 1}}) {
    Index const extent{130, 70, 48};
    auto const src = allocate<ManagedView<float, 3, R>>("src", extent);
    auto const dst = allocate<ManagedView<float, 3, R>>("dst", permuted(extent, axes));
    auto const plan = isomer::plan_permute(exec, dst, src, Axes(axes));
    plan.execute(exec, dst, src);  // a kernel's first launch sets its attributes
    exec.fence();
    Graph const graph(exec, [&] { plan.execute(exec, dst, src); });
    EXPECT_GT(graph.nodes(), 0U);
    for (int which : {1, 2}) {
      fill_distinct(src, which);
      graph.replay();
      EXPECT_TRUE(holds_permuted(dst, extent, axes, which)) << plan.describe();
    }
  }
}

TEST_F(CudaGraph, ReplaysAPlanInPlaceWithACallersWorkspace) {
  // A square, rows and columns, panels and chunk cycles.
  for (Index const& extent : {Index{192, 192}, Index{700, 301}, Index{20000, 5}}) {
    auto const view = allocate<ManagedView<double, 2, R>>("view", extent);
    auto const plan = isomer::plan_permute_in_place(exec, view, {1, 0}, isomer::allow_aliases);
    Kokkos::View<std::byte*, Kokkos::CudaSpace> const workspace("workspace",
                                                                plan.workspace_bytes());
    auto const turned = plan.execute(exec, view, workspace);
    exec.fence();
    Graph const graph(exec, [&] { plan.execute(exec, view, workspace); });
    EXPECT_GT(graph.nodes(), 0U);
    fill_distinct(view, 3);
    graph.replay();
    EXPECT_TRUE(holds_permuted(turned, extent, {1, 0}, 3)) << plan.describe();
  }
}

}  // namespace
}  // namespace isomer::test
