// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

#include <isomer/records/dynamic_record.hpp>

#include "program/files/npy_header.hpp"
#include "program/files/record_dtype.hpp"

/// How a .npy file tells NumPy where records lie:
///
///     aos        shape (n,)      the fields of a record, with their padding
///     tiled t    shape (n / t,)  each field t times
///     soa        shape ()        each field n times
///     clusters   shape ()        for each a struct, n / t times; one in soa has no struct
///
/// The axis of the records is the last one of a field: what is an array in the record has its
/// components one behind the other, as the library arranges them.
namespace isomer::program {

struct NpyRecords {
  DtypeFields fields{};  ///< of a record, without padding
  DynamicRecord record;
  Arrangement arrangement = AoS{};
  std::int64_t count = 0;
};

/// The records that a header describes. Records that were not in AoS get the natural alignment. A
/// header of tiles could be one of records of arrays in AoS: where both are likely, `from` has to
/// say it. Throws Failure if there are no records, or if they lie as in no arrangement.
NpyRecords records_of(NpyHeader const& header, std::optional<Arrangement> const& from);

/// The header of `count` of the records in an arrangement. Throws Failure if NumPy could not read
/// it.
NpyHeader header_of(NpyHeader const& like, NpyRecords const& records, Arrangement const& to,
                    std::int64_t count);

/// The records of the largest tile, 1 if there is none.
std::int64_t largest_tile(Arrangement const& arrangement);

}  // namespace isomer::program
