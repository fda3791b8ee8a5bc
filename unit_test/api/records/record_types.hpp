// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

#include <isomer/records.hpp>

#include "support/sampled.hpp"

/// Records of all kinds of members.
namespace isomer::test {

struct Float3 {
  float x, y, z;
};
struct alignas(16) Wide {
  float of[4];
};

struct Mixed {  // 8 4 4 2 1
  double a;
  float b;
  float c;
  std::int16_t d;
  std::int8_t e;
};
struct Scrambled {  // 1 8 2 4
  std::int8_t a;
  double b;
  std::int16_t c;
  float d;
};
struct Triple {
  float x, y, z;
};
struct Pair {
  double a, b;
};
struct Blob {
  Float3 p;
  double q;
  std::byte r;
};
struct Bytes {
  std::int8_t a, b, c;
};
struct WideAndFloat {
  Wide w;
  float f;
};
struct ShortAndByte {
  std::int16_t a;
  std::int8_t b;
};
struct Arrays {
  float v[3];
  double m[2][3];
  std::int8_t c;
};
struct alignas(32) Overaligned {
  double a;
  float b;
};
struct Single {
  double a;
};

/// Described without the macro.
struct Plain {
  std::int8_t a;
  double b;
  float c[2];
};

/// Names that the library has a use for.
struct Names {
  int Value, swap, assign, place, count, get, position, size, member, Places, Table, Member,
      value_type;
};

/// No aggregate, and no default constructor.
struct Fixed {
  Fixed(int first, short second) : a_(first), b(second) {}
  int a() const { return a_; }
  int a_;
  short b;
};

using AllRecords =
    AllUnlessSampled<std::tuple<Mixed, Scrambled, Triple, Pair, Blob, Bytes, WideAndFloat,
                                ShortAndByte, Arrays, Overaligned, Single, Plain>,
                     std::tuple<Mixed, Scrambled, Bytes, Overaligned, Plain>>;

}  // namespace isomer::test

ISOMER_RECORD(isomer::test::Mixed, a, b, c, d, e);
ISOMER_RECORD(isomer::test::Scrambled, a, b, c, d);
ISOMER_RECORD(isomer::test::Triple, x, y, z);
ISOMER_RECORD(isomer::test::Pair, a, b);
ISOMER_RECORD(isomer::test::Blob, p, q, r);
ISOMER_RECORD(isomer::test::Bytes, a, b, c);
ISOMER_RECORD(isomer::test::WideAndFloat, w, f);
ISOMER_RECORD(isomer::test::ShortAndByte, a, b);
ISOMER_RECORD(isomer::test::Arrays, v, m, c);
ISOMER_RECORD(isomer::test::Overaligned, a, b);
ISOMER_RECORD(isomer::test::Single, a);
ISOMER_RECORD(isomer::test::Names, Value, swap, assign, place, count, get, position, size, member,
              Places, Table, Member, value_type);
ISOMER_RECORD(isomer::test::Fixed, a_, b);

template <>
inline constexpr auto isomer::record_of<isomer::test::Plain> = isomer::record<isomer::test::Plain>(
    isomer::field("a", &isomer::test::Plain::a), isomer::field("b", &isomer::test::Plain::b),
    isomer::field("c", &isomer::test::Plain::c));
