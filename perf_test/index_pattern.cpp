// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "index_pattern.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace isomer::perf {

namespace {

using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

// Elements that one work item walks with its odometer after a single decomposition of its start.
constexpr std::int64_t run_length = 4096;
constexpr int max_axes = 32;

struct Word16 {
  std::uint64_t low;
  std::uint64_t high;
};

/// Clears the top bit of the exponent, where the word is a floating-point number, and makes the bit
/// it replaces the sign: no NaN, which a library that multiplies by one would not move unchanged.
KOKKOS_INLINE_FUNCTION std::uint64_t without_nan(std::uint64_t bits, int width) {
  std::uint64_t const sign = std::uint64_t{1} << (width - 1);
  std::uint64_t const top_of_exponent = sign >> 1;
  return (bits & (top_of_exponent - 1)) | ((bits & top_of_exponent) << 1);
}

/// An odd multiplier carries only upwards, so low bits of the product are a bijection of the same
/// low bits of the index. Words under 4 bytes take bits that look random instead.
template <class Word>
KOKKOS_INLINE_FUNCTION Word value_at(std::int64_t index, std::uint64_t seed) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
  std::uint64_t const mixed = (static_cast<std::uint64_t>(index) + seed) * odd;
  if constexpr (sizeof(Word) == 16)
    return Word{without_nan(mixed, 64), without_nan(~mixed * odd, 64)};
  else if constexpr (sizeof(Word) < 4) return static_cast<Word>(mixed >> 40);
  else return static_cast<Word>(without_nan(mixed, 8 * sizeof(Word)));
}

template <class Word>
KOKKOS_INLINE_FUNCTION bool same(Word const& a, Word const& b) {
  if constexpr (sizeof(Word) == 16) return a.low == b.low && a.high == b.high;
  else return a == b;
}

template <class Word>
struct Fill {
  Word* data;
  std::uint64_t seed;
  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    data[index] = value_at<Word>(index, seed);
  }
};

template <class Word>
struct Compare {
  Word const* result;
  std::uint64_t seed;
  std::int64_t count;
  int rank;
  std::int64_t extent[max_axes];
  std::int64_t source_stride[max_axes];

  KOKKOS_FUNCTION void operator()(std::int64_t run, std::int64_t& first) const {
    std::int64_t const begin = run * run_length;
    std::int64_t const end = begin + run_length < count ? begin + run_length : count;
    std::int64_t digit[max_axes];
    std::int64_t source = 0;
    std::int64_t rest = begin;
    for (int k = rank - 1; k >= 0; --k) {
      digit[k] = rest % extent[k];
      rest /= extent[k];
      source += digit[k] * source_stride[k];
    }
    for (std::int64_t position = begin; position < end; ++position) {
      if (!same(result[position], value_at<Word>(source, seed))) {
        if (position < first) first = position;
        return;
      }
      for (int k = rank - 1; k >= 0; --k) {
        source += source_stride[k];
        if (++digit[k] < extent[k]) break;
        source -= digit[k] * source_stride[k];
        digit[k] = 0;
      }
    }
  }
};

template <class F>
void with_word(std::int64_t element_bytes, F const& f) {
  switch (element_bytes) {
    case 1: return f(std::uint8_t{});
    case 2: return f(std::uint16_t{});
    case 4: return f(std::uint32_t{});
    case 8: return f(std::uint64_t{});
    case 16: return f(Word16{});
    default: throw std::logic_error("isomer_perf: no pattern for elements of this size");
  }
}

}  // namespace

void fill_with_indices(Exec const& exec, std::byte* data, std::int64_t count,
                       std::int64_t element_bytes, std::uint64_t seed) {
  with_word(element_bytes, [&]<class Word>(Word) {
    Kokkos::parallel_for("isomer::perf::fill", Range(exec, 0, count),
                         Fill<Word>{reinterpret_cast<Word*>(data), seed});
  });
  exec.fence("isomer::perf::fill");
}

std::optional<std::int64_t> first_mismatch(Exec const& exec, std::byte const* result,
                                           std::int64_t element_bytes, std::uint64_t seed,
                                           std::vector<ResultAxis> const& axes) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  if (axes.size() > max_axes) throw std::logic_error("isomer_perf: more axes than Isomer takes");
  std::int64_t first = none;
  with_word(element_bytes, [&]<class Word>(Word) {
    Compare<Word> compare{reinterpret_cast<Word const*>(result), seed, 1,
                          static_cast<int>(axes.size()),         {},   {}};
    for (std::size_t k = 0; k < axes.size(); ++k) {
      compare.extent[k] = axes[k].extent;
      compare.source_stride[k] = axes[k].source_stride;
      compare.count *= axes[k].extent;
    }
    std::int64_t const runs = (compare.count + run_length - 1) / run_length;
    Kokkos::parallel_reduce("isomer::perf::compare", Range(exec, 0, runs), compare,
                            Kokkos::Min<std::int64_t>(first));
  });
  exec.fence("isomer::perf::compare");
  if (first == none) return std::nullopt;
  return first;
}

}  // namespace isomer::perf
