// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/tensor_work.hpp"

#include <algorithm>
#include <functional>
#include <memory>

#include <isomer/isomer.h>
#include <Kokkos_DynRankView.hpp>
#include <isomer/error.hpp>
#include <isomer/isomer.hpp>

#include "bench.hpp"
#include "element_dispatch.hpp"
#include "peers/peers.hpp"
#include "verify.hpp"

namespace isomer::perf {

namespace {

template <class T, class Layout>
using Tensor =
    Kokkos::DynRankView<T, Layout, Exec::device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class T, class Layout>
Tensor<T, Layout> tensor_on(std::byte* data, std::vector<std::int64_t> const& extents) {
  Layout layout;
  for (std::size_t k = 0; k < extents.size(); ++k)
    layout.dimension[k] = static_cast<std::size_t>(extents[k]);
  return Tensor<T, Layout>(reinterpret_cast<T*>(data), layout);
}

std::vector<std::int64_t> result_extents(TensorCase const& tensor) {
  std::vector<std::int64_t> extents;
  for (int const axis : tensor.axes)
    extents.push_back(tensor.extents[static_cast<std::size_t>(axis)]);
  return extents;
}

/// The axes of the result in its own order, with their strides in the source.
std::vector<ResultAxis> result_axes(TensorCase const& tensor,
                                    std::vector<std::int64_t> const& source_strides) {
  std::vector<ResultAxis> axes;
  for (int const axis : tensor.axes) {
    auto const k = static_cast<std::size_t>(axis);
    axes.push_back({tensor.extents[k], source_strides[k]});
  }
  return axes;
}

/// The other libraries that do the same, if they are wanted.
std::vector<Rival> peers_on(Bench const& bench, ElementType type, TensorCase const& tensor,
                            std::vector<std::int64_t> const& source_strides,
                            std::vector<std::int64_t> const& result_strides,
                            std::function<std::byte*(int)> const& source,
                            std::function<std::byte*(int)> const& result) {
  if (!bench.options.peers) return {};
  PeerJob job{type, {}, source, result, bench.exec.concurrency()};
  for (std::size_t k = 0; k < tensor.axes.size(); ++k) {
    auto const axis = static_cast<std::size_t>(tensor.axes[k]);
    job.axes.push_back({tensor.extents[axis], source_strides[axis], result_strides[k]});
  }
  return peers_for(job);
}

template <class T>
Work permute_work(Bench const& bench, ElementType type, TensorCase const& tensor) {
  auto const to_extents = result_extents(tensor);
  Axes const axes(tensor.axes);
  auto const dst = [=, &bench](int turn) {
    return tensor_on<T, Kokkos::LayoutLeft>(bench.buffers[2 * turn + 1], to_extents);
  };
  auto const src = [=, &bench](int turn) {
    return tensor_on<T, Kokkos::LayoutLeft>(bench.buffers[2 * turn], tensor.extents);
  };
  auto const plan = plan_permute(bench.exec, dst(0), src(0), axes, bench.plan_options());
  Work work;
  work.plan = note_of(plan);
  work.run = [=, exec = bench.exec](int turn) { plan.execute(exec, dst(turn), src(turn)); };
  auto const verification = permute_verification(bench, type, tensor);
  work.verify = [=, exec = bench.exec](Move const& move, bool corrupt) {
    return verify(
        exec, verification, [&] { move(0); }, corrupt);
  };
  work.rivals = peers_on(
      bench, type, tensor, column_major_strides(tensor.extents), column_major_strides(to_extents),
      [&bench](int turn) { return bench.buffers[2 * turn]; },
      [&bench](int turn) { return bench.buffers[2 * turn + 1]; });
  return work;
}

template <class T>
Work in_place_work(Bench const& bench, ElementType type, TensorCase const& tensor) {
  Axes const axes(tensor.axes);
  auto const whole = [=, &bench](int turn) {
    return tensor_on<T, Kokkos::LayoutRight>(bench.buffers[turn], tensor.extents);
  };
  auto const plan = plan_permute_in_place(bench.exec, whole(0), axes, bench.plan_options());
  Work work;
  work.plan = note_of(plan);
  work.run = [=, exec = bench.exec](int turn) { plan.execute(exec, whole(turn)); };
  Verification const verification{bench.buffers[0], bench.buffers[0], sizeof(T),
                                  result_axes(tensor, row_major_strides(tensor.extents))};
  work.verify = [=, exec = bench.exec](Move const& move, bool corrupt) {
    return verify(
        exec, verification, [&] { move(0); }, corrupt);
  };
  auto const buffer = [&bench](int turn) { return bench.buffers[turn]; };
  work.rivals = peers_on(bench, type, tensor, row_major_strides(tensor.extents),
                         row_major_strides(result_extents(tensor)), buffer, buffer);
  auto const second = tensor_on<T, Kokkos::LayoutRight>(bench.buffers[bench.buffers.count() - 1],
                                                        result_extents(tensor));
  auto const rearranged = [=, &bench](int turn) {
    return tensor_on<T, Kokkos::LayoutRight>(bench.buffers[turn], result_extents(tensor));
  };
  work.rivals.push_back({"permute_and_copy_back", [=, exec = bench.exec](int turn) {
                           isomer::permute(exec, second, whole(turn), axes);
                           isomer::deep_copy(exec, rearranged(turn), second);
                         }});
  return work;
}

/// Through the C interface: a View has no such rank.
template <class T>
Work high_rank_work(Bench const& bench, ElementType type, TensorCase const& tensor) {
  if (!bench.options.schema.empty()) throw Error("the C interface has no schema to force");
  auto const rank = static_cast<int>(tensor.extents.size());
  std::shared_ptr<isomer_plan> const plan(
      isomer_plan_permute(sizeof(T), rank, tensor.extents.data(), tensor.axes.data()),
      isomer_plan_free);
  Work work;
  work.plan = note_of(plan_permute<T>(bench.exec, tensor.extents, tensor.axes));
  work.run = [=, &bench](int turn) {
    isomer_plan_execute(plan.get(), bench.buffers[2 * turn + 1], bench.buffers[2 * turn]);
  };
  auto const source = row_major_strides(tensor.extents);
  Verification const verification{bench.buffers[0], bench.buffers[1], sizeof(T),
                                  result_axes(tensor, source)};
  work.verify = [=, exec = bench.exec](Move const& move, bool corrupt) {
    return verify(
        exec, verification, [&] { move(0); }, corrupt);
  };
  work.rivals = peers_on(
      bench, type, tensor, source, row_major_strides(result_extents(tensor)),
      [&bench](int turn) { return bench.buffers[2 * turn]; },
      [&bench](int turn) { return bench.buffers[2 * turn + 1]; });
  return work;
}

Case tensor_case(std::string const& suite, ElementType type, TensorCase const& tensor) {
  Case made;
  made.suite = suite;
  made.type = type;
  made.name = tensor_name(type, tensor);
  made.bytes = element_count(tensor.extents) * bytes_of(type);
  made.tensor = tensor;
  return made;
}

}  // namespace

std::string tensor_name(ElementType type, TensorCase const& tensor) {
  return axes_text(tensor.axes) + " " + name_of(type) + " " + extents_text(tensor.extents);
}

TensorCase fitted(TensorCase const& tensor, ElementType type, Options const& options,
                  std::int64_t few_bytes) {
  constexpr std::int64_t tiny_bytes = 1 << 20;
  if (options.scale == Scale::full) return tensor;
  return shrunk(tensor, (options.scale == Scale::tiny ? tiny_bytes : few_bytes) / bytes_of(type));
}

Verification permute_verification(Bench const& bench, ElementType type, TensorCase const& tensor) {
  auto slowest_first = result_axes(tensor, column_major_strides(tensor.extents));
  std::reverse(slowest_first.begin(), slowest_first.end());
  return {bench.buffers[0], bench.buffers[1], bytes_of(type), slowest_first};
}

Case permute_case(std::string const& suite, ElementType type, TensorCase const& tensor) {
  Case made = tensor_case(suite, type, tensor);
  made.prepare = [type, tensor](Bench const& bench) {
    return with_element(
        type, [&]<class T>(std::type_identity<T>) { return permute_work<T>(bench, type, tensor); });
  };
  return made;
}

Case high_rank_case(std::string const& suite, ElementType type, TensorCase const& tensor) {
  Case made = tensor_case(suite, type, tensor);
  made.tensor = from_the_other_end(tensor);
  made.prepare = [type, tensor](Bench const& bench) {
    return with_element(type, [&]<class T>(std::type_identity<T>) {
      return high_rank_work<T>(bench, type, tensor);
    });
  };
  return made;
}

Case in_place_case(std::string const& suite, ElementType type, TensorCase const& tensor) {
  Case made = tensor_case(suite, type, tensor);
  made.buffers_per_turn = 1;
  made.spare_buffers = 1;
  made.prepare = [type, tensor](Bench const& bench) {
    return with_element(type, [&]<class T>(std::type_identity<T>) {
      return in_place_work<T>(bench, type, tensor);
    });
  };
  return made;
}

}  // namespace isomer::perf
