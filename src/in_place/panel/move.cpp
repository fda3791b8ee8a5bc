// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/move.hpp"

#include <string>

#include "in_place/panel/pass.hpp"
#include "in_place/panel/pieces.hpp"
#include "team/exec_spaces.hpp"
#include "team/run_teams.hpp"

namespace isomer::in_place {

using detail::WorkShares;

namespace {

template <class Exec>
class PanelMove final : public Move<Exec> {
 public:
  PanelMove(Step const& step, PanelShape const& shape)
      : batch_(step.batch), item_bytes_(step.item_bytes()), shape_(shape), offsets_(shape) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    for (std::int64_t item = 0; item < batch_; ++item, data += item_bytes_) {
      PanelPass const pass(shape_, offsets_, data, workspace);
      PanelPieces const pieces(shape_, offsets_, data, workspace);
      if (shape_.backward) run_backward(exec, pass, pieces, item == 0);
      else run_forward(exec, pass, pieces, item == 0);
    }
  }

  std::string describe() const override {
    return std::to_string(shape_.panels) + " panels of " + std::to_string(shape_.height) +
           (shape_.backward ? " columns" : " rows") + ", strip of " + std::to_string(shape_.rest) +
           ", pieces of " + std::to_string(shape_.piece_bytes()) + " bytes";
  }

 private:
  void run_forward(Exec const& exec, PanelPass const& pass, PanelPieces const& pieces,
                   bool first) const {
    order(exec, pass, first);
    each_part(exec, "isomer::in_place::panel::panels",
              [=](std::int64_t part, std::int64_t) { pass.read_panels(part); });
    each_part(exec, "isomer::in_place::panel::place",
              [=](std::int64_t part, std::int64_t) { pass.place_deferred(part); });
    move_pieces(exec, pieces);
    each(exec, "isomer::in_place::panel::rest", [=](team::HostTeam const& team) {
      pieces.move_uncut_cycles(team.block());
      pass.write_strip(team.block());  // gaps are no slots
    });
  }

  void run_backward(Exec const& exec, PanelPass const& pass, PanelPieces const& pieces,
                    bool first) const {
    order(exec, pass, first);
    move_pieces(exec, pieces);
    each(exec, "isomer::in_place::panel::rest",
         [=](team::HostTeam const& team) { pieces.move_uncut_cycles(team.block()); });
    each_part(exec, "isomer::in_place::panel::take_up",
              [=](std::int64_t part, std::int64_t) { pass.take_up_deferred(part); });
    each_part(exec, "isomer::in_place::panel::panels",
              [=](std::int64_t part, std::int64_t) { pass.write_panels(part); });
    each(exec, "isomer::in_place::panel::strip",
         [=](team::HostTeam const& team) { pass.write_strip(team.block()); });
  }

  void order(Exec const& exec, PanelPass const& pass, bool first) const {
    each(exec, "isomer::in_place::panel::strip",
         [=](team::HostTeam const& team) { pass.save_strip(team.block()); });
    if (!first) return;
    each_part(exec, "isomer::in_place::panel::order",
              [=](std::int64_t part, std::int64_t worker) { pass.order(part, worker); });
  }

  void move_pieces(Exec const& exec, PanelPieces const& pieces) const {
    each(exec, "isomer::in_place::panel::starts",
         [=](team::HostTeam const& team) { pieces.save_starts(team.block()); });
    each(exec, "isomer::in_place::panel::pieces",
         [=](team::HostTeam const& team) { pieces.move_segments(team.block()); });
  }

  template <class Functor>
  void each(Exec const& exec, char const* label, Functor const& functor) const {
    team::run_teams(exec, label, item_bytes_, shape_.workers, functor);
  }

  template <class Functor>
  void each_part(Exec const& exec, char const* label, Functor const& functor) const {
    WorkShares shares(shape_.parts, shape_.workers, 1);
    each(exec, label, [&shares, functor](team::HostTeam const& team) {
      shares.for_each_batch(team.block(), [&](detail::Share const& batch) {
        for (std::int64_t part = batch.begin; part < batch.end; ++part) functor(part, team.block());
      });
    });
  }

  std::int64_t batch_;
  std::int64_t item_bytes_;
  PanelShape shape_;
  PanelWorkspace offsets_;
};

}  // namespace

template <class Exec>
std::unique_ptr<Move<Exec>> panel_move(Step const& step, PanelShape const& shape) {
  if constexpr (runs_on_host_v<Exec>) return std::make_unique<PanelMove<Exec>>(step, shape);
  else return nullptr;
}

#define ISOMER_INSTANTIATE(Exec) \
  template std::unique_ptr<Move<Exec>> panel_move(Step const& step, PanelShape const& shape);
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
