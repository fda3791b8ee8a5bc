// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/byte_lines.hpp"

#include <algorithm>

namespace isomer::records {
namespace {

using detail::AdviceFacts;
using detail::LeafPlace;
using detail::RecordLayout;

/// The bytes of a leaf of one block, and the first of the block's records.
struct Run {
  std::int64_t begin = 0;
  std::int64_t tile = 1;
  std::int64_t value_bytes = 1;
  std::int64_t first_record = 0;
};

/// Adds the values of a run that lie in the line that begins at `start`.
void add_run(Run const& run, std::int32_t leaf, std::int64_t start, std::int64_t line_bytes,
             std::vector<LineValue>& values) {
  std::int64_t const last_byte = start + line_bytes - 1;
  if (last_byte < run.begin) return;
  std::int64_t const first = std::max<std::int64_t>(0, start - run.begin) / run.value_bytes;
  std::int64_t const last = std::min(run.tile - 1, (last_byte - run.begin) / run.value_bytes);
  for (std::int64_t i = first; i <= last; ++i) {
    std::int64_t const at = run.begin + i * run.value_bytes - start;
    values.push_back({std::max<std::int64_t>(0, at), std::min(line_bytes, at + run.value_bytes),
                      leaf, run.first_record + i});
  }
}

std::vector<LineValue> values_in(AdviceFacts const& facts, RecordLayout const& layout,
                                 std::int64_t start) {
  std::vector<LineValue> values;
  for (std::size_t l = 0; l < layout.leaf.size(); ++l) {
    LeafPlace const& place = layout.leaf[l];
    auto const& region = layout.region[static_cast<std::size_t>(place.region)];
    std::int64_t const blocks = (facts.capacity + region.tile - 1) / region.tile;
    std::int64_t const from = std::max<std::int64_t>(0, start - region.begin) / region.block_bytes;
    std::int64_t const last_byte = start + facts.line_bytes - 1 - region.begin;
    std::int64_t const to = last_byte < 0 ? -1 : last_byte / region.block_bytes;
    for (std::int64_t k = from; k <= std::min(to, blocks - 1); ++k)
      add_run({region.begin + k * region.block_bytes + place.offset, region.tile,
               facts.record.leaves()[l].bytes, k * region.tile},
              static_cast<std::int32_t>(l), start, facts.line_bytes, values);
  }
  std::sort(values.begin(), values.end(),
            [](LineValue const& a, LineValue const& b) { return a.begin < b.begin; });
  return values;
}

std::vector<LineValue> with_padding(std::vector<LineValue> const& values, std::int64_t line_bytes) {
  std::vector<LineValue> all;
  std::int64_t end = 0;
  for (LineValue const& value : values) {
    if (value.begin > end) all.push_back({end, value.begin, LineValue::padding, value.record});
    all.push_back(value);
    end = value.end;
  }
  if (end < line_bytes)
    all.push_back({end, line_bytes, LineValue::padding, all.empty() ? 0 : all.back().record});
  return all;
}

}  // namespace

std::vector<Line> lines_of_first_record(AdviceFacts const& facts, Arrangement const& arrangement) {
  auto const layout = detail::record_layout(facts.record, arrangement, facts.capacity);
  std::vector<std::int64_t> index;
  for (std::size_t l = 0; l < layout.leaf.size(); ++l) {
    auto const& region = layout.region[static_cast<std::size_t>(layout.leaf[l].region)];
    std::int64_t const begin = region.begin + layout.leaf[l].offset;
    std::int64_t const last = begin + facts.record.leaves()[l].bytes - 1;
    for (std::int64_t k = begin / facts.line_bytes; k <= last / facts.line_bytes; ++k)
      index.push_back(k);
  }
  std::sort(index.begin(), index.end());
  index.erase(std::unique(index.begin(), index.end()), index.end());
  std::vector<Line> lines;
  lines.reserve(index.size());
  for (std::int64_t const k : index)
    lines.push_back(
        {k, with_padding(values_in(facts, layout, k * facts.line_bytes), facts.line_bytes)});
  return lines;
}

std::vector<ByteUse> uses_of(detail::KernelFacts const& kernel, Line const& line) {
  std::vector<ByteUse> uses;
  bool is_touched = false;
  for (LineValue const& value : line.value) {
    detail::LeafUse use;
    if (value.leaf != LineValue::padding) use = kernel.use[static_cast<std::size_t>(value.leaf)];
    if (use.jumps && value.record != 0) use = {};
    is_touched |= use.is_read || use.is_written;
    if (use.is_written) uses.push_back(ByteUse::written);
    else uses.push_back(use.is_read ? ByteUse::read : ByteUse::in_vain);
  }
  if (!is_touched) std::fill(uses.begin(), uses.end(), ByteUse::untouched);
  return uses;
}

}  // namespace isomer::records
