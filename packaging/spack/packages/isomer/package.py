# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

from spack.package import *

try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:  # before Spack 1.0 it is one of spack.package
    pass


class Isomer(CMakePackage):
    """Rearranges Kokkos::View data as fast as memory allows: out of place (any permutation of any
    rank, between any layouts) and in place (any shape, with almost no extra memory)."""

    # The checkout that this recipe lies in.
    git = "file://" + os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    variant("openmp", default=True, description="Kernels for OpenMP")
    variant("serial", default=True, description="Kernels for Serial")
    variant("threads", default=False, description="Kernels for C++ threads")
    variant("cuda", default=False, description="Kernels for CUDA")
    variant("shared", default=False, description="A shared library")
    variant("program", default=True, description="The program for .npy files")
    variant("examples", default=False, description="Build the examples")
    variant("kokkos-kernels", default=False, description="Kokkos Kernels in the example for it")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("kokkos@4.5:5.2")
    # Kernels are compiled for the devices of that Kokkos, and for no others.
    for device in ("openmp", "serial", "threads", "cuda"):
        depends_on(f"kokkos+{device}", when=f"+{device}")
        depends_on(f"kokkos~{device}", when=f"~{device}")
    depends_on("cuda@12.2:", when="+cuda")
    depends_on("kokkos-kernels@4.5:5.2", when="+kokkos-kernels")
    depends_on("cli11@2.1:", type="build", when="+program")
    depends_on("googletest+gmock", type="test")
    depends_on("python", type="test")
    depends_on("py-numpy", type="test", when="+program")

    conflicts("+openmp", when="+threads", msg="Kokkos has one parallel host device at a time")
    conflicts("+kokkos-kernels", when="~examples", msg="Kokkos Kernels is for an example")
    conflicts("%gcc@:11", msg="Isomer needs GCC 12 or newer")
    conflicts("%clang@:13", msg="Isomer needs Clang 14 or newer")

    def cmake_args(self):
        args = [
            self.define("ISOMER_KOKKOS_PROVIDER", "system"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("Isomer_ENABLE_PROGRAM", "program"),
            self.define_from_variant("Isomer_ENABLE_EXAMPLES", "examples"),
            self.define("Isomer_ENABLE_TESTS", self.run_tests),
            self.define("Isomer_ENABLE_BENCHMARKS", False),
            self.define("Isomer_ENABLE_INSTALL", True),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_KokkosKernels", "~kokkos-kernels" in self.spec),
        ]
        if "+cuda" in self.spec:
            args.append(self.define("ISOMER_REQUIRE_DEVICE", "CUDA"))
        if self.spec.satisfies("^kokkos+wrapper"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        return args
