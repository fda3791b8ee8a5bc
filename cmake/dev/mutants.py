#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages the sources one at a time and expects a failing test for each damage.

A list of mutants (unit_test/mutants/*.list) has blocks, apart by blank lines, and comments behind #:

    mutant: overlap_without_budget
    file: src/problem/overlap.cpp
    test: test_problem Overlap.*
    - if (--budget_ <= 0) return true;
    + if (--budget_ <= 0) return false;

The text behind each "- ", lines joined, has to be in the file exactly once; what stands behind each
"+ " takes its place. One of the test programs named, with a GoogleTest filter or without, has to fail
then, and all pass before (--trust: they just did). Where a header is part of many objects,
`object: kernels_plain` damages it in those alone whose names have that. Nothing in the tree is changed: a
damaged copy of the file is compiled with the flags of the build folder, and takes precedence over the
original when the programs are linked again.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

# A program that hangs has seen the damage: it gets four times what it takes without, and no less.
LEAST_TIMEOUT, LONGEST_TIMEOUT = 20, 180  # seconds
# A sample in which no test is run without damage goes on until this many are judged: the first of
# it may all damage headers of every kernel.
LEAST_JUDGED_IF_TRUSTED = 2


class Broken(Exception):
    """The mutant says nothing about the tests: it is stale, or does not compile."""


class Unfinished(Exception):
    """The sample's time was over before the mutant's."""


@dataclasses.dataclass(frozen=True)
class Test:
    program: str
    filter: str


@dataclasses.dataclass
class Mutant:
    name: str = ""
    file: str = ""
    object: str = ""
    tests: list = dataclasses.field(default_factory=list)
    old: list = dataclasses.field(default_factory=list)
    new: list = dataclasses.field(default_factory=list)

    def apply(self, text):
        old = "\n".join(self.old)
        if text.count(old) != 1:
            raise Broken(f"{self.file} has {text.count(old)} times what it has to have once: {old.strip()}")
        return text.replace(old, "\n".join(self.new))


def parse(text, origin):
    """The mutants of a list."""
    mutants, mutant = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        key, _, value = line.partition(":")
        if not line.strip():
            mutant = None
        elif key == "mutant":
            mutant = Mutant(name=value.strip())
            mutants.append(mutant)
        elif mutant is not None and key == "file":
            mutant.file = value.strip()
        elif mutant is not None and key == "object":
            mutant.object = value.strip()
        elif mutant is not None and key == "test":
            program, _, chosen = value.strip().partition(" ")
            mutant.tests.append(Test(program, chosen.strip()))
        elif mutant is not None and line[:1] in "-+":
            (mutant.old if line[0] == "-" else mutant.new).append(line[2:])
        else:
            sys.exit(f"mutants: {origin}:{number}: what is '{line}'?")
    names = [mutant.name for mutant in mutants]
    for mutant in mutants:
        if not (mutant.file and mutant.tests and mutant.old and mutant.new):
            sys.exit(f"mutants: {origin}: {mutant.name} lacks its file, a test, or its old or new text")
        if names.count(mutant.name) > 1:
            sys.exit(f"mutants: {origin}: {mutant.name} is there twice")
    return mutants


class Build:
    """What an existing build folder knows: how each object is made of what, and each program of those."""

    def __init__(self, folder, source):
        self.folder, self.source = Path(folder).resolve(), Path(source).resolve()
        commands = json.loads((self.folder / "compile_commands.json").read_text())
        self.compilation = {}  # object, relative to the folder: (arguments, source)
        for entry in commands:
            arguments = shlex.split(entry["command"])
            if "-o" not in arguments:
                continue  # checked for its syntax only: part of no program
            self.compilation[arguments[arguments.index("-o") + 1]] = (arguments, Path(entry["file"]))
        self.dependents = {}  # file: objects
        for paragraph in self.ninja("-t", "deps").split("\n\n"):
            lines = paragraph.splitlines()
            if lines and ": #deps" in lines[0]:
                for line in lines[1:]:
                    path = Path(os.path.normpath(self.folder / line.strip()))
                    self.dependents.setdefault(path, []).append(lines[0].split(": #deps")[0])
        self.links = {}
        self.seconds = seconds_of_tests(self.folder / "Testing" / "Temporary" / "CTestCostData.txt")
        self.lock = threading.Lock()

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", self.folder, *arguments], check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def link(self, program):
        """The arguments that link a program."""
        with self.lock:
            if program not in self.links:
                command = self.ninja("-t", "commands", program).strip().splitlines()[-1]
                linked = [part for part in command.split("&&") if " -o " in part]
                self.links[program] = shlex.split(linked[0])
            return list(self.links[program])

    def program(self, program):
        arguments = self.link(program)
        return self.folder / arguments[arguments.index("-o") + 1]

    def seconds_when_passed(self, program):
        """What all of a program took under CTest, as long as can be if that is not known."""
        return self.seconds.get(program.removeprefix("test_"), float("inf"))

    def is_part(self, name, program):
        """Whether an object is linked into a program, or in a static library that is."""
        arguments = self.link(program)
        if name in arguments:
            return True
        libraries = re.findall(r"lib(\w+)\.a\b", " ".join(arguments))
        return any(f"CMakeFiles/{library}.dir/" in name for library in libraries)


def seconds_of_tests(path):
    """From what CTest keeps, lines of `name runs seconds`; the parts of a test (`api.1_of_2`) as one."""
    seconds = {}
    for line in path.read_text().splitlines() if path.is_file() else []:
        words = line.split()
        if len(words) == 3:
            name = re.sub(r"\.\d+_of_\d+$", "", words[0]).replace(".", "_")
            seconds[name] = seconds.get(name, 0) + float(words[2])
    return seconds


def overlay_flags(arguments, flags):
    """The arguments with flags before all others, behind the compiler and what launches it."""
    behind = 1 + next(k for k, word in enumerate(arguments) if "cache" not in os.path.basename(word))
    return arguments[:behind] + flags + arguments[behind:]


class Trial:
    """One mutant, in a folder of its own."""

    def __init__(self, build, mutant, folder, end):
        self.build, self.mutant, self.folder, self.end = build, mutant, Path(folder), end

    def run(self, timeouts):
        """The test that fails, or None; each has its own time to end in."""
        original = self.build.source / self.mutant.file
        if not original.is_file():
            raise Broken(f"there is no {self.mutant.file}")
        damaged = self.folder / "tree" / self.mutant.file
        damaged.parent.mkdir(parents=True)
        damaged.write_text(self.mutant.apply(original.read_text()))
        objects = self.compile(original, damaged)
        for test in self.mutant.tests:
            program = self.link(test.program, objects)
            failed = run_program(program, test, self.build.program(test.program).parent, timeouts[test], self.end)
            if failed:
                return failed
        return None

    def compile(self, original, damaged):
        """Damaged objects by the names of those that they replace."""
        programs = {test.program for test in self.mutant.tests}
        objects = {}
        for name in self.build.dependents.get(original, []):
            if self.mutant.object not in name or not any(self.build.is_part(name, p) for p in programs):
                continue
            arguments, source = self.build.compilation[name]
            if original.suffix == ".cpp" and source != original:
                raise Broken(f"{self.mutant.file} is compiled together with others as {source.name}: "
                             "it would stay undamaged")
            objects[name] = self.folder / f"{len(objects)}.o"
            tree = self.folder / "tree"
            arguments = overlay_flags(arguments, [f"-I{tree / 'src'}", f"-I{tree / 'include'}"])
            arguments.append("-Wno-error")  # what the damage leaves unused is no fault of it
            arguments[arguments.index("-o") + 1] = str(objects[name])
            if source == original:
                arguments[arguments.index("-c") + 1] = str(damaged)
            self.call(arguments, "does not compile")
        if not objects:
            raise Broken(f"no object of {', '.join(sorted(programs))} depends on {self.mutant.file}")
        return objects

    def link(self, name, objects):
        arguments = self.build.link(name)
        program = self.folder / name
        of_libraries = [str(path) for word, path in objects.items()
                        if word not in arguments and self.build.is_part(word, name)]
        arguments = [str(objects.get(word, word)) for word in arguments]
        # Before the libraries, whose own objects of these names are not taken then.
        place = arguments.index("-o")
        arguments[place + 1] = str(program)
        self.call(arguments[:place] + of_libraries + arguments[place:], "does not link")
        return program

    def call(self, arguments, failure):
        status, output = run_until(self.end, arguments, cwd=self.build.folder)
        if status != 0:
            raise Broken(f"{failure}:\n{output[-2000:]}")


class End:
    """When all has to be over; may become earlier."""

    def __init__(self, at):
        self.at = at

    def left(self):
        return self.at - time.monotonic()


def run_until(end, arguments, timeout=float("inf"), **options):
    """Status and output; what has not ended in time is ended with all that it started."""
    own = End(time.monotonic() + timeout)
    with subprocess.Popen(arguments, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True, **options) as process:
        while True:
            left = min(own.left(), end.left())
            try:
                output, _ = process.communicate(timeout=max(0, min(1, left)))
                return process.returncode, output
            except subprocess.TimeoutExpired:
                if left > 0:
                    continue
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                if end.left() <= 0:
                    raise Unfinished() from None
                raise


def run_program(program, test, folder, timeout, end):
    """What failed, or None."""
    environment = dict(os.environ, OMP_PROC_BIND="false", OMP_WAIT_POLICY="passive")
    arguments = [program, "--gtest_fail_fast", "--gtest_brief=1"]
    if test.filter:
        arguments.append(f"--gtest_filter={test.filter}")
    try:
        status, output = run_until(end, arguments, timeout, cwd=folder, env=environment)
    except subprocess.TimeoutExpired:
        return f"{test.program}: no end within {timeout:.0f} s"
    if status == 0:
        return None
    failed = re.search(r"^\[  FAILED  \] ([^\s,]+)", output, re.MULTILINE)
    return f"{test.program}: {failed[1] if failed else f'ended with {status}'}"


def require_case(program, test, end):
    """A filter that chooses no case makes a test that passes."""
    if not test.filter:
        return
    _, output = run_until(end, [program, "--gtest_list_tests", f"--gtest_filter={test.filter}"])
    if not re.search(r"^  \S", output, re.MULTILINE):
        raise Broken(f"{test.program} has no case {test.filter}")


class Campaign:
    def __init__(self, build, mutants, deadline, end, options):
        self.build, self.deadline, self.end = build, deadline, end
        self.jobs, self.trusts, self.overtime = options.jobs, options.trust, options.overtime
        self.waiting = list(mutants)
        self.wanted = min(LEAST_JUDGED_IF_TRUSTED, len(mutants)) if self.trusts else 0
        self.count = {"killed": 0, "survived": 0, "broken": 0, "unfinished": 0}
        self.lock = threading.Lock()
        self.sound = {}

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            works = [pool.submit(self.work) for _ in range(self.jobs)]
            try:
                for work in works:
                    work.result()
            except BaseException:  # Ctrl-C, which what runs in a session of its own does not hear
                self.deadline = self.end.at = 0
                raise
        return self.count

    def work(self):
        while True:
            with self.lock:
                if not self.waiting or time.monotonic() > self.deadline:
                    return
                mutant = self.waiting.pop(0)
            start = time.monotonic()
            result, why = self.try_one(mutant)
            with self.lock:
                self.count[result] += 1
                self.end_if_enough()
                mark = result if result in ("killed", "unfinished") else result.upper()
                print(f"{mark:8}  {mutant.name:36} {time.monotonic() - start:4.0f} s  {why}", flush=True)

    def judged(self):
        return self.count["killed"] + self.count["survived"]

    def is_enough(self):
        return self.judged() >= self.wanted

    def end_if_enough(self):
        """Those under way have their overtime only, once as many are judged as have to be."""
        if self.is_enough():
            self.end.at = min(self.end.at, self.deadline + self.overtime)

    def try_one(self, mutant):
        try:
            timeouts = {test: self.timeout_if_sound(test) for test in mutant.tests}
            with tempfile.TemporaryDirectory(prefix="isomer_mutant_") as folder:
                failed = Trial(self.build, mutant, folder, self.end).run(timeouts)
        except Broken as broken:
            return "broken", str(broken)
        except Unfinished:
            return "unfinished", "the time is over"
        if failed:
            return "killed", failed
        return "survived", "passed: " + ", ".join(f"{test.program} {test.filter}" for test in mutant.tests)

    def timeout_if_sound(self, test):
        """A program that fails without the damage says nothing about it."""
        with self.lock:
            is_first = test not in self.sound
            future = self.sound.setdefault(test, concurrent.futures.Future())
        if is_first:
            program, start = self.build.program(test.program), time.monotonic()
            try:
                require_case(program, test, self.end)
                if self.trusts:
                    failed, seconds = None, self.build.seconds_when_passed(test.program)
                else:
                    failed = run_program(program, test, program.parent, LONGEST_TIMEOUT, self.end)
                    seconds = time.monotonic() - start
                future.set_result((failed, seconds))
            except OSError as error:
                future.set_result((str(error), 0))
            except (Broken, Unfinished) as reason:
                future.set_exception(reason)
        failed, seconds = future.result()
        if failed:
            raise Broken(f"without the damage fails {failed}")
        return min(max(LEAST_TIMEOUT, 4 * seconds), LONGEST_TIMEOUT)


def arguments_of(command_line):
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these, whatever time they take")
    parser.add_argument("--all", action="store_true", help="every mutant; else a sample")
    parser.add_argument("--seed", type=int, help="draws the same sample again")
    parser.add_argument("--time", type=float, default=240, metavar="SECONDS",
                        help="begins no mutant of a sample after so long (%(default)g)")
    parser.add_argument("--overtime", type=float, default=30, metavar="SECONDS",
                        help="leaves those under way so much later (%(default)g)")
    parser.add_argument("--longest", type=float, default=900, metavar="SECONDS",
                        help=f"leaves them with --trust, while fewer than {LEAST_JUDGED_IF_TRUSTED} are judged, "
                             "only so much later (%(default)g)")
    parser.add_argument("--trust", action="store_true",
                        help="runs no test without damage: all have just passed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at a time (%(default)s)")
    parser.add_argument("--check", action="store_true", help="only whether the lists fit the sources")
    parser.add_argument("--source", default=Path(__file__).resolve().parents[2], help=argparse.SUPPRESS)
    parser.add_argument("--build", help=argparse.SUPPRESS)
    return parser.parse_args(command_line)


def chosen(mutants, options):
    if options.names:
        unknown = set(options.names) - {mutant.name for mutant in mutants}
        if unknown:
            sys.exit(f"mutants: there is no {', '.join(sorted(unknown))}")
        return [mutant for mutant in mutants if mutant.name in options.names]
    if options.all:
        return mutants
    seed = random.randrange(1_000_000) if options.seed is None else options.seed
    print(f"seed {seed} (the same sample: --seed={seed})", flush=True)
    return random.Random(seed).sample(mutants, len(mutants))


def check(mutants, source):
    stale = 0
    for mutant in mutants:
        path = Path(source) / mutant.file
        try:
            if not path.is_file():
                raise Broken(f"there is no {mutant.file}")
            mutant.apply(path.read_text())
        except Broken as broken:
            stale += 1
            print(f"BROKEN    {mutant.name}: {broken}")
    print(f"{len(mutants)} mutants, {stale} stale")
    return 1 if stale else 0


def main(command_line):
    options = arguments_of(command_line)
    lists = sorted(Path(options.source, "unit_test/mutants").glob("*.list"))
    mutants = parse("\n\n".join(path.read_text() for path in lists), "unit_test/mutants")
    if options.check:
        return check(mutants, options.source)
    selected = chosen(mutants, options)
    programs = {test.program for mutant in selected for test in mutant.tests}
    subprocess.run(["ninja", "-C", options.build, *sorted(programs)], check=True)
    is_sample = not options.all and not options.names
    deadline = time.monotonic() + options.time if is_sample else float("inf")
    end = End(deadline + (options.longest if options.trust else options.overtime))
    campaign = Campaign(Build(options.build, options.source), selected, deadline, end, options)
    count = campaign.run()
    print(f"{count['killed']} killed, {count['survived']} survived"
          + "".join(f", {count[kind]} {kind}" for kind in ("broken", "unfinished") if count[kind])
          + f", of {len(mutants)} mutants")
    if not campaign.is_enough():
        print(f"only {campaign.judged()} were judged in time, at least {LEAST_JUDGED_IF_TRUSTED} have to be")
    return 1 if count["survived"] or count["broken"] or not count["killed"] or not campaign.is_enough() else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("mutants: stopped")
