// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include "programs/arithmetic.hpp"
#include "suites/records/random_records.hpp"

namespace isomer::perf {

/// What a random kernel does with each record.
struct RandomKernel {
  enum Pattern : std::uint8_t {
    home,    ///< reads and writes it
    gather,  ///< reads another one, anywhere
    sweep    ///< reads the 64 around it
  };
  Pattern pattern = home;
  std::uint32_t read = 1;     ///< a bit for each member
  std::uint32_t written = 1;  ///< none that another record reads
  int work = 1;               ///< multiplications for each member that is read
};

/// The members of T by number.
template <class T>
struct MembersOf {
  static constexpr auto const& pointers = detail::RecordOf<T>::pointers;
  static constexpr int count =
      static_cast<int>(std::tuple_size_v<std::remove_cvref_t<decltype(pointers)>>);
  template <int M>
  using Type = std::remove_cvref_t<decltype(std::declval<T&>().*std::get<M>(pointers))>;
  /// In which results are computed: that of the first member.
  using Real = Type<0>;

  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION static decltype(auto) get(auto const& record) {
    return record.template get<std::get<M>(pointers)>();
  }
};

/// The body of such a kernel; which members it uses is known to the compiler, as in a real one.
template <class T, RandomKernel kernel>
struct RandomBody {
  using Members = MembersOf<T>;
  using Real = typename Members::Real;
  static constexpr int around = 64;
  static constexpr int lanes = 8;

  KOKKOS_FUNCTION void operator()(auto const& records, int i) const {
    auto const own = records(i);
    if constexpr (kernel.pattern == RandomKernel::home) {
      write(own, sum_of(own));
    } else if constexpr (kernel.pattern == RandomKernel::gather) {
      std::uint64_t const count = records.size();
      std::uint64_t const place = programs::hash(static_cast<std::uint32_t>(i));
      write(own, sum_of(records(static_cast<int>((place * count) >> 32))));
    } else {
      Real sums[lanes]{};
      int const first = i / around * around;
      for (int j = 0; j < around; j += lanes)
        for (int k = 0; k < lanes; ++k) sums[k] += sum_of(records(first + j + k));
      Real sum = 0;
      for (int k = 0; k < lanes; ++k) sum += sums[k];
      write(own, sum * static_cast<Real>(1.0 / around));
    }
  }

 private:
  static constexpr bool reads(int m) { return ((kernel.read >> m) & 1U) != 0; }
  static constexpr bool writes(int m) { return ((kernel.written >> m) & 1U) != 0; }

  /// Of all members that are read: from 0 to below 1.
  KOKKOS_FORCEINLINE_FUNCTION static Real sum_of(auto const& record) {
    Real sum = 0;
    [&]<int... M>(std::integer_sequence<int, M...>) { (add<M>(sum, record), ...); }
    (std::make_integer_sequence<int, Members::count>{});
    return sum;
  }
  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION static void add(Real& sum, auto const& record) {
    if constexpr (reads(M)) {
      typename Members::template Type<M> const value = Members::template get<M>(record);
      Real term = 0;
      if constexpr (std::is_integral_v<decltype(value)>)
        term = static_cast<Real>(static_cast<std::int32_t>(value) & 255) *
               static_cast<Real>(1.0 / 256);
      else term = static_cast<Real>(value);
      for (int k = 1; k < kernel.work; ++k) term = term * (static_cast<Real>(1.5) - term * term);
      sum += term * static_cast<Real>(1.0 / Members::count);
    }
  }

  /// Numbers from 0.5 on, which stay normal however often a kernel is called.
  KOKKOS_FORCEINLINE_FUNCTION static void write(auto const& record, Real sum) {
    [&]<int... M>(std::integer_sequence<int, M...>) { (put<M>(record, sum), ...); }
    (std::make_integer_sequence<int, Members::count>{});
  }
  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION static void put(auto const& record, Real sum) {
    using Member = typename Members::template Type<M>;
    if constexpr (writes(M)) {
      if constexpr (std::is_integral_v<Member>)
        Members::template get<M>(record) =
            static_cast<Member>(static_cast<std::int32_t>(sum * 100) + M);
      else
        Members::template get<M>(record) =
            static_cast<Member>(static_cast<Real>(0.5) + static_cast<Real>(0.5 - M * 0.01) * sum);
    }
  }
};

/// The first data: from 0 to below 1, integers to below 256.
template <class T>
struct RandomBegin {
  KOKKOS_FUNCTION void operator()(auto const& records, int i) const {
    auto const record = records(i);
    [&]<int... M>(std::integer_sequence<int, M...>) { (put<M>(record, i), ...); }
    (std::make_integer_sequence<int, MembersOf<T>::count>{});
  }
  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION static void put(auto const& record, int i) {
    using Member = typename MembersOf<T>::template Type<M>;
    auto const random = programs::hash(static_cast<std::uint32_t>(i * MembersOf<T>::count + M));
    if constexpr (std::is_integral_v<Member>)
      MembersOf<T>::template get<M>(record) = static_cast<Member>(random % 256);
    else MembersOf<T>::template get<M>(record) = static_cast<Member>(programs::fraction(random));
  }
};

}  // namespace isomer::perf
