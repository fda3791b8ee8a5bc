// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/relayout.hpp"

namespace isomer::perf {

template Work relayout_work_of<Kokkos::complex<double>>(Bench const&, Direction,
                                                        std::vector<std::int64_t> const&);

}  // namespace isomer::perf
