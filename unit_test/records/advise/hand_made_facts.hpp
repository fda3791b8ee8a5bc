// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "records/advise/facts.hpp"

namespace isomer::test {

/// Advice on 1000 records { double x, y; float v[3]; int kind; }: "push" reads v and updates x and
/// y, "sort" reads kind. Offered are aos, the current one, soa, and clusters.
detail::AdviceFacts hand_made_facts(Verdict verdict);

}  // namespace isomer::test
