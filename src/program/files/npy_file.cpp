// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/npy_file.hpp"

#include "program/failure.hpp"

namespace isomer::program {

NpyHeader read_header(MappedFile const& file, std::string const& path) {
  try {
    auto header = parse_npy_header(file.text());
    require_data(header, file.size());
    return header;
  } catch (Failure const& failure) {
    throw Failure(path + ": " + failure.what());
  }
}

ArrayLayout layout_of(NpyHeader const& header) {
  return {header.shape, header.fortran_order, header.item_bytes};
}

NpyHeader with_layout(NpyHeader header, ArrayLayout const& layout) {
  header.shape = layout.shape;
  header.fortran_order = layout.fortran_order;
  return header;
}

}  // namespace isomer::program
