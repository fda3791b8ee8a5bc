/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program of C, which knows nothing of C++ or Kokkos. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <isomer/isomer.h>

static int failures = 0;

static void expect(int holds, char const* what) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "failed: %s (last error: %s)\n", what, isomer_last_error());
}

static void permutes(void) {
  enum { A = 5, B = 7, C = 9 };
  static double src[A][B][C], dst[C][A][B];
  // [c]
  int64_t const extents[] = {A, B, C};
  int const axes[] = {2, 0, 1};
  // [c end]
  int a, b, c, wrong = 0;
  for (a = 0; a < A; ++a)
    for (b = 0; b < B; ++b)
      for (c = 0; c < C; ++c) src[a][b][c] = a * 100 + b * 10 + c;
  // [c]
  if (isomer_permute(dst, src, sizeof(double), 3, extents, axes) != ISOMER_SUCCESS)
    fprintf(stderr, "%s\n", isomer_last_error());
  // [c end]
  for (a = 0; a < A; ++a)
    for (b = 0; b < B; ++b)
      for (c = 0; c < C; ++c) wrong += dst[c][a][b] != src[a][b][c];
  expect(wrong == 0, "permute moves each element to its place");

  expect(isomer_permute_in_place(src, sizeof(double), 3, extents, axes) == ISOMER_SUCCESS,
         "permute_in_place");
  expect(memcmp(src, dst, sizeof(src)) == 0, "in place gives the same");
}

static void plans(void) {
  int64_t const extents[] = {30, 20};
  int const axes[] = {-1, 0};
  float* const src = malloc(600 * sizeof(float));
  float* const dst = malloc(600 * sizeof(float));
  isomer_plan* const plan = isomer_plan_permute(sizeof(float), 2, extents, axes);
  int k, wrong = 0;
  for (k = 0; k < 600; ++k) src[k] = (float)k;
  expect(plan != NULL, "plan");
  expect(isomer_plan_execute(plan, dst, src) == ISOMER_SUCCESS, "plan_execute");
  for (k = 0; k < 600; ++k) wrong += dst[k % 20 * 30 + k / 20] != src[k];
  expect(wrong == 0, "a plan moves each element to its place");
  expect(isomer_plan_predicted_seconds(plan) > 0, "predicted_seconds");
  expect(isomer_plan_workspace_bytes(plan) == 0, "workspace_bytes");
  expect(strlen(isomer_plan_description(plan)) > 0, "description");
  isomer_plan_free(plan);
  isomer_plan_free(NULL);
  free(src);
  free(dst);
}

static void errors(void) {
  int64_t const extents[] = {2, 3};
  int const twice[] = {0, 0};
  char src[6] = "abcde", dst[6] = "-----";
  expect(isomer_permute(dst, src, 1, 2, extents, twice) == ISOMER_INVALID_ARGUMENT, "axes twice");
  expect(strstr(isomer_last_error(), "isomer_permute: axes {0, 0} is no permutation") != NULL,
         "the error is said");
  expect(isomer_permute(dst, src, 1, 2, NULL, twice) == ISOMER_INVALID_ARGUMENT, "NULL extents");
  expect(strcmp(dst, "-----") == 0, "nothing is written");
}

static void write_floats(char const* path, float const* values, size_t count) {
  FILE* const file = fopen(path, "wb");
  expect(file != NULL && fwrite(values, sizeof(float), count, file) == count, "a file is written");
  fclose(file);
}

static int differs(char const* path, size_t skip, int rows, int cols) {
  int k, wrong = 0;
  float value;
  FILE* const file = fopen(path, "rb");
  if (file == NULL || fseek(file, (long)(skip * sizeof(float)), SEEK_SET) != 0) return 1;
  for (k = 0; k < rows * cols; ++k)
    wrong += fread(&value, sizeof(value), 1, file) != 1 || value != (float)(k % rows * cols + k / rows);
  fclose(file);
  return wrong;
}

static void files(void) {
  enum { ROWS = 300, COLS = 200, SKIP = 5 };
  static float values[SKIP + ROWS * COLS];
  int64_t const extents[] = {ROWS, COLS};
  int const axes[] = {1, 0};
  int const twice[] = {1, 1};
  int64_t const offset = SKIP * sizeof(float);
  int k;
  for (k = 0; k < ROWS * COLS; ++k) values[SKIP + k] = (float)k;
  remove("from_c.bin");
  remove("from_c.out");
  write_floats("from_c.bin", values, SKIP + ROWS * COLS);
  expect(isomer_file_permute("from_c.out", "from_c.bin", offset, sizeof(float), 2, extents, axes, 0) ==
             ISOMER_SUCCESS,
         "file_permute");
  expect(differs("from_c.out", SKIP, ROWS, COLS) == 0, "a file is permuted into another one");
  expect(isomer_file_permute_in_place("from_c.bin", offset, sizeof(float), 2, extents, axes, 16 << 20) ==
             ISOMER_SUCCESS,
         "file_permute_in_place");
  expect(differs("from_c.bin", SKIP, ROWS, COLS) == 0, "a file is permuted in place");
  expect(isomer_file_recover("from_c.bin", 0) == ISOMER_SUCCESS, "file_recover of a whole file");
  expect(isomer_file_permute_in_place("from_c.bin", offset, sizeof(float), 2, extents, twice, 0) ==
             ISOMER_INVALID_ARGUMENT,
         "axes twice in a file");
  expect(strstr(isomer_last_error(), "isomer_file_permute_in_place: axes was (1, 1)") != NULL,
         "the error of a file is said");
  expect(isomer_file_permute_in_place(NULL, offset, sizeof(float), 2, extents, axes, 0) ==
             ISOMER_INVALID_ARGUMENT,
         "no path");
  expect(isomer_file_permute_in_place("from_c.bin", -1, sizeof(float), 2, extents, axes, 0) ==
             ISOMER_INVALID_ARGUMENT,
         "a negative offset");
  expect(isomer_file_recover("from_c.none", 0) == ISOMER_INVALID_ARGUMENT, "no such file");
  remove("from_c.bin");
  remove("from_c.out");
}

int main(void) {
  files();
  permutes();
  plans();
  errors();
  expect(strlen(isomer_version()) >= 5, "version");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
