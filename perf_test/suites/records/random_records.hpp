// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <isomer/records.hpp>

/// Records of few and many members, of one size and of several.
namespace isomer::perf::random_records {

struct Floats4 {
  float a, b, c, d;
};
struct Floats8 {
  float a, b, c, d, e, f, g, h;
};
struct Floats16 {
  float a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;
};
struct Doubles6 {
  double a, b, c, d, e, f;
};
struct Doubles12 {
  double a, b, c, d, e, f, g, h, i, j, k, l;
};
struct Mixed8 {
  double a, b;
  float c, d, e;
  std::int32_t f;
  std::uint16_t g;
  std::uint8_t h;
};
struct Mixed11 {
  double a, b, c;
  float d, e, f, g, h, i;
  std::uint32_t j;
  std::uint16_t k;
};
struct Wide24 {
  double a, b, c, d;
  float e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};

}  // namespace isomer::perf::random_records

ISOMER_RECORD(isomer::perf::random_records::Floats4, a, b, c, d);
ISOMER_RECORD(isomer::perf::random_records::Floats8, a, b, c, d, e, f, g, h);
ISOMER_RECORD(isomer::perf::random_records::Floats16, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o,
              p);
ISOMER_RECORD(isomer::perf::random_records::Doubles6, a, b, c, d, e, f);
ISOMER_RECORD(isomer::perf::random_records::Doubles12, a, b, c, d, e, f, g, h, i, j, k, l);
ISOMER_RECORD(isomer::perf::random_records::Mixed8, a, b, c, d, e, f, g, h);
ISOMER_RECORD(isomer::perf::random_records::Mixed11, a, b, c, d, e, f, g, h, i, j, k);
ISOMER_RECORD(isomer::perf::random_records::Wide24, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p,
              q, r, s, t, u, v, w, x);
