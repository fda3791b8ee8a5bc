// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/panel_kernels.hpp"
#include "tile/host/partial.inl"

namespace {

/// One lane of 16 bytes, which every processor has.
struct Isa {
  static constexpr int bytes = 16;
  using Vector = unsigned char __attribute__((vector_size(16)));

  static Vector join(char const* p, long long) {
    Vector v;
    __builtin_memcpy(&v, p, bytes);
    return v;
  }
  static Vector join_part(char const* p, long long, int n) {
    alignas(16) char held[bytes] = {};
    copy_bytes(held, p, n);
    return join(held, 0);
  }
  static void split(char* p, long long, Vector v) { __builtin_memcpy(p, &v, bytes); }
  static void split_part(char* p, long long, Vector v, int n) {
    alignas(16) char held[bytes];
    split(held, 0, v);
    copy_bytes(p, held, n);
  }
};

}  // namespace

#include "tile/host/panel_kernels.inl"

namespace isomer::in_place {

extern PanelKernels const plain_panel_kernels;
PanelKernels const plain_panel_kernels = panel_kernels_for("plain");

}  // namespace isomer::in_place
