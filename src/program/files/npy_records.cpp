// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/npy_records.hpp"

#include <algorithm>

#include "program/failure.hpp"
#include "program/files/npy_dtype.hpp"
#include "records/move/panel_layout.hpp"
#include "records/parse.hpp"

namespace isomer::program {
namespace {

using detail::is_tile;
using detail::RecordLayout;
using Counts = std::vector<std::int64_t>;

// ---- From records to a header.

/// The values of a block of `tile` records in one region of a layout.
DtypeFields block_fields(NpyRecords const& records, RecordLayout const& layout, std::size_t region,
                         std::int64_t tile) {
  std::vector<std::size_t> leaves;
  for (std::size_t l = 0; l < layout.leaf.size(); ++l)
    if (layout.leaf[l].region == static_cast<std::int32_t>(region)) leaves.push_back(l);
  std::sort(leaves.begin(), leaves.end(), [&](std::size_t a, std::size_t b) {
    return layout.leaf[a].offset < layout.leaf[b].offset;
  });

  DtypeFields block;
  std::int64_t end = 0;
  auto const pad_to = [&](std::int64_t offset) {
    if (offset > end) block.push_back(padding_field(offset - end));
  };
  for (std::size_t const l : leaves) {
    auto const& leaf = records.record.leaves()[l];
    if (leaf.component == 0) {
      pad_to(layout.leaf[l].offset);
      block.push_back(records.fields[static_cast<std::size_t>(leaf.member)]);
      if (tile > 1) block.back().extents.push_back(tile);
    }
    end = layout.leaf[l].offset + tile * leaf.bytes;
  }
  pad_to(layout.region[region].block_bytes);
  return block;
}

/// A name for a cluster: those of its fields.
std::string name_of_cluster(DtypeFields const& fields) {
  std::string name;
  for (auto const& field : fields)
    if (!field.is_padding()) name += (name.empty() ? "" : " ") + field.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '\'' || c == '\\'; }, '_');
  return name;
}

/// Whether a region holds the values of one leaf, one behind the other.
bool is_leaf_alone(NpyRecords const& records, RecordLayout const& layout, std::size_t region) {
  for (std::size_t l = 0; l < layout.leaf.size(); ++l)
    if (layout.leaf[l].region == static_cast<std::int32_t>(region))
      return layout.region[region] ==
             detail::RecordRegion{layout.region[region].begin, 1, records.record.leaves()[l].bytes};
  return false;
}

DtypeFields region_fields(NpyRecords const& records, RecordLayout const& layout,
                          std::int64_t count) {
  DtypeFields fields;
  for (std::size_t r = 0; r < layout.region.size(); ++r) {
    auto const& region = layout.region[r];
    auto block = block_fields(records, layout, r, region.tile);
    if (block.empty()) continue;
    if (is_leaf_alone(records, layout, r)) {
      fields.push_back(block[0]);
      fields.back().extents.push_back(count);
      continue;
    }
    auto const name = name_of_cluster(block);
    fields.push_back({.name = name, .source = '\'' + name + '\'', .type = ""});
    fields.back().item_bytes = region.block_bytes;
    fields.back().extents = {count / region.tile};
    fields.back().fields = std::move(block);
  }
  return fields;
}

struct Form {
  NpyHeader header;
  DtypeFields fields;
};

Form form_of(NpyHeader const& like, NpyRecords const& records, Arrangement const& to,
             std::int64_t count) {
  auto const layout = detail::record_layout(records.record, to, count);
  bool const is_blocks = to.clusters().empty() && to.tile() > 0;
  Form form{like, is_blocks ? block_fields(records, layout, 0, to.tile())
                            : region_fields(records, layout, count)};
  form.header.fortran_order = false;
  form.header.descr = dtype_text(form.fields);
  form.header.shape = is_blocks ? Counts{count / to.tile()} : Counts{};
  form.header.item_bytes = is_blocks ? layout.region[0].block_bytes : layout.bytes;
  return form;
}

void require_readable(Form const& form, Arrangement const& to, std::int64_t count) {
  auto const& [header, fields] = form;
  std::string const in = " in " + to.name();
  bool const is_scalar = header.shape.empty();
  if (is_scalar && count == 0)
    throw Failure("has no records, so" + in + " their dtype has no bytes, which numpy cannot read");
  if (header.item_bytes > max_item_bytes)
    throw Failure(std::to_string(count) + " records" + in + " are an element of " +
                  std::to_string(header.item_bytes) + " bytes, numpy takes at most " +
                  std::to_string(max_item_bytes) + (is_scalar ? ": use --to tiled:32768" : ""));
  for (std::size_t k = 0; k < fields.size(); ++k) {
    if (fields[k].extents.size() >= max_axes)
      throw Failure("the field \"" + fields[k].name + '"' + in + " has more than " +
                    std::to_string(max_axes) + " axes, which NumPy before 2 cannot read");
    for (std::size_t l = 0; l < k; ++l)
      if (!fields[k].is_padding() && fields[k].name == fields[l].name)
        throw Failure("has two fields \"" + fields[k].name + '"' + in +
                      ", which numpy cannot read");
  }
}

