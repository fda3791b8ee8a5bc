#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: where_time_goes.py BUILD-DIR [--since SECONDS]

Prints what a build and its tests cost: seconds of compiling and linking by folder of the sources,
from Ninja's log; the slowest tests, from CTest's; and the slowest cases of their programs, with how
many were skipped, from GoogleTest's reports. --since leaves out what is older than that many seconds
since 1970.
"""
import argparse
import collections
import json
import pathlib
import re

SLOWEST = 30


def folder_of(output):
    """CMakeFiles/isomer.dir/src/tile/x.cpp.o -> src/tile; anything without an object is a link."""
    if output.endswith(".log"):
        return "device code"
    if not re.search(r"\.(o|gch|pch)$", output):
        return "links and the rest"
    if output.endswith("ch"):
        return "precompiled headers"
    path = re.sub(r"CMakeFiles/[^/]+\.dir/", "", output)
    path = re.sub(r"^.*__/", "", path)  # a source above the folder that lists it
    return str(pathlib.PurePath(path).parent)


def build_seconds(log, since):
    """{output: seconds}; the last line about an output is the valid one."""
    seconds = {}
    for line in log.read_text().splitlines():
        if line.startswith("#"):
            continue
        start, end, modified, output, _ = line.split("\t")
        if int(modified) / 1e9 >= since:
            seconds[output] = (int(end) - int(start)) / 1000
    return seconds


def print_build(seconds):
    by_folder = collections.defaultdict(list)
    for output, value in seconds.items():
        by_folder[folder_of(output)].append(value)
    print(f"{sum(seconds.values()):8.1f} s to compile and link {len(seconds)} files:")
    for folder, values in sorted(by_folder.items(), key=lambda item: -sum(item[1])):
        print(f"{sum(values):8.1f} s {len(values):4}  {folder}")


def test_seconds(log):
    """{test: seconds} of the last run of CTest."""
    seconds = {}
    name = None
    for line in log.read_text(errors="replace").splitlines():
        if match := re.match(r"\d+/\d+ Test: (.*)", line):
            name = match[1]
        elif name and (match := re.match(r"Test time = +([\d.]+) sec", line)):
            seconds[name] = float(match[1])
            name = None
    return seconds


def case_seconds(reports):
    """{program: case: seconds}, and the names of those that were skipped."""
    seconds = {}
    skipped = []
    for report in reports:
        for suite in json.loads(report.read_text())["testsuites"]:
            for case in suite["testsuite"]:
                name = f"{report.stem}: {suite['name']}.{case['name']}"
                seconds[name] = float(case["time"].rstrip("s"))
                if case["result"] == "SKIPPED":
                    skipped.append(name)
    return seconds, skipped


def print_slowest(what, seconds):
    print(f"{sum(seconds.values()):8.1f} s in {len(seconds)} {what}, of which")
    for name, value in sorted(seconds.items(), key=lambda item: -item[1])[:SLOWEST]:
        print(f"{value:8.1f} s  {name}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--since", type=float, default=0)
    options = parser.parse_args()
    log = options.build / ".ninja_log"
    if log.exists():
        print_build(build_seconds(log, options.since))

    def found(pattern):
        # In the build itself, or in that of Isomer inside of it.
        paths = [*options.build.glob(pattern), *options.build.glob("isomer/" + pattern)]
        return sorted(path for path in paths if path.stat().st_mtime >= options.since)

    for log in found("Testing/Temporary/LastTest.log"):
        print_slowest("tests", test_seconds(log))
    cases, skipped = case_seconds(found("Testing/gtest/*.json"))
    if cases:
        print_slowest("cases", cases)
        print(f"skipped {len(skipped)}: {', '.join(skipped) or 'none'}")


if __name__ == "__main__":
    main()
