// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/error.hpp>
#include <isomer/records/detail/own_memory.hpp>

#include <limits>

namespace isomer {
namespace {

/// The most bytes of a field: leaves count theirs in 32 bits.
constexpr std::int64_t most_bytes = std::numeric_limits<std::int32_t>::max();

[[noreturn]] void fail(std::string const& what) { throw Error("isomer::DynamicRecord: " + what); }

bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

void require_field(DynamicField const& field) {
  if (field.name.empty()) fail("a field has no name");
  if (field.bytes < 1 || field.components < 1)
    fail("field \"" + field.name + "\" has " + std::to_string(field.components) +
         " components of " + std::to_string(field.bytes) + " bytes, both have to be positive");
  if (field.bytes > most_bytes / field.components)
    fail("field \"" + field.name + "\" has " + std::to_string(field.components) +
         " components of " + std::to_string(field.bytes) + " bytes, it may take " +
         std::to_string(most_bytes) + " bytes");
  if (!is_power_of_two(field.align) || field.bytes % field.align != 0)
    fail("field \"" + field.name + "\" of " + std::to_string(field.bytes) +
         " bytes has an alignment of " + std::to_string(field.align) +
         ", it has to be a power of two that divides them");
}

}  // namespace

DynamicRecord::DynamicRecord(std::vector<DynamicField> const& fields) {
  std::int64_t end = 0;
  for (DynamicField const& field : fields) {
    require_field(field);
    std::int64_t const offset = detail::rounded_up(end, field.align);
    add(field, offset);
    end = offset + field.bytes * field.components;
  }
  bytes_ = detail::rounded_up(end, align_);
  check();
}

DynamicRecord::DynamicRecord(std::vector<DynamicField> const& fields,
                             std::vector<std::int64_t> const& offsets, std::int64_t bytes,
                             std::int64_t align) {
  if (offsets.size() != fields.size())
    fail(std::to_string(fields.size()) + " fields have " + std::to_string(offsets.size()) +
         " offsets");
  if (!is_power_of_two(align))
    fail("the record has an alignment of " + std::to_string(align) +
         ", it has to be a power of two");
  for (std::size_t k = 0; k < fields.size(); ++k) {
    require_field(fields[k]);
    if (offsets[k] < 0 || offsets[k] > bytes)
      fail("field \"" + fields[k].name + "\" begins at byte " + std::to_string(offsets[k]) +
           " of a record of " + std::to_string(bytes));
    add(fields[k], offsets[k]);
  }
  bytes_ = bytes;
  align_ = std::max(align_, align);
  check();
}

void DynamicRecord::add(DynamicField const& field, std::int64_t offset) {
  for (std::string const& name : names_)
    if (name == field.name) fail("two fields are named \"" + name + '"');
  auto const member = static_cast<std::int32_t>(names_.size());
  names_.push_back(field.name);
  for (std::int64_t k = 0; k < field.components; ++k)
    leaves_.push_back({member, static_cast<std::int32_t>(k), static_cast<std::int32_t>(field.bytes),
                       static_cast<std::int32_t>(field.align), offset + k * field.bytes});
  align_ = std::max(align_, field.align);
}

void DynamicRecord::check() const {
  if (leaves_.empty()) fail("there are no fields");
  auto sorted = leaves_;
  std::sort(sorted.begin(), sorted.end(),
            [](auto const& a, auto const& b) { return a.offset < b.offset; });
  std::int64_t end = 0;
  for (detail::LeafShape const& leaf : sorted) {
    std::string const& name = names_[static_cast<std::size_t>(leaf.member)];
    if (leaf.offset < end) fail("field \"" + name + "\" overlaps the one before it");
    end = leaf.offset + leaf.bytes;
    if (end > bytes_)
      fail("field \"" + name + "\" ends at byte " + std::to_string(end) + " of a record of " +
           std::to_string(bytes_));
  }
}

std::size_t DynamicRecord::footprint(Arrangement const& arrangement, std::size_t n) const {
  detail::require_countable(*this, n);
  return static_cast<std::size_t>(
      detail::record_layout(*this, arrangement, static_cast<std::int64_t>(n)).bytes);
}

}  // namespace isomer
