// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/predict_in_place.hpp"

#include <algorithm>
#include <cstdlib>

#include "cost/cost_model.hpp"
#include "cost/real.hpp"

namespace isomer::in_place {

namespace {

using detail::InPlaceFeature;
using detail::real;

constexpr std::int64_t line = 64;
constexpr std::int64_t page = 4096;

/// A step as a batch of matrices of chunks, whatever moves it.
struct Matrices {
  std::int64_t bytes;
  std::int64_t batch;
  std::int64_t chunk;
  std::int64_t row;     ///< bytes that are contiguous as the matrix is
  std::int64_t column;  ///< and as it becomes
};

Matrices matrices_of(Step const& step) {
  return {step.bytes(), step.batch, step.chunk_bytes, step.cols * step.chunk_bytes,
          step.rows * step.chunk_bytes};
}

Matrices matrices_of(BlockStep const& step) {
  auto const& axes = step.block;
  std::int64_t const whole = axes.bytes();
  if (axes.rank() < 2) return {step.bytes(), step.batch, whole, whole, whole};
  auto const last = axes.extent.size() - 1;
  // Axes whose order stays are fused, so a last axis that stays the last is a chunk.
  bool const has_chunk = axes.target[last] == static_cast<int>(last);
  auto const place = static_cast<int>(has_chunk ? last - 1 : last);
  auto const chunk = axes.element_bytes * (has_chunk ? axes.extent[last] : 1);
  auto const to_last = std::find(axes.target.begin(), axes.target.end(), place);
  auto const row = axes.extent[static_cast<std::size_t>(place)];
  auto const column =
      axes.extent[static_cast<std::size_t>(std::distance(axes.target.begin(), to_last))];
  return {step.bytes(), step.batch, chunk, row * chunk, column * chunk};
}

bool is_register_word(std::int64_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

/// The part of an item that a cache of this size does not hold.
double beyond(std::int64_t item, std::int64_t cache) {
  return std::max(0.0, 1.0 - real(cache) / real(item));
}

/// Those of the bytes, read and written, of which the pieces are so long.
template <class Holds>
double bytes_in(Matrices const& step, Holds const& holds) {
  return real(step.bytes) * ((holds(step.row) ? 1 : 0) + (holds(step.column) ? 1 : 0));
}

detail::InPlaceFeatures features(Matrices const& step, Estimate const& estimate,
                                 Limits const& limits) {
  double const share = 1.0 / std::max(limits.threads(), 1);
  double const once = share * real(step.bytes);
  double const bytes = estimate.passes * once;
  double const words = bytes / real(std::min(step.chunk, line));
  std::int64_t const item = step.bytes / step.batch;
  std::int64_t const juts_out = std::abs(step.row - step.column) / step.chunk;
  detail::InPlaceFeatures found{};
  auto const set = [&](InPlaceFeature feature, double value) { value_of(found, feature) = value; };
  set(InPlaceFeature::call, 1);
  set(InPlaceFeature::items, real(step.batch));
  set(InPlaceFeature::estimate, estimate.seconds);
  set(InPlaceFeature::bytes, bytes);
  set(InPlaceFeature::far_bytes, bytes * beyond(step.bytes, limits.machine.l3_bytes));
  set(InPlaceFeature::words, words);
  set(InPlaceFeature::runs, once * (1 / real(step.row) + 1 / real(step.column)));
  set(InPlaceFeature::misaligned_bytes,
      share * bytes_in(step, [](std::int64_t piece) { return piece % line != 0; }));
  set(InPlaceFeature::strided_bytes,
      share * bytes_in(step, [](std::int64_t piece) { return piece % page == 0; }));
  set(InPlaceFeature::odd_words, step.chunk < line && !is_register_word(step.chunk) ? words : 0);
  set(InPlaceFeature::lone_bytes, step.batch < limits.threads() ? once : 0);
  set(InPlaceFeature::spilled_bytes, once * beyond(item, limits.machine.l1_bytes));
  set(InPlaceFeature::far_item_bytes, once * beyond(item, limits.machine.l2_bytes / 2));
  set(InPlaceFeature::strip_bytes,
      share * real(step.batch * juts_out * std::min(step.row, step.column)));
  return found;
}

}  // namespace

detail::Reach reach_of(std::int64_t bytes, Limits const& limits) {
  return bytes <= limits.machine.l2_bytes * limits.threads() ? detail::Reach::cache
                                                             : detail::Reach::memory;
}

detail::InPlaceFeatures features_of(Step const& step, Estimate const& estimate,
                                    Limits const& limits) {
  return features(matrices_of(step), estimate, limits);
}

detail::InPlaceFeatures features_of(BlockStep const& step, Estimate const& estimate,
                                    Limits const& limits) {
  return features(matrices_of(step), estimate, limits);
}

template <class AnyStep>
double predicted_seconds(std::string_view decomposition, AnyStep const& step,
                         Estimate const& estimate, Limits const& limits) {
  auto const place = detail::decomposition_named(decomposition);
  if (!place) return estimate.seconds;
  auto const& model = *limits.model;
  auto const reach = static_cast<std::size_t>(reach_of(step.bytes(), limits));
  return model.seconds(model.in_place[*place][reach], features_of(step, estimate, limits),
                       limits.threads());
}

template double predicted_seconds<Step>(std::string_view, Step const&, Estimate const&,
                                        Limits const&);
template double predicted_seconds<BlockStep>(std::string_view, BlockStep const&, Estimate const&,
                                             Limits const&);

}  // namespace isomer::in_place
