# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: report.py LOG...

Reads what `nvcc -Xptxas -v` printed, tabulates the kernels and fails if one of Isomer's uses local
memory, where a register lives in device memory, or more shared memory than Kokkos fixes when it
compiles: a kernel that only moves data can afford neither.
"""
import re
import subprocess
import sys
from dataclasses import dataclass

FIXED_BY_KOKKOS = 16  # bytes of shared memory


@dataclass
class Kernel:
    arch: str
    mangled: str
    stack: int = 0
    spilled: int = 0
    registers: int = 0
    shared: int = 0

    @property
    def is_ours(self):
        # Kokkos' own kernels (filling a View, say) come along with the headers. A LoggedRun is one
        # thread that looks at what a user's kernel does; it may take its time.
        return "isomer" in self.mangled and "LoggedRun" not in self.mangled

    def complaints(self):
        if self.stack or self.spilled:
            yield "uses local memory"
        if self.shared > FIXED_BY_KOKKOS:
            yield f"fixes {self.shared} bytes of shared memory"


def kernels(log):
    kernel = None
    for line in log:
        if match := re.search(r"Compiling entry function '(\w+)' for 'sm_(\w+)'", line):
            kernel = Kernel(arch=match[2], mangled=match[1])
        elif kernel and (match := re.search(
                r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line)):
            kernel.stack = int(match[1])
            kernel.spilled = int(match[2]) + int(match[3])
        elif kernel and (match := re.search(r"Used (\d+) registers", line)):
            kernel.registers = int(match[1])
            if match := re.search(r"(\d+) bytes smem", line):
                kernel.shared = int(match[1])
            yield kernel
            kernel = None


def readable(mangled):
    """The functors' names without the launch around them, Kokkos' or that of gangs."""
    names = subprocess.run(["c++filt"], input="\n".join(mangled), text=True, check=True,
                           capture_output=True).stdout.splitlines()
    return [shorten(name) for name in names]


def shorten(name):
    if match := re.search(r"Parallel(?:For|Reduce|Scan)<(.*?), Kokkos::\w+Policy<", name):
        name = match[1]
    elif match := re.search(r"run_gang<(.*)>\(", name):
        name = match[1].strip()
    return name.replace("isomer::", "").replace("Kokkos::", "")


def in_a_line(name):
    return name if len(name) <= 100 else name[:97] + "..."


def main(paths):
    found = []
    for path in paths:
        with open(path) as log:
            found += kernels(log)
    ours = [kernel for kernel in found if kernel.is_ours]
    if not ours:
        print("no kernel of Isomer was compiled: nothing was checked", file=sys.stderr)
        return 1

    print(f"{'sm':>4} {'registers':>9} {'shared':>7} {'stack':>6} {'spills':>6}  kernel")
    names = readable([kernel.mangled for kernel in ours])
    for kernel, name in zip(ours, names):
        print(f"{kernel.arch:>4} {kernel.registers:9} {kernel.shared:7} {kernel.stack:6} "
              f"{kernel.spilled:6}  {in_a_line(name)}")

    bad = [f"{what}: {name}" for kernel, name in zip(ours, names) for what in kernel.complaints()]
    for line in bad:
        print(line, file=sys.stderr)
    print("(shared: what is fixed at compile time; team scratch comes on top at the launch)")
    print(f"{len(ours)} kernels, {len(bad)} complaints")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
