// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/real_case.hpp"

#include <fstream>
#include <numeric>
#include <random>

#include <isomer/error.hpp>

#include "files/offer/choose.hpp"

namespace isomer::files::test {
namespace {

constexpr char const* magic = "\x93NUMPY";

std::string magic_and(char letter) { return std::string(magic) + letter; }

std::uint64_t array_bytes(RealCase const& it) {
  return std::accumulate(it.array.extents.begin(), it.array.extents.end(),
                         std::uint64_t{it.array.element_bytes}, std::multiplies<>());
}

/// Columns of a matrix of this many rows.
std::uint64_t columns(std::uint64_t bytes, std::uint64_t rows, std::uint64_t element) {
  return bytes / (rows * element) + 1;
}

}  // namespace

std::uint64_t RealCase::file_bytes() const { return array.offset + array_bytes(*this) + behind; }

RealCase real_case(Way way, bool has_header, std::uint64_t bytes) {
  RealCase it;
  it.way = way;
  it.has_header = has_header;
  it.array.offset = has_header ? 128 : 4099;
  it.array.element_bytes = 64;  // so that groups are small, and there are many
  it.behind = 77;
  it.axes = {1, 0};
  it.memory = bytes / 4;
  switch (way) {
    case Way::ring:
      it.array.extents = {columns(bytes, 19 * 23, 64), 19, 23};
      it.axes = {0, 2, 1};
      break;
    case Way::slots: it.array.extents = {columns(bytes, 61, 64), 61}; break;
    case Way::wide: it.array.extents = {61, columns(bytes, 61, 64)}; break;
    case Way::blocks: it.array.extents = {columns(bytes, 131, 64), 131}; break;
    default:
      it.array.element_bytes = 60;
      it.array.extents = {37, columns(bytes, 37 * 50, 60), 50};
      it.axes = {2, 0, 1};
  }
  return it;
}

std::string before(RealCase const& it) {
  std::mt19937_64 random(7);
  std::string text(it.file_bytes(), '\0');
  for (char& c : text) c = static_cast<char>(random() >> 13U & 0xffU);
  if (it.has_header) text.replace(0, 7, magic_and('o'));
  return text;
}

std::string new_header(RealCase const& it) {
  if (!it.has_header) return {};
  return before(it).substr(0, it.array.offset).replace(0, 7, magic_and('n'));
}

std::string after(RealCase const& it) {
  std::string const source = before(it);
  std::string result = source;
  std::size_t const rank = it.axes.size();
  std::uint64_t const element = it.array.element_bytes;
  std::vector<std::uint64_t> stride(rank);
  std::uint64_t step = element;
  for (std::size_t k = rank; k-- > 0; step *= it.array.extents[k]) stride[k] = step;
  std::vector<std::uint64_t> index(rank, 0);
  auto const axis = [&](std::size_t k) { return static_cast<std::size_t>(it.axes[k]); };
  for (std::uint64_t to = it.array.offset; to < it.array.offset + array_bytes(it); to += element) {
    std::uint64_t from = it.array.offset;
    for (std::size_t k = 0; k < rank; ++k) from += index[k] * stride[axis(k)];
    result.replace(to, element, source, from, element);
    for (std::size_t k = rank; k-- > 0;) {
      if (++index[k] < it.array.extents[axis(k)]) break;
      index[k] = 0;
    }
  }
  return result.replace(0, new_header(it).size(), new_header(it));
}

Task task_of(RealCase const& it, std::string const& path) {
  Limits limits;
  limits.file_bytes = it.file_bytes();
  limits.memory = it.memory;
  limits.spare = 8 * it.file_bytes();
  limits.way = it.way;
  bool const is_in_place = it.way != Way::copy;
  Task task;
  task.path = path;
  if (!is_in_place) task.to = path + ".permuted";
  // As little memory as the way goes with.
  for (; !task.schedule; limits.memory += limits.memory / 4) {
    try {
      task.schedule =
          choose(it.array, it.axes, limits, default_disk(DiskKind::nvme), is_in_place).schedule;
    } catch (Error const&) {
      if (limits.memory > 64 * it.file_bytes()) throw;
    }
  }
  task.new_header = new_header(it);
  task.words = "f8, axes 1,0";
  task.elements.bytes = it.array.element_bytes;
  task.elements.extents = it.array.extents;
  task.elements.steps.resize(it.axes.size());
  std::uint64_t step = 1;
  for (std::size_t k = it.axes.size(); k-- > 0;) {
    auto const axis = static_cast<std::size_t>(it.axes[k]);
    task.elements.steps[axis] = step;
    step *= it.array.extents[axis];
  }
  return task;
}

void write_file(std::string const& path, std::string const& content) {
  std::ofstream(path, std::ios::binary)
      .write(content.data(), static_cast<std::streamsize>(content.size()));
}

}  // namespace isomer::files::test
