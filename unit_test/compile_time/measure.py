# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processor seconds that calls_isomer.cpp and calls_kokkos.cpp take to compile, interleaved.

usage: measure.py BUILD/compile_commands.json [REPEATS]
"""

import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile

NAMES = ["includes_only.cpp", "calls_kokkos.cpp", "calls_isomer.cpp"]


def compile_lines(path):
    with open(path, encoding="utf-8") as database:
        for entry in json.load(database):
            folder, name = os.path.split(entry["file"])
            if os.path.basename(folder) == "compile_time" and name in NAMES:
                yield name, (entry["directory"], shlex.split(entry["command"]))


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    lines = dict(compile_lines(sys.argv[1]))
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    best = dict.fromkeys(NAMES, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(repeats):
            for name in NAMES:
                directory, command = lines[name]
                command[command.index("-o") + 1] = os.path.join(folder, "object.o")
                before = processor_seconds()
                subprocess.run(command, cwd=directory, check=True)
                best[name] = min(best[name], processor_seconds() - before)
    base = best["includes_only.cpp"]
    print(f"{'file':<20}{'seconds':>9}{'above the header':>18}")
    for name in NAMES:
        print(f"{name:<20}{best[name]:>9.2f}{best[name] - base:>18.2f}")


main()
