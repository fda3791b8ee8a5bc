// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/npy_file.hpp"

#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/rewriting.hpp"

namespace isomer::program {

namespace {

void require_no_mark(MappedFile const& file) {
  auto const rewriting = rewriting_of(file.text(), running_system());
  if (!rewriting || !rewriting->is_marked) return;
  // Who may write holds the lock.
  if (file.access() == Access::read && is_being_rewritten(file.descriptor()))
    throw Failure("is being rewritten by another process");
  throw Failure(sentence_of(*rewriting));
}

}  // namespace

NpyHeader read_header(MappedFile const& file, std::string const& path) {
  try {
    require_no_mark(file);
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
