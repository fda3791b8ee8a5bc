// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes as a .npy file: the reader refuses them with one clear line or understands them, and
// what it understands survives being written and read again.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>

#include "program/failure.hpp"
#include "program/files/npy_dtype.hpp"
#include "program/files/npy_file.hpp"
#include "program/files/npy_header.hpp"
#include "program/files/record_dtype.hpp"
#include "program/files/slabs.hpp"

namespace {

using namespace isomer::program;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_same(NpyHeader const& a, NpyHeader const& b) {
  require(a.descr == b.descr && a.item_bytes == b.item_bytes && a.shape == b.shape &&
          a.fortran_order == b.fortran_order);
}

// The longest reasons quote 60 characters of the file.
void require_clear(std::string const& reason) { require(!reason.empty() && reason.size() < 300); }

void check_writing(NpyHeader const& header) {
  auto const bytes = format_npy_header(header);
  require(bytes.size() % 64 == 0);
  require_same(parse_npy_header(bytes), header);
  auto reversed = header;
  reversed.fortran_order = !header.fortran_order;
  std::reverse(reversed.shape.begin(), reversed.shape.end());
  try {
    auto const in_place = format_npy_header_in_place(reversed);
    auto const read = parse_npy_header(in_place);
    require_same(read, reversed);
    require(read.data_offset == header.data_offset);
  } catch (Failure const& failure) {
    require_clear(failure.what());
  }
}

// What is no record is refused; what is one survives being written and read again.
void check_fields(NpyHeader const& header) {
  try {
    auto const text = dtype_text(read_fields(header.descr));
    require(dtype_text(read_fields(text)) == text);
    require(item_bytes_of(parse_python_literal(text)) == header.item_bytes);
  } catch (Failure const& failure) {
    require_clear(failure.what());
  }
}

void check_slabs(NpyHeader const& header) {
  Rearrangement rearrangement;
  rearrangement.from = layout_of(header);
  rearrangement.axes.resize(header.shape.size());
  std::iota(rearrangement.axes.rbegin(), rearrangement.axes.rend(), 0);
  auto const total = byte_count(rearrangement.from);
  std::int64_t covered = 0;
  for (auto const& slab : cut_into_slabs(rearrangement, total / 100 + 1))
    covered += byte_count({slab.extent, false, header.item_bytes});
  require(covered == total);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const file(reinterpret_cast<char const*>(data), size);
  NpyHeader header;
  try {
    header = parse_npy_header(file);
  } catch (Failure const& failure) {
    require_clear(failure.what());
    return 0;
  }
  require(header.data_offset <= static_cast<std::int64_t>(size));
  try {
    require_data(header, static_cast<std::int64_t>(size));
  } catch (Failure const& failure) {
    require_clear(failure.what());
  }
  check_writing(header);
  check_fields(header);
  check_slabs(header);
  return 0;
}
