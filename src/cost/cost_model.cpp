// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/cost_model.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <variant>

#include "cost/defaults.hpp"
#include "cost/model_file.hpp"

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

std::string difference(Machine const& fitted, Machine const& here) {
  auto const said = [](char const* what, std::string const& was, std::string const& is) {
    return std::string("is for ") + what + " " + was + ", this is " + is;
  };
  if (fitted.name != here.name) return said("the processor", fitted.name, here.name);
  if (!is_same(fitted.isa, here.isa))
    return said("the instruction set", fitted.isa.name, here.isa.name);
  if (fitted.processors != here.processors)
    return said("a machine with processors:", std::to_string(fitted.processors),
                std::to_string(here.processors));
  return {};
}

std::variant<CostModel, ModelFileError> load(char const* path, Machine const& here) {
  auto text = read_text(path);
  if (auto const* error = std::get_if<ModelFileError>(&text)) return *error;
  auto parsed = parse_model(std::get<std::string>(text));
  if (auto const* model = std::get_if<CostModel>(&parsed))
    if (std::string const other = difference(model->machine, here); !other.empty())
      return ModelFileError{other};
  return parsed;
}

ModelInUse read_default(DefaultModel const& of) {
  auto parsed = parse_model(of.text);
  // A test parses every default; a model of zeros would still plan, only without choosing.
  auto const* model = std::get_if<CostModel>(&parsed);
  return {model != nullptr ? *model : CostModel{}, std::string("default ") + of.name};
}

/// The default that is named for the machine's core and was fitted to its kernels, else the last.
ModelInUse const& default_for(Machine const& machine) {
  // Never destroyed: a View may be rearranged by another static object's destructor.
  static auto const& known = *[] {
    auto* const all = new std::array<ModelInUse, default_models.size()>;
    for (std::size_t k = 0; k < all->size(); ++k) (*all)[k] = read_default(default_models[k]);
    return all;
  }();
  for (std::size_t k = 0; k + 1 < known.size(); ++k)
    if (machine.core == default_models[k].name && is_same(machine.isa, known[k].model.machine.isa))
      return known[k];
  return known.back();
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

CostModel const& default_model(Machine const& machine) { return default_for(machine).model; }

ModelInUse choose_model(char const* file, Machine const& machine, std::string& warning) {
  if (file == nullptr || *file == '\0') return default_for(machine);
  auto loaded = load(file, machine);
  if (auto const* model = std::get_if<CostModel>(&loaded)) return {*model, file};
  ModelInUse const& instead = default_for(machine);
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
        new ModelInUse(choose_model(std::getenv("ISOMER_MODEL"), host_machine(1), warning));
    if (!warning.empty()) std::fprintf(stderr, "%s\n", warning.c_str());
    return made;
  }();
  return chosen;
}

}  // namespace isomer::detail
