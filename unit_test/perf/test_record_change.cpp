// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/record_change.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <vector>

#include <isomer/detail/engine.hpp>

namespace {

using namespace isomer;
using isomer::perf::Exec;
using isomer::perf::RecordChange;
using testing::HasSubstr;

constexpr std::int64_t count = 1000;
using Bytes = Kokkos::View<std::byte*, Exec::memory_space>;

DynamicRecord record() { return DynamicRecord({{"a", 8, 8}, {"b", 4, 4, 2}, {"c", 1, 1}}); }

/// What is found where a plan moves records from `source` to `result`.
class Changing {
 public:
  explicit Changing(bool in_place)
      : change_(record(), count, "aos", "tiled 8", in_place),
        source_("source", bytes()),
        result_(in_place ? source_ : Bytes("result", bytes())),
        plan_(detail::make_plan(Exec{}, change_.problem, PlanOptions{}, "test_perf")) {}

  std::optional<std::string> by_the_plan(bool corrupt = false) const {
    auto const move = [&] {
      plan_->run(Exec{}, result_.data(), change_.problem.in_place ? nullptr : source_.data(),
                 nullptr);
    };
    return change_.verify(Exec{}, source_.data(), result_.data(), move, corrupt);
  }
  std::optional<std::string> by_nothing() const {
    return change_.verify(
        Exec{}, source_.data(), result_.data(), [] {}, false);
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(change_.bytes()); }

  RecordChange change_;
  Bytes source_;
  Bytes result_;
  detail::PlanPtr<Exec> plan_;
};

TEST(RecordChange, IsRightByThePlan) {
  for (bool const in_place : {false, true}) {
    Changing const changing(in_place);
    EXPECT_EQ(changing.by_the_plan(), std::nullopt);
    EXPECT_EQ(changing.by_the_plan(), std::nullopt);
  }
}

TEST(RecordChange, TellsTheFirstWrongByte) {
  Changing const changing(false);
  EXPECT_THAT(changing.by_the_plan(true).value_or("right"), HasSubstr("element 0 of 17000 of"));
}

TEST(RecordChange, IsNotRightBecauseAnEarlierOneWas) {
  for (bool const in_place : {false, true}) {
    Changing const changing(in_place);
    EXPECT_EQ(changing.by_the_plan(), std::nullopt);
    EXPECT_TRUE(changing.by_nothing());
  }
}

}  // namespace
