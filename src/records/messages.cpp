// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <isomer/advisor/detail/record_body.hpp>
#include <isomer/error.hpp>
#include <isomer/records/as_records.hpp>
#include <isomer/records/records_of_offer.hpp>

#include "problem/messages.hpp"

namespace isomer::detail {
namespace {

std::string narrow_for(std::int64_t count) {
  return " visits " + std::to_string(count) +
         " records with a body whose index has 32 bits, it has to take a std::int64_t";
}

}  // namespace

void throw_not_current(std::string const& label, Arrangement const& asked,
                       Arrangement const& current) {
  throw Error("isomer::Records::view: " + named("records", label) + " are arranged as " +
              current.name() + " and not as " + asked.name());
}

std::size_t index_in_offer(char const* function, std::string const& label, Arrangement const& asked,
                           std::vector<Arrangement> const& offer) {
  auto const found = std::find(offer.begin(), offer.end(), asked);
  if (found != offer.end()) return static_cast<std::size_t>(found - offer.begin());
  std::string all;
  for (Arrangement const& one : offer) all += (all.empty() ? "" : ", ") + one.name();
  throw Error(std::string(function) + ": " + asked.name() + " is not in the offer of " +
              named("records", label) + ", which is: " + all);
}

void throw_no_records(std::string const& label, char const* what, int axis, std::size_t is,
                      std::size_t should_be) {
  throw Error("isomer::as_records: " + named("view", label) + " has " + what + ' ' +
              std::to_string(is) + " on axis " + std::to_string(axis) + ", it has to be " +
              std::to_string(should_be));
}

void throw_within_tile(std::string const& member, std::int64_t first, std::int64_t tile) {
  throw Error("isomer::RecordSubview::field: the range begins with record " +
              std::to_string(first) + " of its view, within a tile of " + std::to_string(tile) +
              "; for a View of member \"" + member + "\" it has to begin with a tile");
}

void throw_narrow_body(std::string const& label, std::int64_t count) {
  throw Error(named("isomer::for_each:", label) + narrow_for(count));
}

void throw_narrow_kernel(Scene const& scene) {
  throw Error("isomer::advise: the kernel \"" + scene.kernel + '"' + narrow_for(scene.count));
}

void throw_wrong_offset(std::string const& name, std::int64_t described, std::int64_t actual) {
  throw Error("isomer::record: member \"" + name + "\" lies at byte " + std::to_string(actual) +
              " of its struct and not at " + std::to_string(described) +
              ", where natural alignment in the given order has it: describe the struct with "
              "ISOMER_RECORD");
}

}  // namespace isomer::detail
