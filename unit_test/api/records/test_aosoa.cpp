// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// Records in the memory of arrays of structs of arrays, by a class with the members of Cabana's.
namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;

template <template <int> class Soa, int V, class Types, class Traits>
class StandIn {
 public:
  using soa_type = Soa<V>;
  using memory_space = Kokkos::HostSpace;
  using memory_traits = Traits;
  static constexpr int vector_length = V;
  static constexpr std::size_t number_of_members = std::tuple_size_v<Types>;
  template <std::size_t M>
  using member_data_type = typename std::tuple_element_t<M, Types>::type;

  StandIn(std::string const& label, std::size_t n) : size_(n), data_(label, (n + V - 1) / V) {}
  StandIn(soa_type* data, std::size_t n) : size_(n), data_(data, (n + V - 1) / V) {}

  soa_type* data() const { return data_.data(); }
  soa_type& access(std::size_t s) const { return data_(s); }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return data_.extent(0) * V; }
  int use_count() const { return data_.use_count(); }

 private:
  std::size_t size_;
  Kokkos::View<soa_type*, memory_space, memory_traits> data_;
};

struct Atom {
  double x[3];
  float v[3];
  int cell;
  double mass;
};
template <int V>
struct Atoms {
  double x[3][V];
  float v[3][V];
  int cell[V];
  double mass[V];
};
using AtomTypes = std::tuple<std::type_identity<double[3]>, std::type_identity<float[3]>,
                             std::type_identity<int>, std::type_identity<double>>;

/// In short tiles there is padding between its members.
struct Gappy {
  std::int8_t a;
  double b;
  std::int16_t c;
  float d;
};
template <int V>
struct Gappies {
  std::int8_t a[V];
  double b[V];
  std::int16_t c[V];
  float d[V];
};
using GappyTypes = std::tuple<std::type_identity<std::int8_t>, std::type_identity<double>,
                              std::type_identity<std::int16_t>, std::type_identity<float>>;

template <int V, class Traits = Kokkos::MemoryTraits<0>>
using AtomAosoa = StandIn<Atoms, V, AtomTypes, Traits>;
template <int V, class Traits = Kokkos::MemoryTraits<0>>
using GappyAosoa = StandIn<Gappies, V, GappyTypes, Traits>;

Atom atom(std::size_t i) {
  auto const k = static_cast<int>(i);
  auto const f = static_cast<float>(i);
  return {{k + 0.25, k + 0.5, k + 0.75}, {f * 2, f * 3, f * 5}, -k, k * 7.0};
}
template <int V>
void put(Atoms<V>& atoms, int lane, std::size_t i) {
  Atom const value = atom(i);
  for (int k = 0; k < 3; ++k) {
    atoms.x[k][lane] = value.x[k];
    atoms.v[k][lane] = value.v[k];
  }
  atoms.cell[lane] = value.cell;
  atoms.mass[lane] = value.mass;
}
bool is(Atom const& a, std::size_t i) { return are_equal(a, atom(i)); }

Gappy gappy(std::size_t i) {
  auto const k = static_cast<int>(i);
  return {static_cast<std::int8_t>(k % 100), k * 0.5, static_cast<std::int16_t>(-k),
          static_cast<float>(k)};
}
template <int V>
void put(Gappies<V>& gappies, int lane, std::size_t i) {
  Gappy const value = gappy(i);
  gappies.a[lane] = value.a;
  gappies.b[lane] = value.b;
  gappies.c[lane] = value.c;
  gappies.d[lane] = value.d;
}
bool is(Gappy const& a, std::size_t i) { return are_equal(a, gappy(i)); }

}  // namespace
}  // namespace isomer::test

ISOMER_RECORD(isomer::test::Atom, x, v, cell, mass);
ISOMER_RECORD(isomer::test::Gappy, a, b, c, d);

