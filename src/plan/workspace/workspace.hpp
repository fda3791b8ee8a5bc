// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <exception>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include "plan/workspace/host_workspace.hpp"
#include "plan/workspace/stream_workspace.hpp"
#include "team/exec_spaces.hpp"

/// The workspace of one call in place: taken before a byte moves, there while its kernels run.
namespace isomer::in_place {

/// Where nothing is known but a View: who gives it back waits for the kernels.
template <class Exec>
class FencedWorkspace {
 public:
  FencedWorkspace(Exec const& exec, std::size_t bytes) : exec_(exec), bytes_(bytes) {
    if (bytes == 0) return;
    try {
      view_ =
          View(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "isomer::in_place::workspace"),
               bytes);
    } catch (std::exception const&) {  // Kokkos' own type, which differs between its releases
    }
  }
  ~FencedWorkspace() {
    if (view_.size() != 0) exec_.fence("isomer::in_place: workspace in use until the kernels end");
  }
  FencedWorkspace(FencedWorkspace const&) = delete;
  FencedWorkspace& operator=(FencedWorkspace const&) = delete;

  explicit operator bool() const { return view_.size() == bytes_; }
  std::byte* data() const { return view_.data(); }

 private:
  using View = Kokkos::View<std::byte*, typename Exec::memory_space>;

  Exec exec_;
  std::size_t bytes_;
  View view_;
};

template <class Exec>
struct WorkspaceFor {
  using type =
      std::conditional_t<detail::runs_on_host_v<Exec>, HostWorkspace, FencedWorkspace<Exec>>;
};
#ifdef KOKKOS_ENABLE_CUDA
template <>
struct WorkspaceFor<Kokkos::Cuda> {
  using type = StreamWorkspace;
};
#endif
template <class Exec>
using WorkspaceOn = typename WorkspaceFor<Exec>::type;

}  // namespace isomer::in_place
