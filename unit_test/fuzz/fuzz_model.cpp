// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes as a model file: the reader refuses them with one clear line or understands them, and
// what it understands is usable and is read again as it was written.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>

#include "cost/model_file.hpp"

namespace {

using namespace isomer::detail;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_clear(std::string const& reason) {
  require(!reason.empty() && reason.size() < 400);
  for (char const c : reason) require(c >= ' ' && c <= '~');
}

void require_usable(CostModel const& model) {
  require(model.threads >= 1 && model.machine.processors >= 1);
  Features ones;
  ones.fill(1);
  for (auto const& schema : model.rows)
    for (auto const& row : schema) require(model.seconds(row, ones, 1) >= 0);
  InPlaceFeatures ones_in_place;
  ones_in_place.fill(1);
  for (auto const& decomposition : model.in_place)
    for (auto const& row : decomposition) require(model.seconds(row, ones_in_place, 1) >= 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const parsed = parse_model({reinterpret_cast<char const*>(data), size});
  if (auto const* error = std::get_if<ModelFileError>(&parsed)) {
    require_clear(error->reason);
    return 0;
  }
  auto const& model = std::get<CostModel>(parsed);
  require_usable(model);
  std::string const written = model_text(model);
  auto const again = parse_model(written);
  require(std::holds_alternative<CostModel>(again));
  require(model_text(std::get<CostModel>(again)) == written);
  return 0;
}
