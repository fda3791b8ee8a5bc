// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/move.hpp"

#include <string>

#include "in_place/panel/pass.hpp"
#include "in_place/panel/pieces.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"

namespace isomer::in_place {

using detail::for_each_worker;
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
              [=](std::int64_t part, std::int64_t) { pass.place_held(part); });
    move_pieces(exec, pieces);
    each(exec, "isomer::in_place::panel::rest", [=](std::int64_t worker) {
      pieces.move_rest(worker);
      pass.write_strip(worker);  // gaps are no slots
    });
  }

  void run_backward(Exec const& exec, PanelPass const& pass, PanelPieces const& pieces,
                    bool first) const {
    order(exec, pass, first);
    move_pieces(exec, pieces);
    each(exec, "isomer::in_place::panel::rest",
         [=](std::int64_t worker) { pieces.move_rest(worker); });
    each_part(exec, "isomer::in_place::panel::take_up",
              [=](std::int64_t part, std::int64_t) { pass.take_up_held(part); });
    each_part(exec, "isomer::in_place::panel::panels",
              [=](std::int64_t part, std::int64_t) { pass.write_panels(part); });
    each(exec, "isomer::in_place::panel::strip",
         [=](std::int64_t worker) { pass.write_strip(worker); });
  }

  void order(Exec const& exec, PanelPass const& pass, bool first) const {
    each(exec, "isomer::in_place::panel::strip",
         [=](std::int64_t worker) { pass.save_strip(worker); });
    if (!first) return;
    each_part(exec, "isomer::in_place::panel::order",
              [=](std::int64_t part, std::int64_t worker) { pass.order(part, worker); });
  }

  void move_pieces(Exec const& exec, PanelPieces const& pieces) const {
    each(exec, "isomer::in_place::panel::starts",
         [=](std::int64_t worker) { pieces.save_starts(worker); });
    each(exec, "isomer::in_place::panel::pieces",
         [=](std::int64_t worker) { pieces.move_segments(worker); });
  }

  template <class Functor>
  void each(Exec const& exec, char const* label, Functor const& functor) const {
    for_each_worker(exec, label, shape_.workers, functor);
  }

  template <class Functor>
  void each_part(Exec const& exec, char const* label, Functor const& functor) const {
    WorkShares shares(shape_.parts, shape_.workers, 1);
    each(exec, label, [&shares, functor](std::int64_t worker) {
      shares.for_each_batch(static_cast<int>(worker), [&](detail::Share const& batch) {
        for (std::int64_t part = batch.begin; part < batch.end; ++part) functor(part, worker);
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
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
