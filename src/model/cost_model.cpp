// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/cost_model.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <variant>

#include "model/defaults.hpp"
#include "model/model_file.hpp"

namespace isomer::detail {
namespace {

/// The whole file, or what is wrong with it.
std::variant<std::string, ModelFileError> read_text(char const* path) {
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) return ModelFileError{"cannot be opened"};
  std::string text(largest_model_file + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  bool const failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return ModelFileError{"cannot be read"};
  return text;
}

std::string difference(MachineName const& fitted, MachineName const& here) {
  auto const said = [](char const* what, std::string const& was, std::string const& is) {
    return std::string("is for ") + what + " " + was + ", this is " + is;
  };
  if (fitted.cpu != here.cpu) return said("the processor", fitted.cpu, here.cpu);
  if (fitted.isa != here.isa) return said("the instruction set", fitted.isa, here.isa);
  if (fitted.processors != here.processors)
    return said("a machine with processors:", std::to_string(fitted.processors),
                std::to_string(here.processors));
  return {};
}

std::variant<CostModel, ModelFileError> load(char const* path, MachineName const& here) {
  auto text = read_text(path);
  if (auto const* error = std::get_if<ModelFileError>(&text)) return *error;
  auto parsed = parse_model(std::get<std::string>(text));
  if (auto const* model = std::get_if<CostModel>(&parsed))
    if (std::string const other = difference(model->machine, here); !other.empty())
      return ModelFileError{other};
  return parsed;
}

ModelInUse default_model(MachineName const& machine) {
  DefaultModel const& chosen =
      is_zen4() && machine.isa == "avx512" ? default_models[0] : default_models[1];
  auto parsed = parse_model(chosen.text);
  // A test parses every default; a model of zeros would still plan, only without choosing.
  auto const* model = std::get_if<CostModel>(&parsed);
  return {model != nullptr ? *model : CostModel{}, std::string("default ") + chosen.name};
}

/// How far a number of threads is on the way from one to all.
double share_of_all(int in_effect, int threads) {
  return threads > 1 ? static_cast<double>(in_effect - 1) / static_cast<double>(threads - 1) : 0;
}

/// A coefficient is what a thread needs for itself plus its part in what all compete for, which
/// grows with their number: linear between one thread and all, and beyond where it grows.
template <class Values>
double linear(LinearRow<Values> const& row, Values const& features, double towards) {
  double sum = 0;
  for (std::size_t k = 0; k < features.size(); ++k) {
    double const one = row.one_thread[k];
    double const more = row.all_threads[k] - one;
    sum += (one + more * (more > 0 ? towards : std::min(1.0, towards))) * features[k];
  }
  return sum;
}

}  // namespace

double CostModel::seconds(ModelRow const& row, Features const& features, int in_effect) const {
  return linear(row, features, share_of_all(in_effect, threads));
}

double CostModel::seconds(InPlaceRow const& row, InPlaceFeatures const& features,
                          int in_effect) const {
  return linear(row, features, share_of_all(in_effect, threads));
}

InPlaceRows CostModel::uncalibrated() {
  InPlaceRow row;
  value_of(row.one_thread, InPlaceFeature::estimate) = 1;
  value_of(row.all_threads, InPlaceFeature::estimate) = 1;
  InPlaceRows rows;
  for (auto& of_decomposition : rows) of_decomposition.fill(row);
  return rows;
}

ModelInUse choose_model(char const* file, MachineName const& machine, std::string& warning) {
  if (file == nullptr || *file == '\0') return default_model(machine);
  auto loaded = load(file, machine);
  if (auto const* model = std::get_if<CostModel>(&loaded)) return {*model, file};
  ModelInUse instead = default_model(machine);
  warning = std::string("isomer: the model in ISOMER_MODEL is ignored: ") + file + " " +
            std::get<ModelFileError>(loaded).reason + "; predictions come from the " +
            instead.origin;
  return instead;
}

ModelInUse const& model_in_use() {
  // Never destroyed: a View may be rearranged by another static object's destructor.
  static ModelInUse const& chosen = *[] {
    std::string warning;
    auto* const made =
        new ModelInUse(choose_model(std::getenv("ISOMER_MODEL"), this_machine(), warning));
    if (!warning.empty()) std::fprintf(stderr, "%s\n", warning.c_str());
    return made;
  }();
  return chosen;
}

}  // namespace isomer::detail
