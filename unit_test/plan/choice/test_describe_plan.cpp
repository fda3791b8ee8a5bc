// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "machine/machine.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/choice/describe_plan.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/machines.hpp"
#include "support/moved_case.hpp"
#include "support/view_access.hpp"
#include "tiling/taxonomy.hpp"

/// doc/quick_reference.md has all that a description can say, and nothing else.
namespace isomer::test {
namespace {

/// Figures become `#`, plurals singular.
std::string without_figures(std::string const& text) {
  static std::regex const figure(
      R"(\(none\)|[0-9][0-9.x]*(e[+-][0-9]+)?( (bytes|[KMGT]iB|us|ms|s)\b)?)");
  static std::regex const plural(R"(\b(pass|block|thread|panel|segment)(es|s)\b)");
  return std::regex_replace(std::regex_replace(text, figure, "#"), plural, "$1");
}

/// What stands in backticks in the first two columns of the tables about `describe()`.
std::set<std::string> documented() {
  std::ifstream in(ISOMER_QUICK_REFERENCE);
  std::string line;
  bool is_inside = false;
  std::set<std::string> phrases;
  std::regex const quoted("`([^`]+)`");
  while (std::getline(in, line)) {
    if (line.rfind("##", 0) == 0) is_inside = line == "### What `describe()` says";
    if (!is_inside || line.rfind('|', 0) != 0) continue;
    std::string const cells = line.substr(0, line.find('|', line.find('|', 1) + 1));
    for (std::sregex_iterator at(cells.begin(), cells.end(), quoted), end; at != end; ++at)
      phrases.insert(without_figures((*at)[1]));
  }
  return phrases;
}

/// Takes the documented phrases out of descriptions, long ones first, and remembers them.
class Reader {
 public:
  Reader() {
    auto const phrases = documented();
    longest_first_.assign(phrases.begin(), phrases.end());
    std::stable_sort(longest_first_.begin(), longest_first_.end(),
                     [](auto const& a, auto const& b) { return a.size() > b.size(); });
  }

  void read(std::string const& description) {
    std::string rest = without_figures(description);
    for (auto const& phrase : longest_first_)
      for (std::size_t at = 0; (at = rest.find(phrase, at)) != std::string::npos; at += 1) {
        rest.replace(at, phrase.size(), "|");
        seen_.insert(phrase);
      }
    EXPECT_EQ(rest.find_first_not_of("| \n,;:()"), std::string::npos)
        << "not in the quick reference: " << rest << "\n"
        << description;
  }

  void expect_all_seen_but(std::set<std::string> const& impossible) const {
    for (auto const& phrase : longest_first_)
      EXPECT_TRUE(seen_.count(phrase) + impossible.count(phrase)) << "no plan said: " << phrase;
  }