// ---- From a header to records.

DtypeFields without_padding(DtypeFields fields) {
  fields.erase(std::remove_if(fields.begin(), fields.end(),
                              [](DtypeField const& field) { return field.is_padding(); }),
               fields.end());
  return fields;
}

/// The fields of a record whose values come `count` times; none if that is not the last axis of
/// all.
std::optional<DtypeFields> without_axis(DtypeFields const& all, std::int64_t count) {
  auto fields = without_padding(all);
  for (auto& field : fields) {
    if (field.is_struct() || field.extents.empty() || field.extents.back() != count)
      return std::nullopt;
    field.extents.pop_back();
  }
  return fields;
}

std::int64_t values_of(DtypeFields const& fields) {
  std::int64_t count = 0;
  for (auto const& field : fields) count += value_count(field);
  return count;
}

/// Before anything is made of each value: there may be as many as bytes in a file.
bool has_few_values(DtypeFields const& fields) { return values_of(fields) <= records::max_leaves; }

std::vector<DynamicField> members(DtypeFields const& fields) {
  std::vector<DynamicField> list;
  for (auto const& field : fields)
    list.emplace_back(field.name, field.item_bytes, field.align, value_count(field));
  return list;
}

std::vector<std::string> names_of(DtypeFields const& fields) {
  std::vector<std::string> list;
  for (auto const& field : fields) list.push_back(field.name);
  return list;
}

/// Tells whether a header is the one that records in their arrangement would have.
bool has_header(NpyHeader const& header, DtypeFields const& fields, NpyRecords const& records) {
  auto const expected = form_of(header, records, records.arrangement, records.count).header;
  return expected.shape == header.shape && expected.descr == dtype_text(fields);
}

std::optional<NpyRecords> as_aos(NpyHeader const& header, DtypeFields const& all) {
  for (auto const& field : all)
    if (field.is_struct()) throw Failure("has the field \"" + field.name + "\", which is a struct");
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  for (auto const& field : all) {
    if (!field.is_padding()) offsets.push_back(end);
    end += field.item_bytes * value_count(field);
  }
  auto const fields = without_padding(all);
  if (!has_few_values(fields)) return std::nullopt;
  return NpyRecords{fields, DynamicRecord(members(fields), offsets, end, 1), AoS{},
                    header.shape[0]};
}

std::optional<NpyRecords> as_tiles(NpyHeader const& header, DtypeFields const& all,
                                   Arrangement (*of)(std::int64_t)) {
  auto const& first = all.front().extents;
  if (first.empty() || !is_tile(first.back())) return std::nullopt;
  auto const tile = first.back();
  auto const fields = without_axis(all, tile);
  if (!fields || !has_few_values(*fields)) return std::nullopt;
  NpyRecords records{*fields, DynamicRecord(members(*fields)), of(tile), header.shape[0] * tile};
  if (!has_header(header, all, records)) return std::nullopt;
  return records;
}

/// How many records the fields of a file of shape () may hold. Where all are clusters, the first
/// of them may be in AoS or in tiles.
Counts possible_counts(DtypeFields const& all) {
  for (auto const& field : all)
    if (!field.is_struct() && !field.extents.empty()) return {field.extents.back()};
  auto const& first = all.front();
  if (!first.is_struct() || first.extents.size() != 1) return {};
  Counts counts{first.extents[0]};
  auto const& inner = first.fields.front().extents;
  if (!inner.empty() && is_tile(inner.back())) counts.push_back(counts[0] * inner.back());
  return counts;
}

/// The fields of a cluster of `count` records and its tile.
std::optional<DtypeFields> cluster_fields(DtypeField const& cluster, std::int64_t count,
                                          std::int64_t& tile) {
  if (cluster.extents.size() != 1 || cluster.extents[0] == 0) return std::nullopt;
  tile = count / cluster.extents[0];
  if (tile * cluster.extents[0] != count) return std::nullopt;
  if (tile == 1) return without_padding(cluster.fields);
  return is_tile(tile) ? without_axis(cluster.fields, tile) : std::nullopt;
}

