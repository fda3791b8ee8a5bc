// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <array>
#include <cstring>

#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/oracle.hpp"
#include "support/sampled.hpp"
#include "support/view_access.hpp"
#include "tiling/taxonomy.hpp"

/// The compiled engine on the full product of ranks, element sizes, gaps, orders and misalignments,
/// without a View type in sight: what the typed tests of the API cannot afford.
namespace isomer::test {
namespace {

void run_and_compare(Case const& c, PlanOptions const& options, std::string const& schema = {}) {
  Exec const exec;
  GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
  GuardedArray const src(c.src_shape(), c.src.misalignment);
  auto const problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
  auto const plan = detail::make_plan(exec, problem, options, "test");
  if (!schema.empty()) {
    EXPECT_EQ(plan->facts().schema, schema);
  }
  for (int which = 0; which < src.fills(); ++which) {
    src.fill(which);
    GuardedArray const expected(dst), src_before(src);
    naive_permute(expected, src, c.axes);
    plan->run(exec, dst.data(), src.data(), nullptr);
    exec.fence();
    EXPECT_TRUE(same_bytes(dst, expected)) << plan->facts().description;
    EXPECT_TRUE(same_bytes(src, src_before)) << plan->facts().description;
  }
}

TEST(Engine, AgreesWithTheOracleOnSmallProblemsOfEveryKind) {
  for_each_case(4000, {.max_bytes = 8 * 1024}, [](Case const& c) { run_and_compare(c, {}); });
}

TEST(Engine, AgreesWithTheOracleOnProblemsOfSeveralTiles) {
  for_each_case(300, {.max_bytes = 256 * 1024}, [](Case const& c) { run_and_compare(c, {}); });
}

TEST(Engine, AgreesWithTheOracleOnProblemsForAllThreads) {
  for_each_case(40, {.max_bytes = 4 << 20}, [](Case const& c) { run_and_compare(c, {}); });
}

TEST(Engine, AgreesWithTheOracleOnMatricesOfEveryWord) {
  for_each_case(
      1000,
      {.min_rank = 2, .max_rank = 2, .max_bytes = 64 * 1024, .element_bytes = {1, 2, 4, 8, 16}},
      [](Case const& c) { run_and_compare(c, {}); });
}

TEST(Engine, MovesWholeLinesAlsoToWhereNoLineStarts) {
  // Addresses are a hint to plans, which are executed on other views as well.
  Exec const exec;
  ArrayShape const from{{1024, 640}, {640, 1}, 8};
  ArrayShape const to{{640, 1024}, {1024, 1}, 8};
  GuardedArray const src(from, 0);
  auto const problem = detail::describe("test", GuardedArray(to, 0).info(), src.info(), Axes{1, 0});
  auto const plan = detail::make_plan(exec, problem, {}, "test");
  src.fill(0);
  for (int const misalignment : {0, 8, 16, 32}) {
    GuardedArray const dst(to, misalignment);
    GuardedArray const expected(dst);
    naive_permute(expected, src, {1, 0});
    plan->run(exec, dst.data(), src.data(), nullptr);
    exec.fence();
    EXPECT_TRUE(same_bytes(dst, expected)) << misalignment;
  }
}

TEST(Engine, CountsTheBytesOfTheProblem) {
  Exec const exec;
  for_each_case(500, {}, [&](Case const& c) {
    GuardedArray const dst(c.dst_shape(), 0), src(c.src_shape(), 0);
    auto const problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
    auto const plan = detail::make_plan(exec, problem, {}, "test");
    auto const& facts = plan->facts();
    EXPECT_EQ(facts.bytes_read, c.src_shape().size() * c.element_bytes);
    EXPECT_EQ(facts.bytes_written, c.src_shape().size() * c.element_bytes);
    EXPECT_FALSE(facts.schema.empty());
    EXPECT_THAT(facts.description, testing::HasSubstr(facts.bytes_read > 0 ? facts.schema : "0"));
    EXPECT_GE(facts.predicted_seconds, 0);
  });
}

TEST(Engine, InPlaceAgreesWithTheOracleOnEveryKindOfProblem) {
  Exec const exec;
  for_each_case(2500, {.max_bytes = 12 * 1024}, [&](Case const& c) {
    ArrayShape const dense{c.extent, strides_for(c.extent, c.src.slowest_first), c.element_bytes};
    GuardedArray const array(dense, c.src.misalignment);
    auto const order =
        std::array{detail::Order::left, detail::Order::right, detail::Order::stride}[c.seed % 3];
    auto const call = detail::describe_in_place("test", array.info(), to_axes(c.axes), order);
    ArrayShape const after{Index(call.extent.begin(), call.extent.begin() + c.rank()),
                           Index(call.stride.begin(), call.stride.begin() + c.rank()),
                           c.element_bytes};
    auto const plan = detail::make_plan(exec, call.problem, {}, "test");
    for (int which = 0; which < array.fills(); ++which) {
      array.fill(which);
      GuardedArray const expected = naive_in_place(array, after, c.axes);
      plan->run(exec, array.data(), nullptr, nullptr);
      exec.fence();
      EXPECT_TRUE(same_bytes(array, expected)) << plan->facts().description;
    }
  });
}

TEST(Engine, ScalesComplexNumbersThatStartAtAMultipleOfTheirParts) {
  Exec const exec;
  detail::ScaleFactors factors;
  std::array<float, 2> const alpha{2, 0}, beta{3, 0};
  std::memcpy(factors.alpha.data(), alpha.data(), sizeof(alpha));
  std::memcpy(factors.beta.data(), beta.data(), sizeof(beta));
  factors.reads_dst = true;
  for_each_case(
      400, {.max_bytes = 64 * 1024, .element_bytes = {8}, .alignment = 4}, [&](Case const& c) {
        GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
        GuardedArray const src(c.src_shape(), c.src.misalignment);
        GuardedArray const expected(dst);
        auto const part = [](GuardedArray const& array, Index const& i, int k) {
          return reinterpret_cast<float*>(array.at(i)) + k;
        };
        int number = 0;
        for_each_index(c.extent, [&](Index const& i) {
          Index const to = permuted(i, c.axes);
          for (int k : {0, 1}) {
            *part(src, i, k) = static_cast<float>(++number % 97);
            *part(dst, to, k) = static_cast<float>(number % 89);
            *part(expected, to, k) = 2 * *part(src, i, k) + 3 * *part(dst, to, k);
          }
        });
        auto problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
        problem.scalar = detail::Scalar::c64;
        detail::make_plan(exec, problem, {}, "test")->run(exec, dst.data(), src.data(), &factors);
        exec.fence();
        EXPECT_TRUE(same_bytes(dst, expected));
      });
}

/// Every schema is forced by its name on all problems that it can move, and must have run. Larger
/// extents make some of the problems larger than the caches, where other stores are used.
class ForcedSchema : public testing::TestWithParam<detail::Schema> {};

TEST_P(ForcedSchema, MovesWhatItCanAndRefusesTheRestByName) {
  std::string const name = detail::name_of(GetParam());
  Exec const exec;
  int moved = 0, refused = 0;
  for_each_case(2500, {.max_bytes = 16 * 1024}, [&](Case const& c) {
    GuardedArray const dst(c.dst_shape(), 0), src(c.src_shape(), 0);
    auto const normal =
        detail::normalize(detail::describe("test", dst.info(), src.info(), to_axes(c.axes)));
    if (detail::volume_bytes(normal) == 0) return;
    try {
      detail::make_plan(exec, normal, {.schema = name}, "isomer::plan_permute");
    } catch (Error const& error) {
      EXPECT_THAT(error.what(), testing::StartsWith("isomer::plan_permute: schema is \"" + name +
                                                    "\", which cannot move "));
      ++refused;
      return;
    }
    EXPECT_TRUE(detail::is_admissible(GetParam(), normal));
    run_and_compare(c, {.schema = name}, name);
    ++moved;
  });
  EXPECT_GT(moved, 50 / sample_step) << "too few problems for " << name;
  EXPECT_GT(moved + refused, 2000 / sample_step);
  if (GetParam() == detail::Schema::strided) {
    EXPECT_EQ(refused, 0) << "strided moves everything";
  }
}

TEST(ForcedSchemas, ThatNeedMoreWorkspaceThanIsAllowedSayHowMuch) {
  Exec const exec;
  detail::Problem cast;
  cast.rank = 2;
  cast.element_bytes = 8;
  cast.cast = {detail::Scalar::f64, detail::Scalar::f32};
  cast.axis[0] = {100, 300, 1};
  cast.axis[1] = {300, 1, 100};
  PlanOptions options{.workspace_limit = 0, .schema = "orthogonal_distinct"};
  std::string said;
  try {
    detail::make_plan(exec, cast, options, "test");
  } catch (Error const& error) {
    said = error.what();
  }
  std::string const before = "test: workspace_limit was 0 bytes, has to be at least ";
  ASSERT_THAT(said, testing::StartsWith(before));
  EXPECT_THAT(said, testing::EndsWith(" for schema \"orthogonal_distinct\""));
  options.workspace_limit = std::stoul(said.substr(before.size()));
  EXPECT_EQ(detail::make_plan(exec, cast, options, "test")->facts().schema, options.schema);
  --options.workspace_limit;
  EXPECT_THROW(detail::make_plan(exec, cast, options, "test"), Error);
}

std::string schema_name(testing::TestParamInfo<detail::Schema> const& schema) {
  return detail::name_of(schema.param);
}
INSTANTIATE_TEST_SUITE_P(Named, ForcedSchema,
                         testing::Values(detail::Schema::copy, detail::Schema::fvi_match_large,
                                         detail::Schema::fvi_match_small,
                                         detail::Schema::orthogonal_distinct,
                                         detail::Schema::orthogonal_arbitrary,
                                         detail::Schema::strided),
                         schema_name);

TEST(ForcedSchemas, AreAllThereAre) {
  // A seventh name has to be added to the instantiation above.
  EXPECT_STREQ(detail::name_of(detail::Schema::strided), "strided");
  EXPECT_EQ(static_cast<int>(detail::Schema::strided), 5);
  EXPECT_FALSE(detail::schema_named("magic"));
}

TEST(ForcedSchemas, MeasuredPlansRunWhatTheySay) {
  for_each_case(15, {.max_bytes = 256 * 1024},
                [](Case const& c) { run_and_compare(c, {.effort = Effort::measure}); });
}

}  // namespace
}  // namespace isomer::test
