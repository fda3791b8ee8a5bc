// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "team/fiber_league.hpp"
#include "team/launcher.hpp"

namespace isomer::test {

/// Runs every launch on fibers, in blocks of that GPU, over arrays that kernels may read, write and
/// keep flags in. What is found wrong is kept in words, each launch's with its label.
class FiberLauncher final : public team::Launcher {
 public:
  struct Array {
    std::string name;
    std::byte* data;
    std::size_t bytes;
  };
  FiberLauncher(std::vector<Array> arrays, detail::Machine const& gpu, FiberOptions const& options)
      : arrays_(std::move(arrays)), options_(options) {
    options_.block_bytes = gpu.block_bytes;
  }

  void launch(team::Launched const& what, team::AnyKernel const& kernel) override;
  /// As the threads of a device take them: they touch data past the fibers.
  void launch_indices(team::Launched const& what, std::int64_t count,
                      std::function<void(std::int64_t)> const& functor) override;

  std::string const& found() const { return found_; }
  std::int64_t races() const { return races_; }
  std::vector<std::string> const& labels() const { return labels_; }

 private:
  /// Runs the blocks of a kernel(FiberTeam).
  template <class Kernel>
  void run(team::Launched const& what, Kernel const& kernel);

  std::vector<Array> arrays_;
  FiberOptions options_;
  std::string found_{};
  std::int64_t races_ = 0;
  std::vector<std::string> labels_{};
};

}  // namespace isomer::test
