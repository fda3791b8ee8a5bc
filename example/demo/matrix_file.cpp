// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes and checks the matrix file of the demo. It knows nothing of Isomer and shares no code with
// it, so that what it finds says something.
//
//   demo_matrix_file write FILE ROWS COLUMNS    a float32 .npy file in C order
//   demo_matrix_file check FILE ROWS COLUMNS    whether FILE is the transpose of what `write` made

#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

/// A number that differs between neighbours in either direction and is exact as float32.
static float element(std::int64_t i, std::int64_t j) {
  return static_cast<float>((i * 48271 + j * 69621) % 16777213);
}

static std::string header(std::int64_t rows, std::int64_t columns) {
  std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) +
                     ", " + std::to_string(columns) + "), }";
  text.resize(117, ' ');
  text += '\n';
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text;
}

static int fail(char const* what, char const* file) {
  std::fprintf(stderr, "demo_matrix_file: %s: %s\n", file, what);
  return 1;
}

static int write(char const* name, std::int64_t rows, std::int64_t columns) {
  std::FILE* const file = std::fopen(name, "wb");
  if (file == nullptr) return fail(std::strerror(errno), name);
  auto const head = header(rows, columns);
  bool good = std::fwrite(head.data(), 1, head.size(), file) == head.size();
  std::vector<float> row(static_cast<std::size_t>(columns));
  for (std::int64_t i = 0; i < rows && good; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) row[static_cast<std::size_t>(j)] = element(i, j);
    good = std::fwrite(row.data(), sizeof(float), row.size(), file) == row.size();
  }
  good = std::fclose(file) == 0 && good;
  return good ? 0 : fail(std::strerror(errno), name);
}

/// Reads the header the way its format says: the shape is whatever stands between the parentheses.
static bool read_header(std::FILE* file, std::int64_t& rows, std::int64_t& columns) {
  unsigned char start[10];
  if (std::fread(start, 1, 10, file) != 10 || std::memcmp(start, "\x93NUMPY\x01", 7) != 0)
    return false;
  std::string text(static_cast<std::size_t>(start[8] + 256 * start[9]), ' ');
  if (std::fread(text.data(), 1, text.size(), file) != text.size()) return false;
  auto const shape = text.find('(');
  return shape != text.npos && text.find("'<f4'") != text.npos &&
         text.find("'fortran_order': False") != text.npos &&
         std::sscanf(text.c_str() + shape, "(%" SCNd64 ", %" SCNd64 ")", &rows, &columns) == 2;
}

static int check(char const* name, std::int64_t rows, std::int64_t columns) {
  std::FILE* const file = std::fopen(name, "rb");
  if (file == nullptr) return fail(std::strerror(errno), name);
  std::int64_t found_rows = 0, found_columns = 0, wrong = 0;
  bool const readable = read_header(file, found_rows, found_columns);
  bool whole = readable && found_rows == columns && found_columns == rows;
  std::vector<float> row(static_cast<std::size_t>(rows));
  for (std::int64_t j = 0; j < columns && whole; ++j) {
    whole = std::fread(row.data(), sizeof(float), row.size(), file) == row.size();
    for (std::int64_t i = 0; i < rows; ++i)
      wrong += row[static_cast<std::size_t>(i)] != element(i, j);
  }
  bool const ends_here = std::fgetc(file) == EOF;
  std::fclose(file);
  if (!readable) return fail("no float32 .npy file in C order", name);
  if (!whole || !ends_here) return fail("the wrong shape or length", name);
  if (wrong != 0) return fail((std::to_string(wrong) + " elements are wrong").c_str(), name);
  std::printf("%" PRId64 " x %" PRId64 ", every element verified\n", found_rows, found_columns);
  return 0;
}

int main(int argc, char* argv[]) {
  if (argc == 5) {
    std::int64_t const rows = std::atoll(argv[3]), columns = std::atoll(argv[4]);
    if (std::strcmp(argv[1], "write") == 0) return write(argv[2], rows, columns);
    if (std::strcmp(argv[1], "check") == 0) return check(argv[2], rows, columns);
  }
  std::fprintf(stderr, "usage: demo_matrix_file write|check FILE ROWS COLUMNS\n");
  return 2;
}
