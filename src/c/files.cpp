// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>
#include <vector>

#include <isomer/isomer.h>
#include <isomer/error.hpp>
#include <isomer/files.hpp>

#include "c/guarded.hpp"
#include "files/store/file_error.hpp"

namespace isomer::c {
namespace {

/// The text of errors names the function that was called from C.
std::string without_function(std::string const& text) {
  auto const end = text.find(": ");
  return text.starts_with("isomer::") && end != std::string::npos ? text.substr(end + 2) : text;
}

template <class Body>
int guarded_file(char const* function, Body const& body) {
  auto const say = [&](char const* text, int status) {
    last_error() = std::string(function) + ": " + without_function(text);
    return status;
  };
  try {
    outside_regions(body);
    return ISOMER_SUCCESS;
  } catch (files::Failure const& error) {
    return say(error.what(), ISOMER_FAILURE);
  } catch (Error const& error) {
    return say(error.what(), ISOMER_INVALID_ARGUMENT);
  } catch (...) {
    return status_of_exception(function);
  }
}

std::uint64_t not_negative(char const* name, std::int64_t value) {
  if (value >= 0) return static_cast<std::uint64_t>(value);
  throw Error(std::string(name) + " was " + std::to_string(value) + ", it has to be 0 or more");
}

std::string path_of(char const* name, char const* path) {
  if (path == nullptr) throw Error(std::string(name) + " was NULL, it has to be a path");
  return path;
}

struct Array {
  std::int64_t offset;
  std::int64_t element_bytes;
  int rank;
  std::int64_t const* extents;
  int const* axes;
};

files::FileArray array_of(Array const& given) {
  if (given.rank < 1 || given.rank > 8)
    throw Error("rank was " + std::to_string(given.rank) + ", it has to be 1 to 8");
  if (given.extents == nullptr)
    throw Error("extents was NULL, it has to have an extent for each axis");
  if (given.axes == nullptr) throw Error("axes was NULL, it has to name each axis once");
  files::FileArray array;
  array.offset = not_negative("offset", given.offset);
  array.element_bytes =
      static_cast<std::size_t>(not_negative("element_bytes", given.element_bytes));
  for (int k = 0; k < given.rank; ++k)
    array.extents.push_back(not_negative("extents", given.extents[k]));
  return array;
}

std::vector<int> axes_of(Array const& given) { return {given.axes, given.axes + given.rank}; }

files::Options options_of(std::int64_t memory) {
  files::Options options;
  options.memory = not_negative("memory", memory);
  return options;
}

}  // namespace
}  // namespace isomer::c

using namespace isomer;

extern "C" {

int isomer_file_permute(char const* to, char const* from, int64_t offset, int64_t element_bytes,
                        int rank, int64_t const* extents, int const* axes, int64_t memory) {
  return c::guarded_file("isomer_file_permute", [&] {
    c::Array const given{offset, element_bytes, rank, extents, axes};
    auto const array = c::array_of(given);
    files::permute(c::path_of("to", to), c::path_of("from", from), array, c::axes_of(given),
                   c::options_of(memory));
  });
}

int isomer_file_permute_in_place(char const* path, int64_t offset, int64_t element_bytes, int rank,
                                 int64_t const* extents, int const* axes, int64_t memory) {
  return c::guarded_file("isomer_file_permute_in_place", [&] {
    c::Array const given{offset, element_bytes, rank, extents, axes};
    auto const array = c::array_of(given);
    files::permute_in_place(c::path_of("path", path), array, c::axes_of(given),
                            c::options_of(memory));
  });
}

int isomer_file_recover(char const* path, int64_t memory) {
  return c::guarded_file("isomer_file_recover",
                         [&] { files::recover(c::path_of("path", path), c::options_of(memory)); });
}

}  // extern "C"
