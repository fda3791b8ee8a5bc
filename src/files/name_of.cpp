// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/files.hpp>

namespace isomer::files {

char const* name_of(Way way) {
  switch (way) {
    case Way::automatic: return "automatic";
    case Way::copy: return "copy";
    case Way::transfer: return "transfer";
    case Way::ring: return "ring";
    case Way::slots: return "slots";
    case Way::wide: return "wide";
    case Way::blocks: return "blocks";
  }
  return "";
}

}  // namespace isomer::files