/// Fields of one value after the other and clusters, in the order in which they lie.
std::optional<NpyRecords> as_regions(NpyHeader const& header, DtypeFields const& all,
                                     std::int64_t count) {
  DtypeFields fields;
  std::vector<Arrangement::Cluster> clusters;
  bool has_structs = false;
  for (auto const& field : all) {
    std::int64_t tile = 0;
    has_structs |= field.is_struct();
    auto const some =
        field.is_struct() ? cluster_fields(field, count, tile) : without_axis({field}, count);
    if (!some) return std::nullopt;
    fields.insert(fields.end(), some->begin(), some->end());
    if (tile > 0 || clusters.empty() || clusters.back().tile > 0) clusters.push_back({{}, tile});
    auto& named = clusters.back().names;
    for (auto const& name : names_of(*some)) named.push_back(name);
  }
  for (auto const& field : fields)
    if (field.is_struct()) return std::nullopt;
  if (!has_few_values(fields)) return std::nullopt;
  auto const arrangement = has_structs ? Arrangement(clusters) : Arrangement(SoA{});
  NpyRecords records{fields, DynamicRecord(members(fields)), arrangement, count};
  if (!has_header(header, all, records)) return std::nullopt;
  return records;
}

/// Tiles in declared order only if `from` names them: arrays in records lie so more often.
std::vector<NpyRecords> readings_of(NpyHeader const& header, DtypeFields const& all,
                                    std::optional<Arrangement> const& from) {
  std::vector<NpyRecords> readings;
  auto const add = [&](std::optional<NpyRecords> const& reading) {
    if (reading) readings.push_back(*reading);
  };
  if (header.shape.size() == 1) {
    add(as_aos(header, all));
    add(as_tiles(header, all, tiled));
    if (from && from->is_declared()) add(as_tiles(header, all, declared_tiled));
  } else {
    for (auto const count : possible_counts(all)) add(as_regions(header, all, count));
  }
  return readings;
}

/// Tiles could be records of arrays as well. Arrays of 2 to 4 are common in records, and so are
/// records of one array; several arrays of the same longer power of two are tiles.
bool is_surely_tiled(NpyRecords const& records) {
  constexpr std::int64_t longest_usual_array = 4;
  return largest_tile(records.arrangement) > longest_usual_array && records.fields.size() > 1;
}

void require_one_reading(NpyHeader const& header, std::vector<NpyRecords> const& readings) {
  auto const& last = readings.back();
  bool const is_open =
      readings.size() > 1 || (!header.shape.empty() && last.arrangement.tile() > 1);
  if (!is_open || is_surely_tiled(last)) return;
  auto const first = header.shape.empty() ? readings[0].arrangement : Arrangement(AoS{});
  throw Failure("may be in " + first.name() + " or in " + last.arrangement.name() +
                ", its header is the same: say it with --from");
}

Failure no_records(NpyHeader const& header, DtypeFields const& all,
                   std::optional<Arrangement> const& from) {
  auto const values = values_of(without_padding(all));
  if (!header.shape.empty() && values > records::max_leaves)
    return Failure("has records of " + std::to_string(values) + " values, at most " +
                   std::to_string(records::max_leaves) + " can be rearranged");
  return Failure("has shape " + shape_text(header.shape) + " and fields that do not lie as in " +
                 (from ? from->name() : "any arrangement: large alignments come first there"));
}

bool lie_alike(NpyRecords const& records, Arrangement const& from) {
  return detail::record_layout(records.record, records.arrangement, records.count) ==
         detail::record_layout(records.record, from, records.count);
}

}  // namespace

NpyRecords records_of(NpyHeader const& header, std::optional<Arrangement> const& from) {
  auto const all = read_fields(header.descr);
  if (without_padding(all).empty()) throw Failure("has records without a field");
  if (header.shape.size() > 1)
    throw Failure("has shape " + shape_text(header.shape) + ", records have one axis");
  auto readings = readings_of(header, all, from);
  if (from)
    readings.erase(std::remove_if(readings.begin(), readings.end(),
                                  [&](auto const& r) { return !lie_alike(r, *from); }),
                   readings.end());
  if (readings.empty()) throw no_records(header, all, from);
  if (!from) require_one_reading(header, readings);
  return readings.back();
}

NpyHeader header_of(NpyHeader const& like, NpyRecords const& records, Arrangement const& to,
                    std::int64_t count) {
  auto const form = form_of(like, records, to, count);
  require_readable(form, to, count);
  return form.header;
}

std::int64_t largest_tile(Arrangement const& arrangement) {
  std::int64_t tile = std::max<std::int64_t>(1, arrangement.tile());
  for (auto const& cluster : arrangement.clusters()) tile = std::max(tile, cluster.tile);
  return tile;
}

}  // namespace isomer::program
