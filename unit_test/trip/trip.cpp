// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <isomer/permute.hpp>

/// Prints which functions of src/ one transposition enters and leaves, by their addresses, until it
/// has stored its first byte: cmake/dev/trip.py says what they are. Of the calling thread: a pool
/// of one (OMP_NUM_THREADS=1).
namespace {

struct Trip {
  double const* dst = nullptr;
  std::vector<double> untouched;
  bool is_on = false;
  std::vector<std::pair<char, void*>> events;

  bool has_stored() const {
    return std::memcmp(dst, untouched.data(), untouched.size() * sizeof(double)) != 0;
  }
  void add(char what, void* function) {
    if (!is_on) return;
    if (what == '-' && has_stored()) is_on = false;
    else events.emplace_back(what, function);
  }
};
Trip trip;

using Exec = Kokkos::DefaultHostExecutionSpace;
using Matrix = Kokkos::View<double**, Kokkos::LayoutRight, Exec>;

/// Without a plan in the cache; larger than what is moved without one, and uneven for tiles.
void transpose(int rows, int cols) {
  Matrix const src("src", rows, cols), dst("dst", cols, rows);
  std::fill_n(dst.data(), dst.size(), -1.0);
  trip.dst = dst.data();
  trip.untouched.assign(dst.data(), dst.data() + dst.size());
  trip.events.clear();
  trip.is_on = true;
  isomer::permute(Exec(), dst, src, {1, 0});
}

}  // namespace

extern "C" {
void __cyg_profile_func_enter(void* function, void*) { trip.add('+', function); }
void __cyg_profile_func_exit(void* function, void*) { trip.add('-', function); }
}

int main() {
  Kokkos::ScopeGuard const kokkos;
  transpose(131, 197);  // reads the machine and its model, which is done once
  transpose(123, 211);
  if (trip.is_on) {
    std::fputs("trip: nothing was stored\n", stderr);
    return 1;
  }
  for (auto const& [what, function] : trip.events)
    std::printf("%c%#jx\n", what,
                static_cast<std::uintmax_t>(reinterpret_cast<std::uintptr_t>(function)));
}
