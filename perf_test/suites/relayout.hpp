// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <isomer/isomer.hpp>

#include "bench.hpp"
#include "tensor_case.hpp"
#include "verify.hpp"

/// What the suite relayout does, for one rank, type and pair of layouts. Templates, because
/// `Kokkos::deep_copy`, which runs beside, is one; each type is compiled in a file of its own.
namespace isomer::perf {

enum class Direction : std::uint8_t { right_to_left, left_to_right, right_to_right, left_to_left };

template <class T, int Rank, class Layout>
auto view_on(std::byte* data, std::vector<std::int64_t> const& extents) {
  using Data = typename detail::DynamicData<T, Rank>::type;
  Layout layout;
  for (std::size_t k = 0; k < extents.size(); ++k)
    layout.dimension[k] = static_cast<std::size_t>(extents[k]);
  return Kokkos::View<Data, Layout, Exec::device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      reinterpret_cast<T*>(data), layout);
}

template <class Layout>
inline constexpr bool is_left_v = std::is_same_v<Layout, Kokkos::LayoutLeft>;

/// The axes of the result from the slowest on, with their strides in the source.
template <class To, class From>
std::vector<ResultAxis> relayout_axes(std::vector<std::int64_t> const& extents) {
  auto const strides = is_left_v<From> ? column_major_strides(extents) : row_major_strides(extents);
  std::vector<ResultAxis> axes;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    auto const axis = is_left_v<To> ? extents.size() - 1 - k : k;
    axes.push_back({extents[axis], strides[axis]});
  }
  return axes;
}

template <class T, int Rank, class To, class From>
Work relayout_work(Bench const& bench, std::vector<std::int64_t> const& extents) {
  auto const dst = [=, &bench](int turn) {
    return view_on<T, Rank, To>(bench.buffers[2 * turn + 1], extents);
  };
  auto const src = [=, &bench](int turn) {
    return view_on<T, Rank, From>(bench.buffers[2 * turn], extents);
  };
  auto const plan =
      plan_permute(bench.exec, dst(0), src(0), Axes::identity(Rank), bench.plan_options());
  Work work;
  work.plan = note_of(plan);
  work.run = [=, exec = bench.exec](int turn) { plan.execute(exec, dst(turn), src(turn)); };
  Verification const verification{bench.buffers[0], bench.buffers[1], sizeof(T),
                                  relayout_axes<To, From>(extents)};
  work.verify = [=, exec = bench.exec](Move const& move, bool corrupt) {
    return verify(
        exec, verification, [&] { move(0); }, corrupt);
  };
  // For dense views of one layout Kokkos copies the span whatever the rank, so rank 1 does for all
  // and half of the slow-to-compile instantiations are saved.
  if constexpr (std::is_same_v<To, From>)
    work.rivals.push_back({"kokkos", [=, exec = bench.exec, &bench](int turn) {
                             std::vector const span{element_count(extents)};
                             Kokkos::deep_copy(exec,
                                               view_on<T, 1, To>(bench.buffers[2 * turn + 1], span),
                                               view_on<T, 1, To>(bench.buffers[2 * turn], span));
                           }});
  else
    work.rivals.push_back({"kokkos", [=, exec = bench.exec](int turn) {
                             Kokkos::deep_copy(exec, dst(turn), src(turn));
                           }});
  return work;
}

template <class T, int Rank>
Work relayout_work(Bench const& bench, Direction direction,
                   std::vector<std::int64_t> const& extents) {
  using Left = Kokkos::LayoutLeft;
  using Right = Kokkos::LayoutRight;
  switch (direction) {
    case Direction::right_to_left: break;
    case Direction::left_to_right: return relayout_work<T, Rank, Right, Left>(bench, extents);
    case Direction::right_to_right: return relayout_work<T, Rank, Right, Right>(bench, extents);
    case Direction::left_to_left: return relayout_work<T, Rank, Left, Left>(bench, extents);
  }
  return relayout_work<T, Rank, Left, Right>(bench, extents);
}

/// Ranks 2 to 6.
template <class T>
Work relayout_work_of(Bench const& bench, Direction direction,
                      std::vector<std::int64_t> const& extents) {
  switch (extents.size()) {
    case 2: return relayout_work<T, 2>(bench, direction, extents);
    case 3: return relayout_work<T, 3>(bench, direction, extents);
    case 4: return relayout_work<T, 4>(bench, direction, extents);
    case 5: return relayout_work<T, 5>(bench, direction, extents);
    default: return relayout_work<T, 6>(bench, direction, extents);
  }
}

// relayout_u8.cpp, .. : one instantiation a file, since each compiles a dozen of Kokkos' copies.
extern template Work relayout_work_of<std::uint8_t>(Bench const&, Direction,
                                                    std::vector<std::int64_t> const&);
extern template Work relayout_work_of<std::uint16_t>(Bench const&, Direction,
                                                     std::vector<std::int64_t> const&);
extern template Work relayout_work_of<float>(Bench const&, Direction,
                                             std::vector<std::int64_t> const&);
extern template Work relayout_work_of<double>(Bench const&, Direction,
                                              std::vector<std::int64_t> const&);
extern template Work relayout_work_of<Kokkos::complex<double>>(Bench const&, Direction,
                                                               std::vector<std::int64_t> const&);

}  // namespace isomer::perf
