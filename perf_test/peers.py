#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times NumPy and PyTorch beside isomer_perf, case by case, and draws all of them.

    perf_test/peers.py --perf build/release/perf_test/isomer_perf --type f32 --plot plots

Each case runs in isomer_perf (copy, Isomer, and with --peers what other libraries it finds), then at
once in NumPy and PyTorch where they are installed. All are divided by the copy that isomer_perf timed
in that minute. Only --plot needs matplotlib; --list-peers says what was found.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

REPEATS = 5
SETS = 3  # rotating pairs of arrays, as in isomer_perf


def read_cases(path):
    """Column-major extents and axes of every line, as isomer_perf reads them."""
    cases = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            text = line.split("#")[0].strip()
            if text:
                extents, axes = text.split("|")
                cases.append((tuple(int(d) for d in extents.split(",")),
                              tuple(int(p) for p in axes.split(","))))
    return cases


def row_major(extents, axes):
    """The same permutation for arrays whose last axis is the fastest."""
    last = len(axes) - 1
    return extents[::-1], tuple(last - axes[last - k] for k in range(len(axes)))


def median_seconds(run):
    run(0)
    samples = []
    for turn in range(1, REPEATS + 1):
        start = time.perf_counter()
        run(turn % SETS)
        samples.append(time.perf_counter() - start)
    return sorted(samples)[len(samples) // 2]


class NumPy:
    name = "numpy"
    types = {"u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64", "f32": "float32",
             "f64": "float64", "c64": "complex64", "c128": "complex128"}

    def __init__(self):
        import numpy
        self.numpy = numpy

    def seconds(self, type_name, extents, axes):
        numpy, dtype = self.numpy, self.types[type_name]
        sources = [numpy.ones(extents, dtype) for _ in range(SETS)]
        results = [numpy.zeros([extents[a] for a in axes], dtype) for _ in range(SETS)]
        return median_seconds(lambda k: numpy.copyto(results[k], sources[k].transpose(axes)))


class PyTorch:
    name = "torch"
    types = {"u8": "uint8", "f32": "float32", "f64": "float64", "c64": "complex64",
             "c128": "complex128"}

    def __init__(self):
        import torch
        self.torch = torch

    def seconds(self, type_name, extents, axes):
        torch = self.torch
        dtype = getattr(torch, self.types[type_name])
        sources = [torch.ones(extents, dtype=dtype) for _ in range(SETS)]
        results = [torch.zeros([extents[a] for a in axes], dtype=dtype) for _ in range(SETS)]
        return median_seconds(lambda k: results[k].copy_(sources[k].permute(axes)))


def available_peers():
    peers = []
    for peer in (NumPy, PyTorch):
        try:
            peers.append(peer())
        except ImportError:
            pass
    return peers


def run_isomer_perf(options, extents, axes):
    """The benchmark entry that isomer_perf writes for one case."""
    with tempfile.TemporaryDirectory() as folder:
        case_file = os.path.join(folder, "case.txt")
        result_file = os.path.join(folder, "result.json")
        with open(case_file, "w", encoding="utf-8") as file:
            file.write(",".join(map(str, extents)) + " | " + ",".join(map(str, axes)) + "\n")
        command = [options.perf, "--suite=permute", "--cases=" + case_file,
                   "--type=" + options.type, "--peers", "--benchmark_out=" + result_file]
        if options.threads:
            command.append(f"--threads={options.threads}")
        if options.pages:
            command.append("--pages=" + options.pages)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(result_file, encoding="utf-8") as file:
            result = json.load(file)
    return result["context"], result["benchmarks"][0]


def main():
    default_cases = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases", "ttc57.txt")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perf", required=True, help="the program isomer_perf")
    parser.add_argument("--cases", default=default_cases, help="default: cases/ttc57.txt")
    parser.add_argument("--type", default="f32", choices=sorted(NumPy.types))
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--pages", choices=["default", "huge"],
                        help="of isomer_perf's buffers; the others take what they get")
    parser.add_argument("--out", help="write the merged figures as JSON")
    parser.add_argument("--plot", metavar="DIR", help="draw bars there as SVG; needs matplotlib")
    parser.add_argument("--list-peers", action="store_true")
    options = parser.parse_args()

    peers = available_peers()
    if options.list_peers:
        print("\n".join(peer.name for peer in peers))
        return 0
    merged = {"context": {}, "benchmarks": []}
    for extents, axes in read_cases(options.cases):
        merged["context"], entry = run_isomer_perf(options, extents, axes)
        if "of_copy" not in entry:
            print(entry["name"].split("/iterations")[0], entry.get("error_message", "not measured"),
                  sep="  ", flush=True)
            continue
        for peer in peers:
            if options.type in peer.types:
                seconds = peer.seconds(options.type, *row_major(extents, axes))
                entry["times_" + peer.name] = seconds * entry["of_copy"] / entry["copy_seconds"]
        merged["benchmarks"].append(entry)
        print(entry["name"].split("/iterations")[0], f"isomer {entry['of_copy']:.2f}",
              *(f"{key[len('times_'):]} {entry['of_copy'] / value:.2f}"
                for key, value in entry.items() if key.startswith("times_")), sep="  ", flush=True)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            json.dump(merged, file, indent=1)
    if options.plot:
        import plot  # needs matplotlib
        plot.draw([merged], options.plot, ["bars"], "svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
