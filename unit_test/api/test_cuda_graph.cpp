// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "records/device/table.hpp"
#include "support/message_of.hpp"
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

/// What `call` throws during a capture, which remains a valid one.
template <class Call>
std::string refusal_in_capture(Kokkos::Cuda const& exec, Call const& call) {
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamBeginCapture(exec.cuda_stream(), cudaStreamCaptureModeThreadLocal),
            cudaSuccess);
  std::string const text = message_of(call);
  EXPECT_EQ(cudaStreamEndCapture(exec.cuda_stream(), &graph), cudaSuccess);
  cudaGraphDestroy(graph);
  return text;
}

TEST_F(CudaGraph, RefusesABatchWhoseTablesAReplayWouldMiss) {
  struct Block {
    ManagedView<double, 2, R> dst, src;
  };
  std::vector<Block> blocks;
  for (Index const& extent : {Index{30, 20}, Index{5, 7}, Index{64, 64}})
    blocks.push_back({allocate<ManagedView<double, 2, R>>("dst", permuted(extent, {1, 0})),
                      allocate<ManagedView<double, 2, R>>("src", extent)});
  isomer::permute_batch(exec, blocks, {1, 0});
  exec.fence();
  std::string const text = refusal_in_capture(exec, [&] {
    isomer::permute_batch(exec, blocks, {1, 0});
  });
  EXPECT_EQ(text.substr(0, text.find(',')),
            "isomer::permute_batch: a CUDA graph captures the stream");
}

TEST_F(CudaGraph, RefusesAPlanOfRecordsThatWouldAllocateItsTable) {
  team::TableBytes table;
  table.add(std::vector<std::uint32_t>(1000));
  std::string const text = refusal_in_capture(exec, [&] {
    records::TableOnDevice<Kokkos::Cuda> const there(exec, table, "isomer::rearrange");
  });
  EXPECT_EQ(
      text.substr(0, text.find(',')),
      "isomer::rearrange: a plan with a table on the device cannot be made while a CUDA graph "
      "captures the stream");
}

}  // namespace
}  // namespace isomer::test
