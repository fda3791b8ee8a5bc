// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/models.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <variant>

#include "cost/defaults.hpp"
#include "cost/model_file.hpp"
#include "cost/text_file.hpp"

namespace isomer::detail {
namespace {

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

std::variant<Rates, ModelFileError> load(char const* path, Machine const& here) {
  auto text = read_text(path, largest_model_file);
  if (auto const* error = std::get_if<ModelFileError>(&text)) return *error;
  auto parsed = parse_model(std::get<std::string>(text));
  if (auto const* rates = std::get_if<Rates>(&parsed))
    if (std::string const other = difference(rates->machine, here); !other.empty())
      return ModelFileError{other};
  return parsed;
}

ModelInUse read_default(DefaultModel const& of) {
  auto parsed = parse_model(of.text);
  // A test parses every default; rates of zero would still plan, only without choosing.
  auto const* rates = std::get_if<Rates>(&parsed);
  return {rates != nullptr ? *rates : Rates{}, std::string("default ") + of.name};
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
    if (machine.core == default_models[k].name && is_same(machine.isa, known[k].rates.machine.isa))
      return known[k];
  return known.back();
}

}  // namespace

Rates const& default_rates(Machine const& machine) { return default_for(machine).rates; }

ModelInUse choose_model(char const* file, Machine const& machine, std::string& warning) {
  if (file == nullptr || *file == '\0') return default_for(machine);
  auto loaded = load(file, machine);
  if (auto const* rates = std::get_if<Rates>(&loaded)) return {*rates, file};
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
        new ModelInUse{choose_model(std::getenv("ISOMER_MODEL"), host_machine(1), warning)};
    if (!warning.empty()) std::fprintf(stderr, "%s\n", warning.c_str());
    return made;
  }();
  return chosen;
}

}  // namespace isomer::detail
