// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdint>
#include <cstring>
#include <exception>

#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>
#include <isomer/detail/problem.hpp>

#include "files/group.hpp"
#include "files/move_by_loops.hpp"
#include "files/store/file_error.hpp"
#include "team/start_kokkos.hpp"

namespace isomer::files {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

// Below this a plan's launch takes longer than the loops.
constexpr std::uint64_t least_planned_bytes = std::uint64_t{1} << 16U;

std::uint64_t bytes_of(Box const& box) {
  std::uint64_t bytes = box.element_bytes;
  for (std::uint32_t k = 0; k < box.rank; ++k) bytes *= box.axes[k].extent;
  return bytes;
}

/// Whether every step along an axis is a multiple of the element: then the box is one of elements.
bool has_whole_steps(Box const& box) {
  std::int64_t const element = box.element_bytes;
  for (std::uint32_t k = 0; k < box.rank; ++k)
    if (box.axes[k].from % element != 0 || box.axes[k].to % element != 0) return false;
  return true;
}

detail::Problem problem_of(Box const& box) {
  bool const is_of_elements = has_whole_steps(box);
  std::int64_t const unit = is_of_elements ? box.element_bytes : 1;
  detail::Problem problem;
  problem.element_bytes = static_cast<std::int32_t>(unit);
  for (std::uint32_t k = 0; k < box.rank; ++k)
    problem.axis[static_cast<std::size_t>(problem.rank++)] = {
        static_cast<std::int64_t>(box.axes[k].extent), box.axes[k].from / unit,
        box.axes[k].to / unit};
  if (!is_of_elements)
    problem.axis[static_cast<std::size_t>(problem.rank++)] = {box.element_bytes, 1, 1};
  return problem;
}

bool is_one_run(Box const& box) {
  std::int64_t const element = box.element_bytes;
  return box.rank == 0 ||
         (box.rank == 1 && box.axes[0].from == element && box.axes[0].to == element);
}

}  // namespace

void get_ready_to_move(std::uint64_t file_bytes) {
  if (file_bytes < least_planned_bytes) return;  // no box is longer
  try {
    team::start_kokkos();
  } catch (std::exception const& error) {
    throw Failure(error.what());
  }
}

void move(std::span<Box const> boxes, std::byte const* in, std::byte* out) {
  bool is_enqueued = false;
  for (Box const& box : boxes) {
    std::uint64_t const bytes = bytes_of(box);
    if (bytes == 0) continue;
    if (is_one_run(box)) {
      std::memcpy(out + box.to, in + box.from, static_cast<std::size_t>(bytes));
    } else if (bytes < least_planned_bytes) {
      move_by_loops(box, in, out);
    } else {
      if (!is_enqueued) team::start_kokkos();
      is_enqueued = true;
      detail::cached_plan(Host(), problem_of(box), {}, "isomer::files")
          ->run(Host(), out + box.to, in + box.from, nullptr);
    }
  }
  if (is_enqueued) Host().fence("isomer: fence behind the boxes of a group");
}

}  // namespace isomer::files
