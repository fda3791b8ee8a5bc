// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "program/files/array_layout.hpp"
#include "program/files/mapped_file.hpp"
#include "program/files/npy_header.hpp"

namespace isomer::program {

/// The header of a mapped .npy file, whose data is known to be whole. Throws Failure, `path` in
/// front.
NpyHeader read_header(MappedFile const& file, std::string const& path);

ArrayLayout layout_of(NpyHeader const& header);

/// The header of an array that has the elements of `header` in another arrangement.
NpyHeader with_layout(NpyHeader header, ArrayLayout const& layout);

}  // namespace isomer::program
