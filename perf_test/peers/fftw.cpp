// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FFTW's guru interface: a transform of rank 0 over many axes is a permutation, in place as well.

#include <memory>

#include "peers/library.hpp"
#include "peers/peers.hpp"

namespace isomer::perf {

namespace {

struct Dimension {  // fftw_iodim64
  std::ptrdiff_t extent;
  std::ptrdiff_t in_stride;
  std::ptrdiff_t out_stride;
};

constexpr unsigned estimate = 1U << 6;

/// What FFTW calls the same things in its two precisions.
struct Names {
  std::initializer_list<char const*> library;
  std::initializer_list<char const*> threads_library;
  char const* plan;
  char const* execute;
  char const* destroy;
  char const* init_threads;
  char const* set_threads;
};

using PlanPointer = std::shared_ptr<void>;

template <class Real>
void add(std::vector<Rival>& rivals, PeerJob const& job, Names const& names) {
  using MakePlan =
      void*(int, Dimension const*, int, Dimension const*, Real*, Real*, int const*, unsigned);
  static PeerLibrary const threads(names.threads_library);
  static PeerLibrary const fftw(names.library);
  auto* const make_plan = fftw.function<MakePlan>(names.plan);
  auto* const execute = fftw.function<void(void*, Real*, Real*)>(names.execute);
  auto* const destroy = fftw.function<void(void*)>(names.destroy);
  if (make_plan == nullptr || execute == nullptr || destroy == nullptr) return;
  auto* const init_threads = threads.function<int()>(names.init_threads);
  auto* const set_threads = threads.function<void(int)>(names.set_threads);
  if (init_threads != nullptr && set_threads != nullptr && init_threads() != 0)
    set_threads(job.threads);

  std::vector<Dimension> dimensions;
  for (auto const& axis : job.axes)
    dimensions.push_back({axis.extent, axis.source_stride, axis.result_stride});
  PlanPointer const plan(make_plan(0, nullptr, static_cast<int>(dimensions.size()),
                                   dimensions.data(), reinterpret_cast<Real*>(job.source(0)),
                                   reinterpret_cast<Real*>(job.result(0)), nullptr, estimate),
                         [destroy](void* made) {
                           if (made != nullptr) destroy(made);
                         });
  if (plan == nullptr) return;
  rivals.push_back({"fftw", [=](int turn) {
                      execute(plan.get(), reinterpret_cast<Real*>(job.source(turn)),
                              reinterpret_cast<Real*>(job.result(turn)));
                    }});
}

}  // namespace

void add_fftw(std::vector<Rival>& rivals, PeerJob const& job) {
  if (job.type == ElementType::f64)
    add<double>(rivals, job,
                {{"libfftw3.so.3", "libfftw3.so"},
                 {"libfftw3_threads.so.3", "libfftw3_threads.so"},
                 "fftw_plan_guru64_r2r",
                 "fftw_execute_r2r",
                 "fftw_destroy_plan",
                 "fftw_init_threads",
                 "fftw_plan_with_nthreads"});
  if (job.type == ElementType::f32)
    add<float>(rivals, job,
               {{"libfftw3f.so.3", "libfftw3f.so"},
                {"libfftw3f_threads.so.3", "libfftw3f_threads.so"},
                "fftwf_plan_guru64_r2r",
                "fftwf_execute_r2r",
                "fftwf_destroy_plan",
                "fftwf_init_threads",
                "fftwf_plan_with_nthreads"});
}

}  // namespace isomer::perf
