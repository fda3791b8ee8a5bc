#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: trip.py PROGRAM [--max=N] [--addr2line=COMMAND]

Prints the trip of a transposition through the files of src/, from `normalize` to the first stored
byte, and fails if it returns more than N times to a file that it has left. PROGRAM (unit_test/trip)
prints the addresses of the functions, each at its first call.

A return is the first call of a function in a source (.cpp or .inl) that the trip had left, none of its
functions being under way, and that it now enters from another source than before. What headers define
counts as part of its callers.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

FIRST = "normalize("


def called_functions(program):
    """[(+ when entered or - when left, address)]"""
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OMP_PROC_BIND": "false"}
    run = subprocess.run([program], stdout=subprocess.PIPE, text=True, env=environment, check=True)
    return re.findall(r"^([+-])(0x[0-9a-f]+)$", run.stdout, re.MULTILINE)


def places(addr2line, program, addresses):
    """{address: (function, file below src/)}"""
    run = subprocess.run([addr2line, "-f", "-C", "-e", program], input="\n".join(addresses),
                         stdout=subprocess.PIPE, text=True, check=True)
    lines = run.stdout.splitlines()
    found = {}
    for address, function, place in zip(addresses, lines[::2], lines[1::2]):
        path = os.path.normpath(place.rpartition(":")[0])
        # What CMake writes below the build folder is in a src/ of its own.
        _, below, file = path.rpartition("/src/")
        if not below:
            raise SystemExit(f"trip: {function} is in {place}, not below src/")
        found[address] = (function, file)
    return found


def stops(events, place_of):
    """[(file, its functions called for the first time, mark)]; the mark is "return", "again" where a
    source that had been left is entered from where it had been before, or empty."""
    trip = []
    seen = set()
    entered_from = collections.defaultdict(set)
    under_way = []
    has_begun = False
    for what, address in events:
        function, file = place_of[address]
        if file.endswith(".hpp"):
            continue
        if what == "-":
            under_way.pop()
            continue
        caller = under_way[-1] if under_way else None
        has_begun = has_begun or re.search(rf"\b{re.escape(FIRST)}", function)
        if has_begun and address not in seen:
            seen.add(address)
            mark = ""
            if entered_from[file] and file not in under_way:
                mark = "again" if caller in entered_from[file] else "return"
            if mark or not trip or trip[-1][0] != file:
                trip.append((file, [], mark))
            trip[-1][1].append(function)
        if has_begun and caller != file:
            entered_from[file].add(caller)
        under_way.append(file)
    return trip


def short(function):
    """Without arguments and names of spaces."""
    plain = function.replace("(anonymous namespace)::", "")
    while "<" in plain and plain != (plain := re.sub(r"<[^<>]*>", "", plain)):
        pass
    return re.sub(r"\(.*", "", plain).split("::")[-1].split(" ")[-1] or function


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--max", type=int)
    parser.add_argument("--addr2line", default="addr2line")
    options = parser.parse_args()
    program = str(options.program.resolve())
    events = called_functions(program)
    addresses = sorted({address for _, address in events})
    trip = stops(events, places(options.addr2line, program, addresses))
    if not trip:
        raise SystemExit(f"trip: no function {FIRST}) among {len(addresses)}")
    for file, functions, mark in trip:
        print(f"{mark:6} {file}: {', '.join(map(short, functions))}")
    returns = sum(mark == "return" for _, _, mark in trip)
    print(f"{returns} returns among {len(trip)} stops in {len({file for file, _, _ in trip})} files")
    if options.max is not None and returns > options.max:
        print(f"trip: at most {options.max} returns are allowed", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
