// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <isomer/detail/record_problem.hpp>
#include <isomer/records/arrangement.hpp>
#include <isomer/records/detail/check_record.hpp>
#include <isomer/records/detail/place_leaves.hpp>

namespace isomer {

/// A member of a record that is known at run time only.
struct DynamicField {
  // No aggregate: a list of one field shall not be taken for the parts of a name.
  DynamicField(std::string its_name, std::int64_t of_component, std::int64_t alignment = 1,
               std::int64_t count = 1)
      : name(std::move(its_name)), bytes(of_component), align(alignment), components(count) {}

  std::string name;
  std::int64_t bytes;  ///< of a component
  std::int64_t align;
  std::int64_t components;  ///< more than one for a C array
};

/// A record that is known at run time only, as a .npy file has it.
class DynamicRecord {
 public:
  /// Fields with natural alignment. Throws Error if there is none, if a name is empty or comes
  /// twice, if a field has no bytes or its alignment is no power of two that divides them.
  DynamicRecord(std::vector<DynamicField> const& fields);
  DynamicRecord(std::initializer_list<DynamicField> fields)
      : DynamicRecord(std::vector<DynamicField>(fields)) {}
  /// Fields at given offsets in a struct of that size and alignment. Throws Error also if they
  /// overlap.
  DynamicRecord(std::vector<DynamicField> const& fields, std::vector<std::int64_t> const& offsets,
                std::int64_t bytes, std::int64_t align);

  std::vector<std::string> const& names() const { return names_; }
  /// In the order of the fields, components side by side.
  std::vector<detail::LeafShape> const& leaves() const { return leaves_; }
  std::int64_t bytes() const { return bytes_; }
  std::int64_t align() const { return align_; }

  /// What n records take in an arrangement. Throws Error if it names a field that is none.
  std::size_t footprint(Arrangement const& arrangement, std::size_t n) const;

 private:
  void add(DynamicField const& field, std::int64_t offset);
  void check() const;

  std::vector<std::string> names_;
  std::vector<detail::LeafShape> leaves_;
  std::int64_t bytes_ = 0;
  std::int64_t align_ = 1;
};

namespace detail {

/// Where the leaves of a record lie, with room for `capacity` of them.
RecordLayout record_layout(DynamicRecord const& record, Arrangement const& arrangement,
                           std::int64_t capacity);

/// T at run time, made once.
template <class T>
DynamicRecord const& dynamic_record() {
  static DynamicRecord const record = [] {
    using Table = LeafTable<T>;
    std::vector<DynamicField> fields;
    std::vector<std::int64_t> offsets;
    for (int m = 0; m < Table::members; ++m) {
      auto const i = static_cast<std::size_t>(m);
      LeafShape const& leaf = Table::leaf[static_cast<std::size_t>(Table::first[i])];
      fields.push_back({std::string(RecordOf<T>::name[i]), leaf.bytes, leaf.align,
                        Table::first[i + 1] - Table::first[i]});
      offsets.push_back(leaf.offset);
    }
    return DynamicRecord(fields, offsets, sizeof(T), alignof(T));
  }();
  return record;
}

}  // namespace detail

/// What n records T take in an arrangement, n being their capacity.
template <class T>
std::size_t footprint(Arrangement const& arrangement, std::size_t n) {
  static_assert(detail::CheckedRecord<T>::value);
  return detail::dynamic_record<T>().footprint(arrangement, n);
}

}  // namespace isomer
