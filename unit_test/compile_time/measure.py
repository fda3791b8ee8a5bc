# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the compilation of calls_isomer.cpp and calls_kokkos.cpp, interleaved.

usage: measure.py BUILD/compile_commands.json [REPEATS]
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

NAMES = ["includes_only.cpp", "calls_kokkos.cpp", "calls_isomer.cpp"]


def compile_lines(path):
    with open(path, encoding="utf-8") as database:
        for entry in json.load(database):
            folder, name = os.path.split(entry["file"])
            if os.path.basename(folder) == "compile_time" and name in NAMES:
                yield name, entry["directory"], shlex.split(entry["command"])


def main():
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    lines = {name: (directory, command) for name, directory, command in compile_lines(sys.argv[1])}
    best = dict.fromkeys(NAMES, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(repeats):
            for name in NAMES:
                directory, command = lines[name]
                command[command.index("-o") + 1] = os.path.join(folder, "object.o")
                start = time.perf_counter()
                subprocess.run(command, cwd=directory, check=True)
                best[name] = min(best[name], time.perf_counter() - start)
    base = best["includes_only.cpp"]
    print(f"{'file':<20}{'seconds':>9}{'without the header':>20}")
    for name in NAMES:
        print(f"{name:<20}{best[name]:>9.2f}{best[name] - base:>20.2f}")


main()
