/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef ISOMER_ISOMER_H
#define ISOMER_ISOMER_H

#include <stdint.h> /* NOLINT(modernize-deprecated-headers): C */

/*
 * Isomer for C, and for every language that calls C. Arrays lie in the host's memory; Kokkos is
 * started on the first call if nobody has started it, and then ended with the process. Calls return
 * when the data is in place.
 *
 * Every function that returns int returns ISOMER_SUCCESS or the status of an error;
 * isomer_last_error() says in words what was wrong. Of arrays in memory an error comes before the first
 * byte is written, of files see below. Axes are NumPy's: axis k of the result is axis axes[k] of the
 * source, and -1 is the last. Ranks go to ISOMER_MAX_RANK.
 */

#ifdef __cplusplus
extern "C" {
#endif

#define ISOMER_MAX_RANK 32

enum {
  ISOMER_SUCCESS = 0,
  ISOMER_INVALID_ARGUMENT = 1, /* it was not what it has to be; nothing has changed */
  ISOMER_OUT_OF_MEMORY = 2,
  ISOMER_FAILURE = 3 /* Kokkos could not be started or has ended, or a disk is full or failed */
};

/* The text of the last error in this thread, "" if there was none. Valid until the next call. */
char const* isomer_last_error(void);

/* "0.1.0" */
char const* isomer_version(void);

/* ---- Out of place --------------------------------------------------------------------------- */

/* A row-major array of the given extents becomes a row-major array with permuted axes:
 * dst[i[axes[0]]][i[axes[1]]].. = src[i[0]][i[1]].. */
int isomer_permute(void* dst, void const* src, int64_t element_bytes, int rank,
                   int64_t const* extents, int const* axes);

/* The same with strides in elements, 0 or more, one for each axis of dst and of src. NULL:
 * row-major. */
int isomer_permute_strided(void* dst, int64_t const* dst_strides, void const* src,
                           int64_t const* src_strides, int64_t element_bytes, int rank,
                           int64_t const* extents, int const* axes);

/* The same where either array is the corner of a larger row-major one, whose extents ("leading
 * dimensions") are dst_outer, in the order of dst's axes, and src_outer. NULL: not larger. */
int isomer_permute_padded(void* dst, int64_t const* dst_outer, void const* src,
                          int64_t const* src_outer, int64_t element_bytes, int rank,
                          int64_t const* extents, int const* axes);

/* Types that can be scaled. */
enum {
  ISOMER_INT8 = 1,
  ISOMER_UINT8,
  ISOMER_INT16,
  ISOMER_UINT16,
  ISOMER_INT32,
  ISOMER_UINT32,
  ISOMER_INT64,
  ISOMER_UINT64,
  ISOMER_FLOAT,
  ISOMER_DOUBLE,
  ISOMER_FLOAT_COMPLEX,
  ISOMER_DOUBLE_COMPLEX
};

/* dst = alpha * op(src permuted) + beta * dst in one pass, op being the complex conjugate where
 * `conjugate` is not 0. alpha and beta point to values of `type`; NULL is 1 for alpha and 0 for beta.
 * With beta 0 dst is never read. Strides as above. */
int isomer_permute_scaled(int type, void const* alpha, void const* src, int64_t const* src_strides,
                          void const* beta, void* dst, int64_t const* dst_strides, int conjugate,
                          int rank, int64_t const* extents, int const* axes);

/* ---- In place ------------------------------------------------------------------------------- */

/* A row-major array becomes, in the same memory, the row-major array with permuted axes. */
int isomer_permute_in_place(void* data, int64_t element_bytes, int rank, int64_t const* extents,
                            int const* axes);

/* ---- Plans ---------------------------------------------------------------------------------- */

/* A permutation worked out once, for any number of executions by any thread. */
typedef struct isomer_plan isomer_plan; /* NOLINT(modernize-use-using): C */

/* NULL after an error. Strides as above. */
isomer_plan* isomer_plan_permute(int64_t element_bytes, int rank, int64_t const* extents,
                                 int const* axes);
isomer_plan* isomer_plan_permute_strided(int64_t const* dst_strides, int64_t const* src_strides,
                                         int64_t element_bytes, int rank, int64_t const* extents,
                                         int const* axes);
/* With at most that many bytes of extra memory; a negative limit leaves it to the library. With room
 * for a second array it may go by way of a copy: that is for executions with a workspace. */
isomer_plan* isomer_plan_permute_in_place(int64_t element_bytes, int rank, int64_t const* extents,
                                          int const* axes, int64_t workspace_limit);

int isomer_plan_execute(isomer_plan const* plan, void* dst, void const* src);
/* The workspace has isomer_plan_workspace_bytes() bytes and begins on a multiple of 64; NULL: the
 * library takes its own. */
int isomer_plan_execute_in_place(isomer_plan const* plan, void* data, void* workspace,
                                 int64_t workspace_bytes);

/* What the next execution is expected to take, in seconds; negative after an error. */
double isomer_plan_predicted_seconds(isomer_plan const* plan);
/* The same for a single use: planning, and an execution that finds nothing in the caches. */
double isomer_plan_predicted_seconds_once(isomer_plan const* plan);
/* Extra memory in use while the plan runs; negative after an error. */
int64_t isomer_plan_workspace_bytes(isomer_plan const* plan);
/* Schema, slices, passes and bytes moved, in words; NULL after an error. Lives as long as the plan. */
char const* isomer_plan_description(isomer_plan const* plan);
void isomer_plan_free(isomer_plan* plan);

/* ---- Matrices, in the argument order of OpenBLAS' cblas_?omatcopy and cblas_?imatcopy -------- */

/* order: 101 or 'R' for row-major, 102 or 'C' for column-major. trans: 111 or 'N', 112 or 'T', 113 or
 * 'C' (conjugate transpose), 114 or 'R' (conjugate without transposing). */

/* B = alpha * op(A), where A has rows x cols elements. */
int isomer_somatcopy(int order, int trans, int64_t rows, int64_t cols, float alpha, float const* a,
                     int64_t lda, float* b, int64_t ldb);
int isomer_domatcopy(int order, int trans, int64_t rows, int64_t cols, double alpha,
                     double const* a, int64_t lda, double* b, int64_t ldb);
/* alpha points to a complex number, aligned as its parts are; so do the matrices. */
int isomer_comatcopy(int order, int trans, int64_t rows, int64_t cols, void const* alpha,
                     void const* a, int64_t lda, void* b, int64_t ldb);
int isomer_zomatcopy(int order, int trans, int64_t rows, int64_t cols, void const* alpha,
                     void const* a, int64_t lda, void* b, int64_t ldb);

/* A = alpha * op(A) in the same memory, of leading dimension lda before and ldb after. There is hardly
 * any extra memory where neither leaves gaps, or lda == ldb and A is square or not transposed; else as
 * much as the matrix has elements. */
int isomer_simatcopy(int order, int trans, int64_t rows, int64_t cols, float alpha, float* a,
                     int64_t lda, int64_t ldb);
int isomer_dimatcopy(int order, int trans, int64_t rows, int64_t cols, double alpha, double* a,
                     int64_t lda, int64_t ldb);
int isomer_cimatcopy(int order, int trans, int64_t rows, int64_t cols, void const* alpha, void* a,
                     int64_t lda, int64_t ldb);
int isomer_zimatcopy(int order, int trans, int64_t rows, int64_t cols, void const* alpha, void* a,
                     int64_t lda, int64_t ldb);

/* ---- Files: link Isomer::files too ----------------------------------------------------------- */

/* A row-major array that begins at byte `offset` of a file becomes the one with permuted axes, in the
 * new file `to` or in the file itself: a kill, a full disk or a power cut at any moment loses nothing
 * then. At most `memory` bytes are used; 0 is half of what is available. Ranks go to 8, elements to 64
 * bytes. After an ISOMER_INVALID_ARGUMENT nothing has changed. An ISOMER_FAILURE may come at any time:
 * where its text says that `isomer recover` goes on, the file is cut short, which loses nothing, and
 * isomer_file_recover goes on too; else the file is as it was. */
int isomer_file_permute(char const* to, char const* from, int64_t offset, int64_t element_bytes,
                        int rank, int64_t const* extents, int const* axes, int64_t memory);
int isomer_file_permute_in_place(char const* path, int64_t offset, int64_t element_bytes, int rank,
                                 int64_t const* extents, int const* axes, int64_t memory);
/* Finishes what was cut short; does nothing to a file that is whole. */
int isomer_file_recover(char const* path, int64_t memory);

#ifdef __cplusplus
}
#endif

#endif
