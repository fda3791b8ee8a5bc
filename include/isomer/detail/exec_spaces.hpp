// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <Kokkos_Core.hpp>

/// ISOMER_FOR_EACH_EXEC(M): M(space) for every execution space that the library has kernels for;
/// ISOMER_FOR_EACH_HOST_EXEC(M): for those on the host; ISOMER_FOR_EACH_DEVICE_EXEC(M): for the
/// others.
#ifdef KOKKOS_ENABLE_SERIAL
#define ISOMER_IF_SERIAL(M) M(Kokkos::Serial)
#else
#define ISOMER_IF_SERIAL(M)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
#define ISOMER_IF_OPENMP(M) M(Kokkos::OpenMP)
#else
#define ISOMER_IF_OPENMP(M)
#endif
#ifdef KOKKOS_ENABLE_THREADS
#define ISOMER_IF_THREADS(M) M(Kokkos::Threads)
#else
#define ISOMER_IF_THREADS(M)
#endif
#ifdef KOKKOS_ENABLE_CUDA
#define ISOMER_IF_CUDA(M) M(Kokkos::Cuda)
#else
#define ISOMER_IF_CUDA(M)
#endif
#ifdef KOKKOS_ENABLE_HIP
#define ISOMER_IF_HIP(M) M(Kokkos::HIP)
#else
#define ISOMER_IF_HIP(M)
#endif
#ifdef KOKKOS_ENABLE_SYCL
#define ISOMER_IF_SYCL(M) M(Kokkos::SYCL)
#else
#define ISOMER_IF_SYCL(M)
#endif
#define ISOMER_FOR_EACH_HOST_EXEC(M) ISOMER_IF_SERIAL(M) ISOMER_IF_OPENMP(M) ISOMER_IF_THREADS(M)
#define ISOMER_FOR_EACH_DEVICE_EXEC(M) ISOMER_IF_CUDA(M) ISOMER_IF_HIP(M) ISOMER_IF_SYCL(M)
#define ISOMER_FOR_EACH_EXEC(M) ISOMER_FOR_EACH_HOST_EXEC(M) ISOMER_FOR_EACH_DEVICE_EXEC(M)

namespace isomer::detail {

/// Whether an execution space has kernels in the compiled library.
#define ISOMER_OR_IS(space) || std::is_same_v<Exec, space>
template <class Exec>
inline constexpr bool has_kernels_v = false ISOMER_FOR_EACH_EXEC(ISOMER_OR_IS);
#undef ISOMER_OR_IS

}  // namespace isomer::detail
