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

void require_usable(Rates const& rates) {
  require(rates.threads >= 1 && rates.machine.processors >= 1);
  Work ones;
  for (WorkNumber const& number : work_numbers) ones.*number.value = 1;
  for (std::size_t kernel = 0; kernel < kernel_count; ++kernel)
    for (Residency const residency : {Residency::memory, Residency::cache})
      require(seconds(rates, {static_cast<Kernel>(kernel), residency, 1, ones}) >= 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const parsed = parse_model({reinterpret_cast<char const*>(data), size});
  if (auto const* error = std::get_if<ModelFileError>(&parsed)) {
    require_clear(error->reason);
    return 0;
  }
  auto const& rates = std::get<Rates>(parsed);
  require_usable(rates);
  std::string const written = model_text(rates);
  auto const again = parse_model(written);
  require(std::holds_alternative<Rates>(again));
  require(model_text(std::get<Rates>(again)) == written);
  return 0;
}