namespace isomer::test {
namespace {

template <class A>
void fill_aosoa(A const& aosoa) {
  constexpr std::size_t v = A::vector_length;
  for (std::size_t i = 0; i < aosoa.size(); ++i)
    put(aosoa.access(i / v), static_cast<int>(i % v), i);
}

template <class View>
bool holds_all(View const& view) {
  for (std::size_t i = 0; i < view.size(); ++i)
    if (!is(typename View::value_type(view(i)), i)) return false;
  return true;
}

template <class T, class A>
void expect_records_of(std::size_t n) {
  SCOPED_TRACE(std::to_string(n) + " in tiles of " + std::to_string(A::vector_length));
  A const aosoa("aosoa", n);
  fill_aosoa(aosoa);
  auto const records = as_records<T>(aosoa);
  EXPECT_EQ(static_cast<void*>(aosoa.data()), records.data());
  EXPECT_EQ(records.size(), n);
  EXPECT_EQ(records.capacity(), aosoa.capacity());
  EXPECT_EQ(records.span_bytes(), aosoa.capacity() / A::vector_length * sizeof(*aosoa.data()));
  EXPECT_TRUE(holds_all(records));
}

template <class Visit>
void for_lengths(Visit const& visit) {
  [&]<int... V>(std::integer_sequence<int, V...>) {
    (visit(std::integral_constant<int, V>{}), ...);
  }
  (std::integer_sequence<int, 1, 2, 4, 8, 16, 32, 64>{});
}

TEST(RecordsOfAosoa, AreWhatIsInItsMemory) {
  for_lengths([]<int V>(std::integral_constant<int, V>) {
    for (std::size_t const n : {1, 63, 64, 65, 200}) {
      expect_records_of<Atom, AtomAosoa<V>>(n);
      expect_records_of<Gappy, GappyAosoa<V>>(n);
    }
  });
}

TEST(RecordsOfAosoa, AreTilesInDeclaredOrder) {
  using Tiles = decltype(as_records<Atom>(std::declval<AtomAosoa<16> const&>()));
  static_assert(std::is_same_v<Tiles::arrangement_type, DeclaredTiled<16>>);
  using Structs = decltype(as_records<Atom>(std::declval<AtomAosoa<1> const&>()));
  static_assert(std::is_same_v<Structs::arrangement_type, AoS>);
  AtomAosoa<16> const aosoa("aosoa", 40);
  auto const records = as_records<Atom>(aosoa);
  records(37).v[2] = 5;
  EXPECT_EQ(aosoa.access(2).v[2][5], 5);
}

TEST(RecordsOfAosoa, ShareItsMemory) {
  RecordView<Atom, DeclaredTiled<4>, Kokkos::HostSpace> records;
  {
    AtomAosoa<4> const aosoa("shared", 10);
    fill_aosoa(aosoa);
    records = as_records<Atom>(aosoa);
    EXPECT_EQ(aosoa.use_count(), 2);
    EXPECT_EQ(records.use_count(), 2);
    EXPECT_THAT(message_of([&] { rearrange<SoA>(Host{}, std::move(records)); }),
                HasSubstr("\"shared\" is shared by 2 owners"));
  }
  EXPECT_EQ(records.use_count(), 1);
  EXPECT_EQ(records.label(), "shared");
  EXPECT_TRUE(holds_all(records));
}

TEST(RecordsOfAosoa, OfNoneAreNone) {
  AtomAosoa<4> const aosoa("empty", 0);
  EXPECT_EQ(as_records<Atom>(aosoa).size(), 0U);
  EXPECT_EQ(as_records<Atom>(aosoa).use_count(), 0);
}

/// To SoA and back in the memory of the records.
template <class R>
void expect_there_and_back(R records) {
  using Tiles = typename R::arrangement_type;
  SCOPED_TRACE(std::to_string(records.size()) + " in " + Arrangement(Tiles{}).name());
  auto const* const data = records.data();
  auto arrays = rearrange<SoA>(Host{}, std::move(records));
  EXPECT_EQ(arrays.data(), data);
  EXPECT_TRUE(holds_all(arrays));
  EXPECT_TRUE(holds_all(rearrange<Tiles>(Host{}, std::move(arrays))));
}

TEST(RecordsOfAosoa, AreRearrangedInPlaceThereAndBack) {
  for_lengths([]<int V>(std::integral_constant<int, V>) {
    for (std::size_t const n : {1, 64, 1000, 5000}) {
      auto const records = [n] {
        GappyAosoa<V> const aosoa("aosoa", n);
        fill_aosoa(aosoa);
        return as_records<Gappy>(aosoa);
      };
      expect_there_and_back(records());
    }
  });
}

TEST(RecordsOfAosoa, OfTheCallersMemoryOwnNothingAndAreBackInIt) {
  for_lengths([]<int V>(std::integral_constant<int, V>) {
    for (std::size_t const n : {1, 64, 1000, 5000}) {
      std::vector<Atoms<V>> memory((n + V - 1) / V);
      AtomAosoa<V, Kokkos::MemoryUnmanaged> const aosoa(memory.data(), n);
      fill_aosoa(aosoa);
      EXPECT_EQ(as_records<Atom>(aosoa).use_count(), 0);
      expect_there_and_back(as_records<Atom>(aosoa));
      EXPECT_TRUE(holds_all(as_records<Atom>(aosoa)));
    }
  });
}

TEST(RecordsOfAosoa, AreCopiedToOtherArrangementsAndBack) {
  for_lengths([]<int V>(std::integral_constant<int, V>) {
    GappyAosoa<V> const aosoa("aosoa", 700);
    fill_aosoa(aosoa);
    RecordView<Gappy, SoA, Host> const arrays("arrays", 700);
    deep_copy(arrays, as_records<Gappy>(aosoa));
    EXPECT_TRUE(holds_all(arrays));
    GappyAosoa<V> const other("other", 700);
    deep_copy(as_records<Gappy>(other), arrays);
    EXPECT_TRUE(holds_all(as_records<Gappy>(other)));
  });
}

}  // namespace
}  // namespace isomer::test
