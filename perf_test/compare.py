#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two builds of isomer_perf, processes of the two by turns, case by case.

    perf_test/compare.py OLD NEW --suite=permute --type=f32 -- --repeat=3

Each case counts with its median throughput over the rounds. Exit code: 0 as fast as before; 1 where a
geometric mean of new/old is below 0.99, a case is below 0.93 in every round, or a run failed;
2 where the command line makes no sense.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

TYPES = ("f32", "f64")
# Those of isomer_perf, and the part of `small` that makes plans.
SUITES = ("permute", "permute6d", "high_rank", "random", "square2d", "skinny", "relayout", "cast",
          "in_place", "in_place_square", "in_place_skinny", "in_place_rankn", "small", "planning",
          "single_use", "call_count", "size_sweep", "batch", "records_permute", "rearrange",
          "record_loops", "record_reads", "records")
OWN_TYPE = {"rearrange": "u8", "record_loops": "f32", "record_reads": "f32", "records": "u8"}  # whatever --type says
NOT_COMPARED = ("records_random", "model_check")  # about advice and about forced plans
FLAGS = {"small": ["--suite=small", "--benchmark_filter=-/planning_"],
         "planning": ["--suite=small", "--benchmark_filter=/planning_"]}
LATENCY = ("small", "planning")  # also shown in nanoseconds a call
LEAST_GEOMEAN, LEAST_RATIO = 0.99, 0.93


class RunFailed(Exception):
    """What a process of isomer_perf did wrong."""


def run(program, suite, element_type, options):
    """The JSON of one process, a dictionary with `context` and `benchmarks`."""
    command = [program, *FLAGS.get(suite, ["--suite=" + suite]), "--type=" + element_type, "--pages=" + options.pages,
               "--benchmark_format=json", *options.flags]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    try:
        result = json.loads(done.stdout)
        wrong = [f"{case_name(entry)}: {entry.get('error_message')}"
                 for entry in result["benchmarks"] if entry.get("error_occurred")]
    except (ValueError, KeyError) as error:
        raise RunFailed(f"{' '.join(command)}: {done.stderr.strip() or error}") from error
    if done.returncode != 0:
        raise RunFailed("\n  ".join(filter(None, [
            f"{' '.join(command)}: exit code {done.returncode}", done.stderr.strip(), *wrong])))
    return result


def case_name(entry):
    return entry["name"].split("/iterations")[0]


def measured(result):
    """The cases that were measured, by name, each with the medians of its repetitions; what Google
    Benchmark makes of these itself is left out, and so is what was skipped."""
    runs = {}
    for entry in result["benchmarks"]:
        if (entry.get("run_type") != "aggregate" and entry.get("gigabytes_per_second", 0) > 0
                and not entry.get("error_occurred")):
            runs.setdefault(case_name(entry), []).append(entry)
    return {name: medians(entries) for name, entries in runs.items()}


def medians(entries):
    figures = ("gigabytes_per_second", "of_copy", "real_time")
    return {**entries[0], **{key: statistics.median(entry[key] for entry in entries)
                             for key in figures if key in entries[0]}}


class Comparison:
    """One suite and type: a list of results of each program, in the order of the rounds."""

    def __init__(self, old, new):
        self.rounds = {"old": [measured(r) for r in old], "new": [measured(r) for r in new]}
        every = self.rounds["old"] + self.rounds["new"]
        self.cases = [name for name in every[0] if all(name in cases for cases in every)]
        self.left_out = sorted({name for cases in every for name in cases} - set(self.cases))
        self.ratios = {name: self.median("new", name) / self.median("old", name)
                       for name in self.cases}

    def speeds(self, which, name):
        return [cases[name]["gigabytes_per_second"] for cases in self.rounds[which]]

    def median(self, which, name):
        return statistics.median(self.speeds(which, name))

    def nanoseconds(self, which, name):
        """Of a call; isomer_perf counts with the time of a whole measurement's median."""
        unit = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
        return statistics.median(cases[name]["real_time"] * unit[cases[name]["time_unit"]]
                                 for cases in self.rounds[which])

    def geomean(self):
        return statistics.geometric_mean(self.ratios.values())

    def geomeans(self):
        """One a round: what a change has slowed down is below 1 in all of them."""
        rounds = zip(*(zip(self.speeds("old", name), self.speeds("new", name))
                       for name in self.cases))
        return [statistics.geometric_mean(new / old for old, new in pairs) for pairs in rounds]

    def slower_each_round(self):
        """The cases that a gate has to stop: a regression repeats, a bad minute does not."""
        return [name for name in self.cases
                if all(new < LEAST_RATIO * old for old, new in
                       zip(self.speeds("old", name), self.speeds("new", name)))]

    def copy_range(self):
        """Slowest and fastest copy in GB/s that a case was held against; None without a copy."""
        copies = [entry["gigabytes_per_second"] / entry["of_copy"]
                  for cases in self.rounds["old"] + self.rounds["new"]
                  for entry in cases.values() if entry.get("of_copy", 0) > 0]
        return (min(copies), max(copies)) if copies else None

    def passes(self):
        return bool(self.cases) and self.geomean() >= LEAST_GEOMEAN and not self.slower_each_round()

    def text(self, title, in_nanoseconds):
        if not self.cases:
            return f"{title}: FAILED, no case was measured by both programs in every round"
        least = min(self.cases, key=self.ratios.get)
        copies = self.copy_range()
        lines = [f"{title}: {'ok' if self.passes() else 'SLOWER'}, new/old geomean "
                 f"{self.geomean():.3f} of {len(self.cases)}, least {self.ratios[least]:.3f} "
                 f"({least})" +
                 (f", copy {copies[0]:.1f} to {copies[1]:.1f} GB/s" if copies else "")]
        if not self.passes():
            lines.append("  geomean of each round: " +
                         ", ".join(f"{mean:.3f}" for mean in self.geomeans()))
        for name in self.slower_each_round():
            pairs = zip(self.speeds("old", name), self.speeds("new", name))
            lines.append(f"  below {LEAST_RATIO} in every round: {name}: " +
                         ", ".join(f"{new / old:.3f}" for old, new in pairs))
        if in_nanoseconds:
            lines += [f"  {self.nanoseconds('old', name):10.1f} -> "
                      f"{self.nanoseconds('new', name):10.1f} ns  {name}" for name in self.cases]
        if self.left_out:
            lines.append("  not in every run, left out: " + ", ".join(self.left_out))
        return "\n".join(lines)