 private:
  std::vector<std::string> longest_first_;
  std::set<std::string> seen_;
};

detail::InPlaceProblem in_place_problem(std::vector<std::int64_t> const& extent,
                                        std::vector<int> const& axes) {
  detail::InPlaceProblem problem;
  problem.rank = static_cast<std::int32_t>(extent.size());
  problem.element_bytes = 8;
  std::copy(extent.begin(), extent.end(), problem.extent.begin());
  std::copy(axes.begin(), axes.end(), problem.axes.begin());
  return problem;
}

void read_out_of_place(Reader& reader) {
  Exec const exec;
  auto const read = [&](Case const& c, PlanOptions const& options) {
    ArrayShape const src = c.src_shape(), dst = c.dst_shape();
    detail::Problem problem;
    problem.rank = c.rank();
    problem.element_bytes = c.element_bytes;
    for (std::size_t k = 0; k < c.axes.size(); ++k) {
      auto const i = static_cast<std::size_t>(c.axes[k]);
      problem.axis[i] = {src.extent[i], src.stride[i], dst.stride[k]};
    }
    try {
      reader.read(detail::make_plan(exec, problem, options, "test")->facts().description);
    } catch (Error const&) {  // this schema cannot do it, which is no matter here
    }
  };
  for_each_case(400, {.max_bytes = 64 << 20}, [&](Case const& c) {
    read(c, {});
    read(c, {.workspace_limit = 0});
    for (int k = 0; k <= static_cast<int>(detail::Schema::strided); ++k)
      read(c, {.schema = detail::name_of(static_cast<detail::Schema>(k))});
  });
}

void read_cast(Reader& reader) {
  detail::Problem problem;
  problem.rank = 2;
  problem.element_bytes = 4;
  problem.cast = {detail::Scalar::f32, detail::Scalar::f64};
  problem.axis[0] = {300, 500, 1};
  problem.axis[1] = {500, 1, 300};
  reader.read(detail::make_plan(Exec(), problem, {}, "test")->facts().description);
}

/// Of devices that need not be here.
void read_for_a_device(Reader& reader) {
  detail::Setting const setting = setting_on(*detail::gpu_machine("h200"), 132);
  for_each_moved_case(200, {}, [&](MovedCase const& c) {
    for (auto const& candidate : detail::candidates(c.normal, setting))
      reader.read(detail::facts_of(c.normal, candidate, setting).description);
  });
  // Three axes by slices of the slowest.
  detail::InPlaceProblem problem = in_place_problem({50, 60, 70}, {0, 2, 1});
  PlanOptions const options{.workspace_limit = 500'000, .schema = "copy_back"};
  auto const gpu = *detail::gpu_machine("h200");
  reader.read(in_place::plan_for_gpu(gpu, problem, options, "test").facts.description);
}

/// With a caller's workspace, and with gaps between rows.
void read_copies_back(Reader& reader) {
  detail::InPlaceProblem problem = in_place_problem({700'001, 300'007}, {1, 0});
  problem.has_workspace = true;
  PlanOptions const options{.workspace_limit = PlanOptions::unlimited, .schema = "copy_back"};
  reader.read(detail::make_plan(Exec(), problem, options, "test")->facts().description);
  struct Padded {
    std::vector<std::int64_t> extent;
    std::vector<int> axes;
    detail::Gap gap;
  };
  for (auto const& [extent, axes, gap] :
       {Padded{{6, 30, 40}, {0, 2, 1}, {1200, 1300}}, Padded{{30, 40, 50}, {1, 0, 2}, {50, 60}}}) {
    problem = in_place_problem(extent, axes);
    problem.gaps = 1;
    problem.gap[0] = gap;
    auto const plan = detail::make_plan(Exec(), problem, {.schema = "copy_back"}, "test");
    reader.read(plan->facts().description);
  }
}

void read_in_place(Reader& reader) {
  Exec const exec;
  auto const read = [&](std::vector<std::int64_t> const& extent, std::vector<int> const& axes,
                        PlanOptions const& options) {
    auto const problem = in_place_problem(extent, axes);
    try {
      reader.read(detail::make_plan(exec, problem, options, "test")->facts().description);
    } catch (Error const&) {  // this decomposition cannot do it within this limit
    }
  };
  for (char const* name :
       {"", "square", "blocks", "skinny", "panel", "cut", "gcd_pass", "c2r", "r2c", "cycles"})
    for (std::size_t const limit :
         {std::size_t{64}, std::size_t{4096}, std::size_t{1} << 18, PlanOptions::automatic})
      for (auto const& [m, n] : std::vector<std::pair<std::int64_t, std::int64_t>>{{1000, 1000},
                                                                                   {1000, 1010},
                                                                                   {1010, 1000},
                                                                                   {2000, 3000},
                                                                                   {7, 100000},
                                                                                   {100000, 7},
                                                                                   {1013, 1999},
                                                                                   {1, 9},
                                                                                   {30, 40}}) {
        PlanOptions const options{.workspace_limit = limit, .schema = name};
        read({m, n}, {1, 0}, options);
        read({3, m, n}, {0, 2, 1}, options);
        read({n, 50, m}, {2, 1, 0}, options);
      }
  read({200, 300}, {1, 0}, {.effort = Effort::measure});
  read({200, 300}, {1, 0}, {.effort = Effort::measure, .schema = "cycles"});
  read({1'000'003, 700'001}, {1, 0}, {.effort = Effort::measure});  // 5.6 TB
  read({70'001, 30'001}, {1, 0},
       {.workspace_limit = PlanOptions::unlimited, .schema = "blocks"});  // beyond all caches
}

TEST(Description, ConsistsOfWhatTheQuickReferenceExplains) {
  Reader reader;
  read_out_of_place(reader);
  read_cast(reader);
  read_for_a_device(reader);
  read_in_place(reader);
  read_copies_back(reader);
  std::set<std::string> impossible;
  if (Exec{}.concurrency() == 1) impossible.insert("all thread on one");
  if (!detail::host_machine(1).has_half_line_vectors()) impossible.insert("skewed");
  reader.expect_all_seen_but(impossible);
}

}  // namespace
}  // namespace isomer::test
