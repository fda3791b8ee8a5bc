// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel.hpp"

#include "in_place/panel_move.hpp"
#include "in_place/panel_shape.hpp"
#include "plan/instantiate.hpp"

namespace isomer::in_place {

namespace {

template <class Exec>
class Panel final : public Decomposition<Exec> {
 public:
  std::string_view name() const override { return "panel"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if (!is_host_v<Exec>) return std::nullopt;
    auto const shape = panel_shape(step, limits);
    if (!shape) return std::nullopt;
    return panel_estimate(step, *shape, limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return panel_move<Exec>(step, panel_shape(step, limits).value());
  }

  std::optional<std::size_t> least_workspace(Step const& step,
                                             Limits const& limits) const override {
    if (!is_host_v<Exec>) return std::nullopt;
    return least_panel_workspace(step, limits);
  }
};

}  // namespace

template <class Exec>
Decomposition<Exec> const& panel() {
  static Panel<Exec> const decomposition;
  return decomposition;
}

#define ISOMER_INSTANTIATE(Exec) template Decomposition<Exec> const& panel<Exec>();
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
