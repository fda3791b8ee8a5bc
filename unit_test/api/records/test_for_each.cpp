// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// One body for all arrangements.
namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;

/// Adds to each member of Mixed something of its index.
struct Change {
  int by;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.a += by * i;
    p.b = static_cast<float>(by);
    p.e = static_cast<std::int8_t>(i % 100);
  }
};

template <class A>
void expect_changed(std::size_t n) {
  RecordView<Mixed, A, Host> const view("mixed", n);
  fill(view);
  for_each("change", Host{}, view, Change{3});
  Host{}.fence();
  for (std::size_t i = 0; i < n; ++i) {
    Mixed expected = made_up<Mixed>(i);
    expected.a += 3.0 * static_cast<double>(i);
    expected.b = 3;
    expected.e = static_cast<std::int8_t>(i % 100);
    ASSERT_TRUE(are_equal(Mixed(view(i)), expected)) << i << " of " << n;
  }
}

TEST(ForEach, VisitsEveryRecordOnceInEveryArrangement) {
  for_arrangements<Mixed>([]<class T, class A>() {
    static_assert(std::is_same_v<T, Mixed>);
    SCOPED_TRACE(Arrangement(A{}).name());
    for (std::size_t const n : {0, 1, 7, 8, 255, 256, 257, 1000, 2048, 5003}) expect_changed<A>(n);
  });
}

/// A body that owns memory, as one that captures a View or a std::vector does.
class CountsItsCopies {
 public:
  explicit CountsItsCopies(std::atomic<int>& copies) : copies_(copies) {}
  CountsItsCopies(CountsItsCopies const& other) : copies_(other.copies_), table_(other.table_) {
    ++copies_;
  }
  CountsItsCopies& operator=(CountsItsCopies const&) = delete;
  ~CountsItsCopies() = default;

  void operator()(auto const& particles, int i) const {
    particles(i).a += (*table_)[static_cast<std::size_t>(i) % table_->size()];
  }
  double added(std::size_t i) const { return (*table_)[i % table_->size()]; }

 private:
  std::atomic<int>& copies_;
  std::shared_ptr<std::array<double, 3>> table_ =
      std::make_shared<std::array<double, 3>>(std::array<double, 3>{1, 20, 300});
};

TEST(ForEach, CopiesABodyThatOwnsMemoryOnceForEachThread) {
  for_arrangements<Mixed>([]<class T, class A>() {
    for (std::size_t const n : {0, 1, 7, 255, 256, 257, 5003, 60000}) {
      RecordView<T, A, Host> const view("mixed", n);
      fill(view);
      std::atomic<int> copies = 0;
      CountsItsCopies const body(copies);
      for_each("add", view, body);
      EXPECT_LE(copies, Host{}.concurrency() + 8);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(view(i).a, made_up<T>(i).a + body.added(i))
            << Arrangement(A{}).name() << ' ' << i;
    }
  });
}

TEST(ForEach, TakesABodyOfManyBytes) {
  std::array<double, 1000> table{};
  for (std::size_t k = 0; k < table.size(); ++k) table[k] = static_cast<double>(k);
  RecordView<Single, Tiled<64>, Host> const view("records", 3001);
  for_each("look up", view, [=](auto const& p, std::int64_t i) {
    p(i).a = table[static_cast<std::size_t>(i) % table.size()];
  });
  for (std::size_t i = 0; i < 3001; ++i) ASSERT_EQ(view(i).a, static_cast<double>(i % 1000));
}

TEST(ForEach, LeavesRecordsBehindTheLastAlone) {
  for_arrangements<Mixed>([]<class T, class A>() {
    RecordView<T, A, Host> const all("mixed", 600);
    fill(all);
    RecordView<T, A, Host> const some(all.data(), 509, all.capacity());
    for_each("clear", some, [](auto const& particles, int i) { particles(i) = T{}; });
    for (std::size_t i = 509; i < 600; ++i)
      ASSERT_TRUE(are_equal(T(all(i)), made_up<T>(i))) << Arrangement(A{}).name() << ' ' << i;
    for (std::size_t i = 0; i < 509; ++i) ASSERT_TRUE(are_equal(T(all(i)), T{}));
  });
}

