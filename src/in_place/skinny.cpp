// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/skinny.hpp"

#include "in_place/panel_move.hpp"
#include "in_place/panel_shape.hpp"
#include "plan/instantiate.hpp"

namespace isomer::in_place {

namespace {

template <class Exec>
class Skinny final : public Decomposition<Exec> {
 public:
  std::string_view name() const override { return "skinny"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if (!fits(step)) return std::nullopt;
    auto const shape = panel_shape(step, limits);
    if (!shape) return std::nullopt;
    return panel_estimate(step, *shape, limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return panel_move<Exec>(step, panel_shape(step, limits).value());
  }

  std::optional<std::size_t> least_workspace(Step const& step,
                                             Limits const& limits) const override {
    if (!fits(step)) return std::nullopt;
    return least_panel_workspace(step, limits);
  }

 private:
  static bool fits(Step const& step) { return is_host_v<Exec> && is_skinny(step); }
};

}  // namespace

template <class Exec>
Decomposition<Exec> const& skinny() {
  static Skinny<Exec> const decomposition;
  return decomposition;
}

#define ISOMER_INSTANTIATE(Exec) template Decomposition<Exec> const& skinny<Exec>();
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
