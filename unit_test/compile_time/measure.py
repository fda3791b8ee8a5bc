# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processor seconds that the files of this folder take to compile, by turns: medians.

usage: measure.py BUILD/compile_commands.json [REPEATS] [--hold]

With --hold only what the bar needs is compiled, and it is an error if kernels on records take three times as long as
the same ones on Views; a first turn that is a tenth below that is enough.
"""

import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

NAMES = ["includes_only.cpp", "calls_kokkos.cpp", "calls_isomer.cpp", "kernels_on_views.cpp",
         "kernels_on_records.cpp", "kernels_with_advice.cpp"]
VIEWS, RECORDS = NAMES[3:5]
BAR = 3


def compile_lines(path):
    with open(path, encoding="utf-8") as database:
        for entry in json.load(database):
            folder, name = os.path.split(entry["file"])
            if os.path.basename(folder) == "compile_time" and name in NAMES:
                yield name, (entry["directory"], shlex.split(entry["command"]))


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measured(lines, names, repeats):
    """Seconds of each name; a compiler cache would give those of reading a file."""
    environment = dict(os.environ, CCACHE_DISABLE="1")
    seconds = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(repeats):
            for name in names:
                directory, command = lines[name]
                command[command.index("-o") + 1] = os.path.join(folder, "object.o")
                before = processor_seconds()
                subprocess.run(command, cwd=directory, check=True, env=environment)
                seconds[name].append(processor_seconds() - before)
    return {name: statistics.median(list_) for name, list_ in seconds.items()}


def main():
    is_held = "--hold" in sys.argv
    arguments = [argument for argument in sys.argv[1:] if argument != "--hold"]
    repeats = int(arguments[1]) if len(arguments) > 1 else 5
    names = [VIEWS, RECORDS] if is_held else NAMES
    lines = dict(compile_lines(arguments[0]))
    seconds = measured(lines, names, 1 if is_held else repeats)
    if is_held and seconds[RECORDS] > 0.9 * BAR * seconds[VIEWS]:
        seconds = measured(lines, names, repeats)
    base = seconds.get(NAMES[0], 0)
    print(f"{'file':<24}{'seconds':>9}{'above the header':>18}")
    for name in names:
        print(f"{name:<24}{seconds[name]:>9.2f}{seconds[name] - base:>18.2f}")
    times = seconds[RECORDS] / seconds[VIEWS]
    print(f"{RECORDS} takes {times:.2f} times as long as {VIEWS}")
    if is_held and times >= BAR:
        sys.exit(f"it has to take less than {BAR} times as long")


main()
