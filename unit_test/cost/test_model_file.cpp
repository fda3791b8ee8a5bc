// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/model_file.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "cost/defaults.hpp"

namespace isomer::test {
namespace {

using detail::CostModel;
using detail::Feature;
using detail::InPlaceFeature;
using detail::InPlaceFeatures;
using detail::ModelFileError;
using detail::parse_model;
using detail::Reach;
using detail::Schema;
using testing::HasSubstr;

CostModel some_model() {
  CostModel model;
  model.machine.name = "Some CPU, family 1";
  model.machine.isa = tile::avx2_isa;
  model.machine.processors = 8;
  model.machine.l3_bytes = 32 << 20;
  model.threads = 8;
  model.copy_bytes_per_second = 4.25e10;
  double next = 1e-9;
  for (auto& schema : model.rows)
    for (auto& row : schema) {
      value_of(row.one_thread, Feature::bytes) = next *= 1.25;
      value_of(row.all_threads, Feature::bytes) = next *= 1.25;
      value_of(row.all_threads, Feature::launch) = 1.3e-6;
    }
  for (auto& decomposition : model.in_place)
    for (auto& row : decomposition) {
      value_of(row.one_thread, InPlaceFeature::words) = next *= 1.25;
      value_of(row.all_threads, InPlaceFeature::runs) = next *= 1.25;
    }
  return model;
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string reason(std::string const& text) {
  auto const parsed = parse_model(text);
  auto const* const error = std::get_if<ModelFileError>(&parsed);
  return error != nullptr ? error->reason : "accepted";
}

TEST(ModelFile, IsReadAsItWasWritten) {
  CostModel const written = some_model();
  auto const parsed = parse_model(model_text(written));
  ASSERT_TRUE(std::holds_alternative<CostModel>(parsed)) << reason(model_text(written));
  auto const& read = std::get<CostModel>(parsed);
  EXPECT_EQ(read.machine.name, written.machine.name);
  EXPECT_STREQ(read.machine.isa.name, written.machine.isa.name);
  EXPECT_EQ(read.machine.processors, 8);
  EXPECT_EQ(read.machine.l1_bytes, written.machine.l1_bytes);
  EXPECT_EQ(read.machine.l2_bytes, written.machine.l2_bytes);
  EXPECT_EQ(read.machine.l3_bytes, written.machine.l3_bytes);
  EXPECT_EQ(read.threads, 8);
  EXPECT_EQ(read.copy_bytes_per_second, 4.25e10);
  for (std::size_t s = 0; s < detail::schema_count; ++s)
    for (std::size_t r = 0; r < detail::reach_count; ++r)
      for (std::size_t k = 0; k < detail::feature_count; ++k) {
        auto const& of = written.rows[s][r];
        EXPECT_NEAR(read.rows[s][r].one_thread[k], of.one_thread[k], 1e-8 * of.one_thread[k]);
        EXPECT_NEAR(read.rows[s][r].all_threads[k], of.all_threads[k], 1e-8 * of.all_threads[k]);
      }
  for (std::size_t d = 0; d < detail::decomposition_count; ++d)
    for (std::size_t r = 0; r < detail::reach_count; ++r)
      for (std::size_t k = 0; k < detail::in_place_feature_count; ++k) {
        auto const& of = written.in_place[d][r];
        EXPECT_NEAR(read.in_place[d][r].one_thread[k], of.one_thread[k], 1e-8 * of.one_thread[k]);
        EXPECT_NEAR(read.in_place[d][r].all_threads[k], of.all_threads[k],
                    1e-8 * of.all_threads[k]);
      }
  EXPECT_EQ(model_text(read), model_text(written));
}

TEST(ModelFile, OfTheTimeBeforeInPlaceMovesWereFittedBelievesTheirEstimates) {
  std::string text = model_text(some_model());
  text.erase(text.find(",\n  \"in_place\""));
  auto const parsed = parse_model(text + "\n}\n");
  ASSERT_TRUE(std::holds_alternative<CostModel>(parsed)) << reason(text + "\n}\n");
  auto const& model = std::get<CostModel>(parsed);
  EXPECT_EQ(model.threads, 8);
  InPlaceFeatures features{};
  value_of(features, InPlaceFeature::estimate) = 0.25;
  value_of(features, InPlaceFeature::words) = 1e9;
  for (auto const& decomposition : model.in_place)
    for (auto const& row : decomposition) {
      EXPECT_EQ(model.seconds(row, features, 1), 0.25);
      EXPECT_EQ(model.seconds(row, features, 8), 0.25);
    }
}

TEST(ModelFile, TakesNamesThatItCannotWriteAsTheyAre) {
  CostModel model = some_model();
  model.machine.name = "a \"quoted\\\n name";
  EXPECT_EQ(reason(model_text(model)), "accepted");
}

TEST(ModelFile, CutShortAnywhereIsRefused) {
  std::string const text = model_text(some_model());
  // The last byte is the end of the last line.
  for (std::size_t size = 0; size + 1 < text.size(); ++size)
    ASSERT_NE(reason(text.substr(0, size)), "accepted") << size;
  EXPECT_EQ(reason(text.substr(0, text.size() - 2)),
            "ends too early: what comes next has to be '}'");
  EXPECT_EQ(reason(""), "ends too early: what comes next has to be '{'");
}

TEST(ModelFile, DamagedInAnyByteNeverDoesMoreThanBeRefused) {
  std::string const text = model_text(some_model());
  std::string const wrong("\0\"}-e\xff", 6);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = wrong[at % wrong.size()];
    auto const parsed = parse_model(damaged);
    auto const* const model = std::get_if<CostModel>(&parsed);
    if (model == nullptr) continue;
    for (auto const& schema : model->rows)
      for (auto const& row : schema)
        for (double const value : row.all_threads) ASSERT_TRUE(value >= 0) << at;
    for (auto const& decomposition : model->in_place)
      for (auto const& row : decomposition)
        for (double const value : row.all_threads) ASSERT_TRUE(value >= 0) << at;
  }
}

TEST(ModelFile, OfAnotherVersionIsRefusedWhateverFollows) {
  EXPECT_EQ(reason("{\"isomer_model\": 2, \"new\": []}"), "is of version 2, this library reads 1");
}

TEST(ModelFile, WithANumberThatIsNoneIsRefused) {
  std::string const text = model_text(some_model());
  for (char const* wrong : {"nan", "inf", "-1", "1e999", "\"1\"", ""})
    EXPECT_THAT(reason(replaced(text, "4.25e+10", wrong)),
                HasSubstr("is damaged: in line 10 what comes next has to be a number, finite and "
                          "not negative"))
        << wrong;
  EXPECT_THAT(reason(replaced(text, "\"threads\": 8", "\"threads\": 0")),
              HasSubstr("has to be a whole number from 1 to 65536"));
  EXPECT_THAT(reason(replaced(text, "\"threads\": 8", "\"threads\": 1.5")),
              HasSubstr("has to be a whole number"));
}

TEST(ModelFile, WithoutARowIsRefused) {
  std::string text = model_text(some_model());
  auto const begin = text.find("    {\"schema\": \"fvi_match_small\", \"reach\": \"memory\"");
  auto const end = text.find("    {\"schema\": \"fvi_match_small\", \"reach\": \"cache\"");
  text.erase(begin, end - begin);
  EXPECT_EQ(reason(text), "has no row for fvi_match_small in memory in its place");
  EXPECT_EQ(reason(replaced(model_text(some_model()), "\"cycles\"", "\"circles\"")),
            "has no row for cycles in memory in its place");
}

TEST(ModelFile, WithAFeatureOfAnotherVersionIsRefused) {
  EXPECT_EQ(reason(replaced(model_text(some_model()), "\"launch\"", "\"luck\"")),
            "has the feature \"luck\", which this version does not know");
  EXPECT_EQ(reason(replaced(model_text(some_model()), "\"words\"", "\"luck\"")),
            "has the feature \"luck\", which this version does not know");
}

TEST(ModelFile, LargerThanAnyModelIsRefused) {
  EXPECT_EQ(reason(model_text(some_model()) + std::string(detail::largest_model_file, ' ')),
            "is larger than any model, which have at most 262144 bytes");
}

TEST(ModelFile, WithMoreBehindItsEndIsRefused) {
  EXPECT_THAT(reason(model_text(some_model()) + "{}"), HasSubstr("has to be the end of the file"));
}

TEST(DefaultModels, AreFilesOfThisVersionInWhichEveryRowCosts) {
  for (detail::DefaultModel const& made : detail::default_models) {
    auto const parsed = parse_model(made.text);
    ASSERT_TRUE(std::holds_alternative<CostModel>(parsed)) << made.name << " " << reason(made.text);
    auto const& model = std::get<CostModel>(parsed);
    EXPECT_GT(model.copy_bytes_per_second, 0);
    for (auto const& schema : model.rows)
      for (auto const& row : schema) {
        EXPECT_NE(row.one_thread, detail::Coefficients{}) << made.name;
        EXPECT_NE(row.all_threads, detail::Coefficients{}) << made.name;
      }
    auto const uncalibrated = CostModel::uncalibrated();
    for (auto const& decomposition : model.in_place)
      for (auto const& row : decomposition) {
        EXPECT_NE(row.one_thread, InPlaceFeatures{}) << made.name;
        EXPECT_NE(row.all_threads, InPlaceFeatures{}) << made.name;
        EXPECT_NE(row.all_threads, uncalibrated[0][0].all_threads) << made.name;
      }
  }
}

}  // namespace
}  // namespace isomer::test