TEST(ForEach, ReadsOtherRecords) {
  for_arrangements<Mixed>([]<class T, class A>() {
    std::size_t const n = 3001;
    RecordView<T, A, Host> const view("mixed", n);
    fill(view);
    for_each("gather", view, [=](auto const& particles, auto i) {
      auto const other = (static_cast<std::size_t>(i) * 7919) % n;
      particles(i).b = static_cast<float>(particles(other).d);
    });
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(view(i).b, made_up<T>(i * 7919 % n).d) << Arrangement(A{}).name() << ' ' << i;
  });
}

TEST(ForEach, TellsTheBodyHowManyRecordsThereAre) {
  RecordView<Single, Tiled<8>, Host> const view("records", 300);
  for_each("size", view, [](auto const& particles, int i) {
    particles(i).a = static_cast<double>(particles.size() + particles.capacity());
  });
  EXPECT_EQ(view(299).a, 300.0 + 320.0);
}

TEST(ForEach, PassesTheIndexThatTheBodyTakes) {
  RecordView<Single, SoA, Host> const view("records", 300);
  for_each("int", view, [](auto const& p, int i) { p(i).a += i; });
  for_each("64 bits", view, [](auto const& p, std::int64_t i) { p(i).a += double(i); });
  for_each("size_t", view, [](auto const& p, std::size_t i) { p(i).a += double(i); });
  for_each("any", view, [](auto const& p, auto i) {
    static_assert(std::is_integral_v<decltype(i)>);
    p(i).a += static_cast<double>(i);
  });
  for_each("unsigned", view, [](auto const& p, unsigned i) { p(i).a += i; });
  for (int i = 0; i < 300; ++i) ASSERT_EQ(view(i).a, 5.0 * i);
}

TEST(ForEach, OfMoreRecordsThanTheIndexCountsIsAnError) {
  std::int64_t visits = 0;
  auto const message = [&](std::size_t count, auto const& body) {
    Single none;
    RecordView<Single, AoS, Host> const view(&none, count, count);
    return message_of([&] { for_each("many", Host{}, view, body); });
  };
  auto const by_int = [&](auto const&, int) { ++visits; };
  auto const by_unsigned = [&](auto const&, unsigned) { ++visits; };
  constexpr std::size_t two_to_31 = std::size_t{1} << 31;
  EXPECT_EQ(message(two_to_31, by_int),
            "isomer::for_each: \"many\" visits 2147483648 records with a body whose index has 32 "
            "bits, it has to take a std::int64_t");
  EXPECT_THAT(message(2 * two_to_31, by_unsigned), HasSubstr("visits 4294967296 records"));
  EXPECT_EQ(visits, 0);
}

TEST(ForEach, GivesABodyTheIndexThatCountsTheRecords) {
  using Seen = detail::RecordWindow<detail::RecordSpan<Single, AoS>, int>;
  auto const by_unsigned = [](auto const&, unsigned) {};
  auto const by_any = [](auto const&, auto) {};
  using Unsigned = detail::BodyIndex<decltype(by_unsigned), Seen>;
  using Any = detail::BodyIndex<decltype(by_any), Seen>;
  EXPECT_TRUE((std::is_same_v<Unsigned::Few, int> && std::is_same_v<Unsigned::Many, unsigned>));
  EXPECT_TRUE((std::is_same_v<Any::Few, int> && std::is_same_v<Any::Many, std::int64_t>));
  EXPECT_TRUE(detail::counts<unsigned>(std::size_t{1} << 31));
  EXPECT_FALSE(detail::counts<int>(std::size_t{1} << 31));
}

TEST(ForEach, CountsOnWithAnUnsignedIndexWhereAnIntEnds) {
  constexpr unsigned count = (1U << 31) + 100;
  unsigned last = 0;
  auto body = [&](auto const&, unsigned i) { last = i; };
  Single none;
  detail::HostBlocks<detail::RecordSpan<Single, AoS>, unsigned, decltype(body)> const visit{
      {reinterpret_cast<std::byte*>(&none), count, count}, count, body};
  visit(count / detail::host_block);
  EXPECT_EQ(last, count - 1);
}

TEST(ForEach, VisitsConstViews) {
  RecordView<Single, Tiled<64>, Host> const view("records", 500);
  fill(view);
  Kokkos::View<double*, Host> const copy("copy", 500);
  RecordView<Single const, Tiled<64>, Host> const reader = view;
  for_each("read", reader, [=](auto const& p, int i) { copy(i) = p(i).a; });
  for (std::size_t i = 0; i < 500; ++i) ASSERT_EQ(copy(i), made_up<Single>(i).a);
}

}  // namespace
}  // namespace isomer::test
