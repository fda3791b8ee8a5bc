// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/cache/cache_key.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace isomer::test {
namespace {

using detail::CacheKey;
using detail::InPlaceProblem;
using detail::key_of;
using detail::Problem;

/// All that a key asks of an instance of an execution space.
struct Threads {
  int number;
  int concurrency() const { return number; }
};

Problem transposition() {
  Problem problem;
  problem.rank = 2;
  problem.element_bytes = 8;
  problem.axis[0] = {300, 200, 1};
  problem.axis[1] = {200, 1, 300};
  return problem;
}

InPlaceProblem transposition_in_place() {
  InPlaceProblem problem;
  problem.rank = 2;
  problem.element_bytes = 8;
  problem.extent = {300, 200};
  problem.axes = {1, 0};
  return problem;
}

/// All are other plans than the first one's, and each other's.
template <class P>
void expect_distinct(std::vector<CacheKey<P>> const& keys) {
  std::set<std::size_t> hashes;
  for (std::size_t a = 0; a < keys.size(); ++a) {
    EXPECT_TRUE(keys[a] == keys[a]);
    for (std::size_t b = 0; b < a; ++b) EXPECT_FALSE(keys[a] == keys[b]) << a << " and " << b;
    hashes.insert(hash_of(keys[a]));
  }
  EXPECT_EQ(hashes.size(), keys.size());
}

template <class P>
void expect_options_and_threads_in_the_key(P const& problem) {
  expect_distinct<P>({key_of(Threads{1}, problem, {}), key_of(Threads{2}, problem, {}),
                      key_of(Threads{3}, problem, {}),
                      key_of(Threads{1}, problem, {.schema = "strided"}),
                      key_of(Threads{1}, problem, {.schema = "copy"}),
                      key_of(Threads{1}, problem, {.effort = Effort::measure}),
                      key_of(Threads{1}, problem, {.workspace_limit = 4096}),
                      key_of(Threads{1}, problem, {.workspace_limit = 0})});
}

TEST(CacheKey, TellsNumbersOfThreadsAndOptionsApart) {
  expect_options_and_threads_in_the_key(transposition());
  expect_options_and_threads_in_the_key(transposition_in_place());
}

/// Instances on several cards, which differ in nothing else.
struct OnCuda : Threads {
  int card;
  int cuda_device() const { return card; }
};
struct OnHip : Threads {
  int card;
  int hip_device() const { return card; }
};

TEST(CacheKey, TellsDevicesApart) {
  Problem const problem = transposition();
  expect_distinct<Problem>({key_of(OnCuda{{64}, 0}, problem, {}),
                            key_of(OnCuda{{64}, 1}, problem, {}),
                            key_of(OnHip{{64}, 2}, problem, {})});
  EXPECT_TRUE(key_of(Threads{64}, problem, {}) == key_of(OnCuda{{64}, 0}, problem, {}));
}

TEST(CacheKey, IsTheSameForTheSameCall) {
  auto const once = key_of(Threads{4}, transposition(), {.schema = "strided"});
  auto const again = key_of(Threads{4}, transposition(), {.schema = "strided"});
  EXPECT_TRUE(once == again);
  EXPECT_EQ(hash_of(once), hash_of(again));
}

TEST(CacheKey, TellsAllThatAProblemSaysApart) {
  std::vector<CacheKey<Problem>> keys;
  auto const add = [&](auto const& change) {
    Problem problem = transposition();
    change(problem);
    keys.push_back(key_of(Threads{1}, problem, {}));
  };
  add([](Problem&) {});
  add([](Problem& p) { p.rank = 1; });
  add([](Problem& p) { p.element_bytes = 4; });
  add([](Problem& p) { p.scalar = detail::Scalar::f64; });
  add([](Problem& p) { p.scalar = detail::Scalar::c64; });
  add([](Problem& p) { p.cast = {detail::Scalar::f64, detail::Scalar::f32}; });
  add([](Problem& p) { p.cast = {detail::Scalar::i64, detail::Scalar::f32}; });
  add([](Problem& p) { p.cast = {detail::Scalar::i64, detail::Scalar::i32}; });
  add([](Problem& p) { p.src_offset = 8; });
  add([](Problem& p) { p.dst_offset = 8; });
  add([](Problem& p) { p.axis[1].extent = 201; });
  add([](Problem& p) { p.axis[1].src_stride = 2; });
  add([](Problem& p) { p.axis[1].dst_stride = 301; });
  expect_distinct(keys);
}

TEST(CacheKey, TellsAllThatAnInPlaceProblemSaysApart) {
  std::vector<CacheKey<InPlaceProblem>> keys;
  auto const add = [&](auto const& change) {
    InPlaceProblem problem = transposition_in_place();
    change(problem);
    keys.push_back(key_of(Threads{1}, problem, {}));
  };
  add([](InPlaceProblem&) {});
  add([](InPlaceProblem& p) { p.rank = 1; });
  add([](InPlaceProblem& p) { p.element_bytes = 4; });
  add([](InPlaceProblem& p) { p.extent[1] = 201; });
  add([](InPlaceProblem& p) { p.axes = {0, 1}; });
  for (auto const& [count, pitch] : {std::pair{200, 256}, std::pair{200, 257}, std::pair{100, 256}})
    add([count = count, pitch = pitch](InPlaceProblem& p) {
      p.gaps = 1;
      p.gap[0] = {count, pitch};
    });
  expect_distinct(keys);
}

}  // namespace
}  // namespace isomer::test
