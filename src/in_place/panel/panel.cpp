// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/panel.hpp"

#include "in_place/move_by_warps.hpp"
#include "in_place/panel/device_skinny.hpp"
#include "in_place/panel/move.hpp"
#include "in_place/panel/shape.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::in_place {

namespace {

bool is_any(Step const&) { return true; }

/// One side has so few elements that a row of the panel fits a few lines.
bool is_skinny(Step const& step) { return step.rows <= 32 || step.cols <= 32; }

template <class Exec>
class Panel final : public Decomposition<Exec> {
 public:
  Panel(std::string_view name, bool (*fits)(Step const&)) : name_(name), fits_(fits) {}

  std::string_view name() const override { return name_; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if (!runs_on_host_v<Exec> || !fits_(step)) return std::nullopt;
    auto const shape = panel_shape(step, limits);
    if (!shape) return std::nullopt;
    return panel_estimate(step, *shape, limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return panel_move<Exec>(step, panel_shape(step, limits).value());
  }

  std::optional<std::size_t> least_workspace(Step const& step,
                                             Limits const& limits) const override {
    if (!runs_on_host_v<Exec> || !fits_(step)) return std::nullopt;
    return least_panel_workspace(step, limits);
  }

 private:
  std::string_view name_;
  bool (*fits_)(Step const&);
};

/// The same of a device.
template <class Exec>
class SkinnyOnDevice final : public Decomposition<Exec> {
 public:
  std::string_view name() const override { return "skinny"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    auto const plan = DeviceSkinny::fit(step, limits);
    return plan ? std::optional(plan->estimate(step, limits)) : std::nullopt;
  }
  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return std::make_unique<MoveByWarps<Exec, DeviceSkinny>>(
        DeviceSkinny::fit(step, limits).value());
  }
  std::optional<std::size_t> least_workspace(Step const& step,
                                             Limits const& limits) const override {
    return DeviceSkinny::least_workspace(step, limits);
  }
};

}  // namespace

template <class Exec>
Decomposition<Exec> const& panel() {
  static Panel<Exec> const decomposition("panel", is_any);
  return decomposition;
}

template <class Exec>
Decomposition<Exec> const& skinny() {
  if constexpr (runs_on_host_v<Exec>) {
    static Panel<Exec> const decomposition("skinny", is_skinny);
    return decomposition;
  } else {
    static SkinnyOnDevice<Exec> const decomposition;
    return decomposition;
  }
}

#define ISOMER_INSTANTIATE(Exec)                     \
  template Decomposition<Exec> const& panel<Exec>(); \
  template Decomposition<Exec> const& skinny<Exec>();
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
