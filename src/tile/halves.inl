// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Half-precision numbers, by integers: without branches, so that loops over them are vectorised,
// and the same on every processor. Rounded to nearest, ties to even; a NaN stays one. For hosts in
// tile/host/halves.inl and for devices in tile/warp/halves.hpp, which say in which namespace and, as
// ISOMER_HALVES_FUNCTION, what kind of functions.

struct Half {
  static constexpr bool has_short_fraction = false;
  unsigned short bits;
};
/// As many exponents as a float, and seven bits of a fraction.
struct Bhalf {
  static constexpr bool has_short_fraction = true;
  unsigned short bits;
};

ISOMER_HALVES_FUNCTION unsigned bits_of(float value) {
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
ISOMER_HALVES_FUNCTION float float_of(unsigned bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

ISOMER_HALVES_FUNCTION float widened(Half half) {
  unsigned const sign = (half.bits & 0x8000U) << 16U;
  unsigned const rest = half.bits & 0x7fffU;
  unsigned const normal = (rest << 13U) + (112U << 23U);
  unsigned const infinite = (rest << 13U) | 0x7f800000U;
  unsigned const subnormal = bits_of(static_cast<float>(static_cast<int>(rest)) * 0x1p-24F);
  unsigned const magnitude = rest >= 0x7c00U ? infinite : rest < 0x400U ? subnormal : normal;
  return float_of(sign | magnitude);
}
ISOMER_HALVES_FUNCTION float widened(Bhalf half) { return float_of(static_cast<unsigned>(half.bits) << 16U); }

ISOMER_HALVES_FUNCTION unsigned short half_bits(float value) {
  unsigned const all = bits_of(value);
  unsigned const sign = all >> 16U & 0x8000U;
  unsigned const rest = all & 0x7fffffffU;
  // In a number from 1/2 to 1 the last bit counts what it does in a subnormal half.
  unsigned const small = rest < 0x38800000U ? rest : 0U;
  unsigned const subnormal = bits_of(float_of(small) + 0.5F) - 0x3f000000U;
  unsigned const normal = (rest + 0xfffU + (rest >> 13U & 1U) - (112U << 23U)) >> 13U;
  unsigned const nan = 0x7e00U | (rest >> 13U & 0x3ffU);
  unsigned const finite = rest < 0x38800000U ? subnormal : normal;
  unsigned const large = rest > 0x7f800000U ? nan : 0x7c00U;
  unsigned const magnitude = rest >= 0x477ff000U ? large : finite;
  return static_cast<unsigned short>(sign | magnitude);
}

ISOMER_HALVES_FUNCTION unsigned short bhalf_bits(float value) {
  unsigned const all = bits_of(value);
  unsigned const rounded = (all + 0x7fffU + (all >> 16U & 1U)) >> 16U;
  unsigned const nan = (all >> 16U) | 0x40U;
  bool const is_nan = (all & 0x7fffffffU) > 0x7f800000U;
  return static_cast<unsigned short>(is_nan ? nan : rounded);
}

template <class H>
ISOMER_HALVES_FUNCTION H narrowed(float value) {
  if constexpr (H::has_short_fraction) return {bhalf_bits(value)};
  else return {half_bits(value)};
}
