// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/in_place/methods_in_place.hpp"

#include "in_place/blocks/blocks.hpp"
#include "in_place/c2r/c2r.hpp"
#include "in_place/cut.hpp"
#include "in_place/cycles/cycles.hpp"
#include "in_place/gcd_pass.hpp"
#include "in_place/panel/panel.hpp"
#include "in_place/square/square.hpp"
#include "plan/in_place/copy_back.hpp"
#include "team/emulated_gpu.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::in_place {

template <class Exec>
std::vector<Decomposition<Exec> const*> const& methods() {
  // Never destroyed, as the cache of plans.
  static auto const& list = *new std::vector<Decomposition<Exec> const*>{
      &square<Exec>(),
      &skinny<Exec>(),
      &panel<Exec>(),
      &blocks<Exec>(),
      gcd_pass<Exec>(square<Exec>(), blocks<Exec>()).release(),
      cut<Exec>(square<Exec>()).release(),
      &c2r<Exec>(),
      &r2c<Exec>(),
      &cycles<Exec>()};
  return list;
}

template <class Exec>
std::string method_names() {
  std::string names;
  for (auto const* decomposition : methods<Exec>())
    names.append(decomposition->name()).append(", ");
  return names.append(copy_back_name);
}

#define ISOMER_INSTANTIATE(Exec)                                           \
  template std::vector<Decomposition<Exec> const*> const& methods<Exec>(); \
  template std::string method_names<Exec>();
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
