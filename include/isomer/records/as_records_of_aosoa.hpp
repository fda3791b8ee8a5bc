// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/aosoa.hpp>

namespace isomer {

/// The records that a `Cabana::AoSoA` holds, or what has its members, without a copy and without
/// Cabana: `DeclaredTiled<V>` for its vector length V, or AoS for 1. The members of T must have the
/// types of its members in their order. The ownership is shared as that of a View, so that
/// `rearrange` wants the AoSoA gone; one of unmanaged memory the caller keeps alive.
template <class T, detail::Aosoa V>
auto as_records(V const& aosoa) {
  static_assert(detail::CheckedRecord<T>::value);
  static_assert(
      detail::has_members_of<T, V>(),
      "isomer: the members of the AoSoA must have the types of the members of the record, "
      "in the order of its description");
  static_assert(sizeof(typename V::soa_type) == detail::soa_bytes<T, V>(),
                "isomer: a struct of arrays of the AoSoA must have the bytes of a tile of the "
                "record");
  static_assert(V::vector_length != 1 || detail::is_laid_as_declared<T>(),
                "isomer: an AoSoA of vector length 1 must hold records that lie in the order of "
                "their description");
  return detail::adopt_aosoa<
      RecordView<T, detail::AosoaArrangement<V::vector_length>, typename V::memory_space>>(aosoa);
}

}  // namespace isomer
