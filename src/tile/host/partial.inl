// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Copies of fewer bytes than a vector without masks. Two overlapping moves of the largest power of
// two that fits; never a byte outside. Not inlined: it serves edges, and compilers that see a small
// buffer behind one branch warn about the others.

namespace {

__attribute__((noinline)) void copy_bytes(char* d, char const* s, int n) {
  if (n > 32) {
    char a[32];
    char b[32];
    __builtin_memcpy(a, s, 32);
    __builtin_memcpy(b, s + n - 32, 32);
    __builtin_memcpy(d, a, 32);
    __builtin_memcpy(d + n - 32, b, 32);
  } else if (n >= 16) {
    char a[16];
    char b[16];
    __builtin_memcpy(a, s, 16);
    __builtin_memcpy(b, s + n - 16, 16);
    __builtin_memcpy(d, a, 16);
    __builtin_memcpy(d + n - 16, b, 16);
  } else if (n >= 8) {
    unsigned long long a;
    unsigned long long b;
    __builtin_memcpy(&a, s, 8);
    __builtin_memcpy(&b, s + n - 8, 8);
    __builtin_memcpy(d, &a, 8);
    __builtin_memcpy(d + n - 8, &b, 8);
  } else if (n >= 4) {
    unsigned a;
    unsigned b;
    __builtin_memcpy(&a, s, 4);
    __builtin_memcpy(&b, s + n - 4, 4);
    __builtin_memcpy(d, &a, 4);
    __builtin_memcpy(d + n - 4, &b, 4);
  } else {
    for (int k = 0; k < n; ++k) d[k] = s[k];
  }
}

}  // namespace
