// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/run_case.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "team/fiber_launcher.hpp"
#include "team/launch_audit.hpp"

namespace isomer::perf {
namespace {

using test::FiberLauncher;

/// Bytes between two guards, all of them random, that begin on a line.
class Array {
 public:
  Array(std::int64_t bytes, unsigned seed)
      : lines_(static_cast<std::size_t>(bytes) / sizeof(Line) + 2 * guard_lines + 1),
        bytes_(static_cast<std::size_t>(bytes)) {
    std::mt19937 random(seed);
    for (Line& line : lines_)
      for (std::byte& byte : line.byte) byte = static_cast<std::byte>(random());
  }

  std::byte* data() { return lines_[guard_lines].byte; }
  std::byte const* data() const { return lines_[guard_lines].byte; }
  std::size_t bytes() const { return bytes_; }
  FiberLauncher::Array named(char const* name) { return {name, data(), bytes_}; }
  bool operator==(Array const& other) const {
    return std::memcmp(lines_.data(), other.lines_.data(), lines_.size() * sizeof(Line)) == 0;
  }

 private:
  static constexpr std::size_t guard_lines = 4;
  struct alignas(64) Line {
    std::byte byte[64];
  };
  std::vector<Line> lines_;
  std::size_t bytes_;
};

/// Puts each element where it belongs, one after the other: `strides` are those of the source by
/// axis of the result, whose first axis is the fastest.
void permute_naively(Array& to, Array const& from, std::vector<std::int64_t> const& extents,
                     std::vector<std::int64_t> const& strides, std::int64_t element_bytes) {
  std::vector<std::int64_t> index(extents.size());
  auto const element = static_cast<std::size_t>(element_bytes);
  for (std::size_t at = 0; at < to.bytes(); at += element) {
    std::int64_t source = 0;
    for (std::size_t k = 0; k < index.size(); ++k) source += index[k] * strides[k];
    std::memcpy(to.data() + at, from.data() + static_cast<std::size_t>(source) * element, element);
    for (std::size_t k = 0; k < index.size() && ++index[k] == extents[k]; ++k) index[k] = 0;
  }
}

struct Result {
  std::vector<std::int64_t> extents;  ///< fastest axis first
  std::vector<std::int64_t> strides;
};
Result result_of(std::vector<int> const& fastest_first, std::vector<std::int64_t> const& extents,
                 std::vector<std::int64_t> const& strides) {
  Result result;
  for (int const axis : fastest_first) {
    result.extents.push_back(extents[static_cast<std::size_t>(axis)]);
    result.strides.push_back(strides[static_cast<std::size_t>(axis)]);
  }
  return result;
}

/// What it takes for each 16 KiB of `bytes`.
template <class Job>
double us_of_16_kib(std::int64_t bytes, Job const& job) {
  auto const start = std::chrono::steady_clock::now();
  job();
  std::chrono::duration<double, std::micro> const took = std::chrono::steady_clock::now() - start;
  return took.count() * (16 << 10) / static_cast<double>(std::max<std::int64_t>(1, bytes));
}

test::FiberOptions options() { return {.seed = 1, .resident = 7}; }

void judge(EmulatedRow& row, FiberLauncher const& launcher, Array& result, Array const& expected,
           bool corrupt) {
  if (corrupt && result.bytes() > 0) result.data()[result.bytes() / 2] ^= std::byte{1};
  row.races += launcher.races();
  row.wrong = launcher.found();
  if (row.wrong.empty() && !(result == expected)) row.wrong = "bytes are not where they belong";
}

std::vector<int> all_blocks(int count) {
  std::vector<int> blocks(static_cast<std::size_t>(count));
  std::iota(blocks.begin(), blocks.end(), 0);
  return blocks;
}

}  // namespace

void run_out_of_place(EmulatedRow& row, SmallPlan const& small, std::int64_t element_bytes,
                      detail::Machine const& gpu, bool corrupt) {
  TensorCase const& tensor = small.tensor;
  row.scaled = extents_text(tensor.extents);
  row.scaled_by = small.by;
  std::int64_t const bytes = element_count(tensor.extents) * element_bytes;
  Array src(bytes, 1);
  Array dst(bytes, 2);
  Array const src_before(src);
  Array expected(dst);
  auto const result = result_of(tensor.axes, tensor.extents, column_major_strides(tensor.extents));
  permute_naively(expected, src, result.extents, result.strides, element_bytes);
  auto const emulated =
      detail::emulated_kernel(small.normal, small.candidate, dst.data(), src.data());
  FiberLauncher launcher({src.named("src"), dst.named("dst")}, gpu, options());
  row.fibers_us = us_of_16_kib(bytes, [&] { launcher.launch(emulated.what, emulated.kernel); });
  judge(row, launcher, dst, expected, corrupt);
  if (row.wrong.empty() && !(src == src_before)) row.wrong = "the source is damaged";
  row.dry_us = us_of_16_kib(bytes, [&] {
    team::audit_blocks(emulated.what, emulated.kernel, all_blocks(emulated.what.blocks));
  });
}

void run_in_place(EmulatedRow& row, SmallPlanInPlace const& small, std::int64_t element_bytes,
                  detail::Machine const& gpu, bool corrupt) {
  TensorCase const& tensor = small.tensor;
  row.scaled = extents_text(tensor.extents);
  row.scaled_by = small.by;
  std::int64_t const bytes = element_count(tensor.extents) * element_bytes;
  Array array(bytes, 1);
  Array expected(array);
  std::vector<int> const fastest_first(tensor.axes.rbegin(), tensor.axes.rend());
  auto const result = result_of(fastest_first, tensor.extents, row_major_strides(tensor.extents));
  permute_naively(expected, array, result.extents, result.strides, element_bytes);
  Array workspace(static_cast<std::int64_t>(small.plan.facts.workspace_bytes), 3);
  FiberLauncher launcher({array.named("data"), workspace.named("workspace")}, gpu, options());
  small.plan.run(launcher, array.data(), workspace.data());
  judge(row, launcher, array, expected, corrupt);
}

}  // namespace isomer::perf
