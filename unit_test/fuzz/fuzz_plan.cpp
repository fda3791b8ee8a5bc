// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <isomer/isomer.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "support/oracle.hpp"

/// libFuzzer target: any bytes become a call, out of place or in place, with axes, extents, strides
/// and options that may be right or wrong. It has to end in an Error or in what the oracle says.
namespace {

using namespace isomer;
using namespace isomer::test;

/// Reads numbers off the fuzzer's bytes; zeros when they are used up.
class Input {
 public:
  Input(std::uint8_t const* data, std::size_t size) : data_(data), end_(data + size) {}
  int below(int end) { return data_ == end_ ? 0 : *data_++ % end; }

 private:
  std::uint8_t const* data_;
  std::uint8_t const* end_;
};

constexpr std::int64_t most_elements = 20000;

void require(bool holds, char const* what, detail::PlanFacts const& facts) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%s\n", what, facts.description.c_str());
  std::abort();
}

/// The axes that a call took, as the oracle counts them: -1 is the last.
std::vector<int> from_first(std::vector<int> axes) {
  for (int& axis : axes)
    if (axis < 0) axis += static_cast<int>(axes.size());
  return axes;
}

void execute(Input& input, GuardedArray const& dst, GuardedArray const& src,
             std::vector<int> const& axes, PlanOptions const& options) {
  Kokkos::DefaultExecutionSpace const exec;
  auto const problem = detail::describe("fuzz", dst.info(), src.info(), Axes(axes));
  auto const plan = input.below(2) == 0 ? detail::make_plan(exec, problem, options, "fuzz")
                                        : detail::cached_plan(exec, problem, options, "fuzz");
  auto const& facts = plan->facts();
  std::int64_t const bytes = src.shape().size() * src.shape().element_bytes;
  require(facts.bytes_read == bytes && facts.bytes_written == bytes, "bytes are miscounted", facts);
  require(facts.workspace_bytes <= options.workspace_limit, "the workspace is over its limit",
          facts);
  for (int which = 0; which < src.fills(); ++which) {
    src.fill(which);
    GuardedArray const expected(dst), src_before(src);
    naive_permute(expected, src, from_first(axes));
    plan->run(exec, dst.data(), src.data(), nullptr);
    exec.fence();
    require(same_bytes(dst, expected), "dst is wrong", facts);
    require(same_bytes(src, src_before), "src was written", facts);
  }
}

void execute_in_place(Input& input, Index const& extent, int element_bytes,
                      std::vector<int> const& slowest_first, std::vector<int> const& axes,
                      PlanOptions const& options) {
  Kokkos::DefaultExecutionSpace const exec;
  GuardedArray const array({extent, strides_for(extent, slowest_first), element_bytes},
                           input.below(64));
  auto const order = static_cast<detail::Order>(input.below(3));
  auto const call = detail::describe_in_place("fuzz", array.info(), Axes(axes), order);
  auto const rank = static_cast<std::ptrdiff_t>(extent.size());
  ArrayShape const after{Index(call.extent.begin(), call.extent.begin() + rank),
                         Index(call.stride.begin(), call.stride.begin() + rank), element_bytes};
  auto const plan = detail::make_plan(exec, call.problem, options, "fuzz");
  require(plan->facts().workspace_bytes <= options.workspace_limit,
          "the workspace is over its limit", plan->facts());
  for (int which = 0; which < array.fills(); ++which) {
    array.fill(which);
    GuardedArray const expected = naive_in_place(array, after, axes);
    plan->run(exec, array.data(), nullptr, nullptr);
    exec.fence();
    require(same_bytes(array, expected), "the array is wrong", plan->facts());
  }
}

std::vector<int> draw_order(Input& input, int rank) {
  std::vector<int> order = memory_order(detail::Order::right, rank);
  for (int k = rank - 1; k > 0; --k)
    std::swap(order[static_cast<std::size_t>(k)],
              order[static_cast<std::size_t>(input.below(k + 1))]);
  return order;
}

void fuzz_one(Input input) {
  int const rank = 1 + input.below(8);
  int const kind = input.below(8);
  int const element_bytes = 1 + input.below(64);
  Index extent;
  std::int64_t left = most_elements / element_bytes;
  for (int k = 0; k < rank; ++k) {
    extent.push_back(input.below(static_cast<int>(std::min<std::int64_t>(left, 255)) + 1));
    left /= std::max<std::int64_t>(extent.back(), 1);
  }
  std::vector<int> axes = draw_order(input, rank);
  if (kind == 7) axes[static_cast<std::size_t>(input.below(rank))] = input.below(12) - 2;  // wrong?
  PlanOptions options;
  if (input.below(4) == 0)
    options.workspace_limit = static_cast<std::size_t>(input.below(256)) * 16;
  static constexpr char const* names[] = {
      "copy",   "fvi_match_large", "fvi_match_small", "orthogonal_distinct", "orthogonal_arbitrary",
      "strided"};
  if (kind == 1) options.schema = names[input.below(6)];
  if (kind >= 2 && kind <= 3)
    return execute_in_place(input, extent, element_bytes, draw_order(input, rank), axes, options);

  auto const gaps = [&] {
    std::vector<int> gap(static_cast<std::size_t>(rank), 0);
    if (input.below(2) == 0) return gap;
    for (int& g : gap) g = input.below(4);
    return gap;
  };
  Index result = kind == 7 ? extent : permuted(extent, axes);
  if (kind == 6) result[static_cast<std::size_t>(input.below(rank))] += input.below(3);  // wrong?
  ArrayShape const src{extent, strides_for(extent, draw_order(input, rank), gaps()), element_bytes};
  ArrayShape const dst{result, strides_for(result, draw_order(input, rank), gaps()), element_bytes};
  if (src.span() + dst.span() > 40 * most_elements) return;
  GuardedArray const to(dst, input.below(64)), from(src, input.below(64));
  execute(input, to, from, axes, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  struct Session {
    Session() {
      Kokkos::initialize(
          Kokkos::InitializationSettings().set_disable_warnings(true).set_num_threads(2));
    }
    ~Session() { Kokkos::finalize(); }
  };
  static Session const session;
  try {
    fuzz_one(Input(data, size));
  } catch (isomer::Error const&) {
    // Refused in words: fine. Anything else is not.
  }
  return 0;
}
