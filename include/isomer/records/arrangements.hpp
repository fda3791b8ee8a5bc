// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string_view>

#include <isomer/records/detail/fixed_string.hpp>

namespace isomer {

/// Array of structs: the records as the compiler lays them.
struct AoS {};

/// Struct of arrays: each leaf an array of its own.
struct SoA {};

/// Leaves of a tile by falling alignment, which needs no padding between them ..
struct ByAlignment {};
/// .. or in the order in which the record is described, each aligned by itself, as other libraries
/// have them.
struct DeclaredOrder {};

/// Blocks of N records in which each leaf has its N values side by side.
template <int N, class Order = ByAlignment>
struct Tiled {
  static_assert(N >= 2 && N <= 32768 && (N & (N - 1)) == 0,
                "isomer: the records of a tile must be a power of two from 2 to 32768");
};
template <int N>
using DeclaredTiled = Tiled<N, DeclaredOrder>;

/// Whichever of the others records have at run time, for `RecordView<T, Any>`: one function,
/// compiled once, for tools that look at records of any arrangement. Each access works out its
/// address.
struct Any {};

/// The members named, arranged as A says, for `Clusters`.
template <class A, detail::FixedString... Names>
struct In {
  static_assert(sizeof...(Names) > 0, "isomer: In<A, names...> must name a member");
  using arrangement_type = A;
  static constexpr std::array<std::string_view, sizeof...(Names)> names{
      detail::text_of<Names>()...};
};

/// All members that no other cluster names, for `Clusters`.
template <class A>
struct Rest {
  using arrangement_type = A;
  static constexpr std::array<std::string_view, 0> names{};
};

/// Members in groups, each with an arrangement of its own:
/// `Clusters<In<Tiled<8>, "x", "y">, Rest<SoA>>`. A group in AoS is packed, without the padding of
/// the struct.
template <class... C>
struct Clusters {};

}  // namespace isomer
