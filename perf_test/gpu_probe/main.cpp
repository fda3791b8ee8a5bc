// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Built where Kokkos has CUDA. A line of JSON for each figure: rates in bytes read plus bytes
// written a second, medians of nine after one that is not counted.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "gpu_probe/probe_kernels.hpp"
#include "machine/cuda_machine.hpp"
#include "team/launch.hpp"

namespace isomer::perf {
namespace {

using Exec = Kokkos::Cuda;
using Bytes = Kokkos::View<std::byte*, Exec::memory_space>;

/// More than four times what a second-level cache holds.
constexpr std::int64_t array_bytes = std::int64_t{1} << 30;

/// Of all strides the one whose multiples come together the least.
constexpr double golden = 0.6180339887;

template <class Call>
double median_seconds(Exec const& exec, Call const& call) {
  std::array<double, 9> seconds{};
  call();
  exec.fence();
  for (double& taken : seconds) {
    Kokkos::Timer const timer;
    call();
    exec.fence();
    taken = timer.seconds();
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

double rate(double seconds) { return 2e-9 * static_cast<double>(array_bytes) / seconds; }

template <int W>
void probe_copies(Exec const& exec, Bytes const& dst, Bytes const& src) {
  for (std::int32_t const kib : {2, 4, 8, 16, 32}) {
    CopyProbe<W> const kernel{dst.data(), src.data(), kib << 10};
    auto const blocks = static_cast<int>(array_bytes / kernel.block_bytes);
    double const seconds = median_seconds(
        exec, [&] { team::launch_warps(exec, "probe::copy", blocks, kernel.block_bytes, kernel); });
    std::printf("{\"probe\": \"copy\", \"word\": %d, \"block_bytes\": %d, \"gb_s\": %.1f}\n", W,
                kernel.block_bytes, rate(seconds));
  }
}

template <Chunks way>
void probe_chunks(Exec const& exec, char const* name, Bytes const& dst, Bytes const& src) {
  for (std::int32_t shift = 5; shift <= 12; ++shift) {
    std::int64_t const count = array_bytes >> shift;
    auto const stride = static_cast<std::int64_t>(golden * static_cast<double>(count)) | 1;
    ChunkProbe<way> const kernel{dst.data(), src.data(), shift, count, stride};
    auto const blocks = static_cast<int>(array_bytes / kernel.block_bytes);
    double const seconds = median_seconds(exec, [&] {
      team::launch_warps(exec, "probe::chunks", blocks, kernel.block_bytes, kernel);
    });
    std::printf("{\"probe\": \"chunks\", \"way\": \"%s\", \"bytes\": %d, \"gb_s\": %.1f}\n", name,
                1 << shift, rate(seconds));
  }
}

/// By what a launch of nothing to speak of takes longer when there are a hundred.
void probe_launches(Exec const& exec, Bytes const& dst, Bytes const& src) {
  CopyProbe<16> const kernel{dst.data(), src.data(), 2 << 10};
  auto const launches = [&](int count) {
    return median_seconds(exec, [&] {
      for (int k = 0; k < count; ++k)
        team::launch_warps(exec, "probe::launch", 1, kernel.block_bytes, kernel);
    });
  };
  std::printf("{\"probe\": \"launch\", \"seconds\": %.3g}\n", (launches(101) - launches(1)) / 100);
}

void probe(Exec const& exec) {
  detail::Machine const gpu = detail::cuda_machine(exec);
  std::printf("{\"probe\": \"card\", \"name\": \"%s\", \"multiprocessors\": %d}\n",
              gpu.name.c_str(), gpu.units);
  Bytes const src(Kokkos::view_alloc(Kokkos::WithoutInitializing, "src"), array_bytes);
  Bytes const dst(Kokkos::view_alloc(Kokkos::WithoutInitializing, "dst"), array_bytes);
  double const seconds = median_seconds(exec, [&] { Kokkos::deep_copy(exec, dst, src); });
  std::printf("{\"probe\": \"memcpy\", \"gb_s\": %.1f}\n", rate(seconds));
  probe_copies<4>(exec, dst, src);
  probe_copies<8>(exec, dst, src);
  probe_copies<16>(exec, dst, src);
  probe_chunks<Chunks::gather>(exec, "gather", dst, src);
  probe_chunks<Chunks::scatter>(exec, "scatter", dst, src);
  probe_chunks<Chunks::both>(exec, "both", dst, src);
  probe_launches(exec, dst, src);
}

}  // namespace
}  // namespace isomer::perf

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  isomer::perf::probe(Kokkos::Cuda());
}
