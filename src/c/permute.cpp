// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "c/permute.hpp"

#include <isomer/isomer.h>
#include <isomer/detail/describe.hpp>
#include <isomer/detail/engine.hpp>

namespace isomer::c {

void permute(char const* function, Host const& host, Side const& dst, Side const& src,
             Shape const& shape, ScalingOf const& scaling) {
  require_shape(function, shape);
  detail::ViewInfo const to = at(dst.data, destination(function, shape, dst.lying));
  detail::ViewInfo const from = at(src.data, source(function, shape, src.lying));
  detail::Problem problem = detail::describe(function, to, from, axes_of(shape));
  problem.scalar = scaling.scalar;
  detail::cached_plan(host, problem, {}, function)
      ->run(host, to.data, from.data, scaling.is_plain ? nullptr : &scaling.factors);
}

void permute_in_place(char const* function, Host const& host, void* data, Shape const& shape,
                      Lying const& lying) {
  require_shape(function, shape);
  detail::ViewInfo const array = at(data, source(function, shape, lying));
  auto const call =
      detail::describe_in_place(function, array, axes_of(shape), detail::Order::stride);
  detail::cached_plan(host, call.problem, {}, function)->run(host, array.data, nullptr, nullptr);
}

namespace {

int permute_plainly(char const* function, Side const& dst, Side const& src, Shape const& shape) {
  return guarded(function, [&](Host const& host) {
    permute(function, host, dst, src, shape, ScalingOf{.factors = {}, .is_plain = true});
  });
}

}  // namespace
}  // namespace isomer::c

using namespace isomer;

extern "C" {

int isomer_permute(void* dst, void const* src, int64_t element_bytes, int rank,
                   int64_t const* extents, int const* axes) {
  return c::permute_plainly("isomer_permute", {dst, {}}, {src, {}},
                            {element_bytes, rank, extents, axes});
}

int isomer_permute_strided(void* dst, int64_t const* dst_strides, void const* src,
                           int64_t const* src_strides, int64_t element_bytes, int rank,
                           int64_t const* extents, int const* axes) {
  return c::permute_plainly("isomer_permute_strided", {dst, {dst_strides, nullptr}},
                            {src, {src_strides, nullptr}}, {element_bytes, rank, extents, axes});
}

int isomer_permute_padded(void* dst, int64_t const* dst_outer, void const* src,
                          int64_t const* src_outer, int64_t element_bytes, int rank,
                          int64_t const* extents, int const* axes) {
  return c::permute_plainly("isomer_permute_padded", {dst, {nullptr, dst_outer}},
                            {src, {nullptr, src_outer}}, {element_bytes, rank, extents, axes});
}

int isomer_permute_scaled(int type, void const* alpha, void const* src, int64_t const* src_strides,
                          void const* beta, void* dst, int64_t const* dst_strides, int conjugate,
                          int rank, int64_t const* extents, int const* axes) {
  static constexpr char const* function = "isomer_permute_scaled";
  return c::guarded(function, [&](c::Host const& host) {
    c::ScalingOf const scaling = c::scaling_of(function, type, alpha, beta, conjugate != 0);
    c::permute(function, host, {dst, {dst_strides, nullptr}}, {src, {src_strides, nullptr}},
               {scaling.element_bytes, rank, extents, axes}, scaling);
  });
}

int isomer_permute_in_place(void* data, int64_t element_bytes, int rank, int64_t const* extents,
                            int const* axes) {
  static constexpr char const* function = "isomer_permute_in_place";
  return c::guarded(function, [&](c::Host const& host) {
    c::permute_in_place(function, host, data, {element_bytes, rank, extents, axes});
  });
}

}  // extern "C"
