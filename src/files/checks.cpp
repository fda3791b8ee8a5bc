// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/checks.hpp"

#include <algorithm>
#include <cstddef>

#include <isomer/error.hpp>

#include "files/schedule/part.hpp"

namespace isomer::files {
namespace {

template <class Number>
std::string tuple(std::vector<Number> const& numbers) {
  std::string text = "(";
  for (std::size_t k = 0; k < numbers.size(); ++k)
    text += (k == 0 ? "" : ", ") + std::to_string(numbers[k]);
  return text + (numbers.size() == 1 ? ",)" : ")");
}

}  // namespace

std::string text_of(std::vector<std::uint64_t> const& extents) { return tuple(extents); }
std::string text_of(std::vector<int> const& axes) { return tuple(axes); }

std::uint64_t checked_bytes(FileArray const& array) {
  auto const rank = array.extents.size();
  if (rank < 1 || rank > most_axes)
    throw Error("array.extents has " + std::to_string(rank) + " axes, it has to have 1 to " +
                std::to_string(most_axes));
  auto const element = array.element_bytes;
  if (element < 1 || element > longest_element)
    throw Error("array.element_bytes was " + std::to_string(element) + ", it has to be 1 to " +
                std::to_string(longest_element));
  // Extents beside a 0 are held to it too: strides are made of them.
  std::uint64_t bytes = element;
  bool is_empty = false;
  for (auto const extent : array.extents) {
    is_empty |= extent == 0;
    if (extent > most_bytes / bytes)
      throw Error("array.extents was " + text_of(array.extents) + " with elements of " +
                  std::to_string(element) + " bytes, it has to be less than 2^60 bytes");
    if (extent != 0) bytes *= extent;
  }
  if (array.offset > most_bytes)
    throw Error("array.offset was " + std::to_string(array.offset) +
                ", it has to be less than 2^60");
  return is_empty ? 0 : bytes;
}

void require_order(Order order) {
  if (order != Order::c && order != Order::f)
    throw Error("array.order was " + std::to_string(static_cast<int>(order)) +
                ", it has to be c or f");
}

std::vector<int> checked_axes(FileArray const& array, std::vector<int> const& axes) {
  auto const rank = static_cast<int>(array.extents.size());
  auto checked = axes;
  for (int& axis : checked)
    if (axis < 0) axis += rank;
  auto sorted = checked;
  std::sort(sorted.begin(), sorted.end());
  bool is_permutation = static_cast<int>(sorted.size()) == rank;
  for (int k = 0; is_permutation && k < rank; ++k)
    is_permutation = sorted[static_cast<std::size_t>(k)] == k;
  if (!is_permutation)
    throw Error("axes was " + text_of(axes) + ", it has to name each of the " +
                std::to_string(rank) + " axes once");
  return checked;
}

void require_inside(FileArray const& array, std::uint64_t array_bytes, std::string const& path,
                    std::uint64_t file_bytes) {
  if (array.offset <= file_bytes && array_bytes <= file_bytes - array.offset) return;
  throw Error(path + ": array.extents was " + text_of(array.extents) + ", " +
              std::to_string(array_bytes) + " bytes from byte " + std::to_string(array.offset) +
              " on, it has to end within the file, which has " + std::to_string(file_bytes) +
              " bytes");
}

void require_header(FileArray const& array, Options const& options) {
  auto const bytes = options.new_header.size();
  if (bytes != 0 && bytes != array.offset)
    throw Error("options.new_header has " + std::to_string(bytes) +
                " bytes, it has to have array.offset, " + std::to_string(array.offset) +
                ", or none");
}

void require_way(Way way, bool in_place) {
  std::string const name = name_of(way);
  if (!name.empty() && (way == Way::automatic || (way == Way::copy) != in_place)) return;
  throw Error("options.way was " + (name.empty() ? std::to_string(static_cast<int>(way)) : name) +
              (in_place ? ", it has to be automatic, transfer, ring, slots, wide or blocks in place"
                        : ", it has to be automatic or copy into another file"));
}

bool moves_nothing(FileArray const& array, std::vector<int> const& axes) {
  int last = -1;
  for (int const axis : axes) {
    auto const extent = array.extents[static_cast<std::size_t>(axis)];
    if (extent == 0) return true;
    if (extent == 1) continue;
    if (axis < last)
      return std::find(array.extents.begin(), array.extents.end(), 0U) != array.extents.end();
    last = axis;
  }
  return true;
}

}  // namespace isomer::files