def turns(rounds):
    """(round, program): old, new, new, old, old, new, ..: neither is always the first."""
    for number in range(rounds):
        for which in ("old", "new") if number % 2 == 0 else ("new", "old"):
            yield number, which


def compare(suite, element_type, options, record):
    results = {"old": [], "new": []}
    for number, which in turns(options.rounds):
        print(f"{suite} {element_type} round {number + 1} of {options.rounds}: {which}",
              file=sys.stderr, flush=True)
        result = run(getattr(options, which), suite, element_type, options)
        results[which].append(result)
        record({"suite": suite, "type": element_type, "round": number, "which": which, **result})
    return Comparison(**results)


def recorder(options):
    """Keeps what was measured so far in --json, so that a run that is cut short is not lost."""
    written = {"old": options.old, "new": options.new, "flags": options.flags, "runs": []}

    def record(result):
        written["runs"].append(result)
        if options.json:
            with open(options.json + ".part", "w", encoding="utf-8") as file:
                json.dump(written, file, indent=1)
            os.replace(options.json + ".part", options.json)
    return record


def at_least_one(text):
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def parse(words):
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], allow_abbrev=False,
        usage="%(prog)s OLD NEW [options] [-- FLAG..]",
        epilog="What follows -- goes to both programs as it is: -- --repeat=3 --samples=12")
    parser.add_argument("old", help="isomer_perf as it was")
    parser.add_argument("new", help="isomer_perf as it is")
    parser.add_argument("--suite", action="append", choices=list(SUITES),
                        help="may be repeated; all of these unless given")
    parser.add_argument("--type", action="append",
                        choices=["u8", "u16", "u32", "u64", "f32", "f64", "c64", "c128"],
                        help="may be repeated; f32 and f64 unless given, and once where a suite has types of "
                             "its own")
    parser.add_argument("--planning", action="store_true",
                        help="only the time that making a plan takes: --suite=planning --type=f64")
    parser.add_argument("--rounds", type=at_least_one, default=3, metavar="N",
                        help="processes of each program (3)")
    parser.add_argument("--pages", choices=["default", "huge"], default="huge",
                        help="under the buffers (huge)")
    parser.add_argument("--json", metavar="FILE", help="where the results of all runs go")
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.flags = words[end + 1:]
    if options.planning:
        if options.suite or options.type:
            parser.error("--planning stands for a suite and a type, neither can be given beside it")
        options.suite, options.type = ["planning"], ["f64"]
    for program in (options.old, options.new):
        if not os.access(program, os.X_OK) or os.path.isdir(program):
            parser.error(f"{program}: has to be a program, a build of isomer_perf")
    options.old, options.new = os.path.abspath(options.old), os.path.abspath(options.new)
    return options


def main(words):
    options = parse(words)
    record = recorder(options)
    all_pass = True
    for suite in options.suite or SUITES:
        for element_type in [OWN_TYPE[suite]] if suite in OWN_TYPE else options.type or TYPES:
            title = f"{suite} {element_type}"
            try:
                comparison = compare(suite, element_type, options, record)
                all_pass &= comparison.passes()
                print(comparison.text(title, suite in LATENCY), flush=True)
            except RunFailed as error:
                all_pass = False
                print(f"{title}: FAILED, {error}", flush=True)
    return 0 if all_pass else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
