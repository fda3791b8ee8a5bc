# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cmake/dev/mutants.py on a project of three libraries, a header and two test programs."""

import contextlib
import importlib.util
import io
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "cmake/dev/mutants.py"

FILES = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.25)
project(Small LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
include_directories(src)
add_library(small STATIC src/area.cpp src/unused.cpp)
add_library(other STATIC src/other.cpp)
add_executable(test_area unit_test/test_area.cpp)
target_link_libraries(test_area small)
add_executable(test_other unit_test/test_other.cpp)
target_link_libraries(test_other other small)
add_library(united STATIC src/area.cpp src/unused.cpp)
set_target_properties(united PROPERTIES UNITY_BUILD ON)
add_executable(test_united unit_test/test_area.cpp)
target_link_libraries(test_united united)
""",
    "src/factor.hpp": "#pragma once\ninline int factor() { return 1; }\n",
    "src/area.hpp": "int area(int rows, int columns);\nint border(int rows, int columns);\n",
    "src/area.cpp": """
#include "area.hpp"
#include "factor.hpp"
int area(int rows, int columns) { return factor() * rows * columns; }
int border(int rows, int columns) { return 2 * (rows + columns); }
""",
    "src/unused.cpp": '#include "factor.hpp"\nint unused() { return factor(); }\n',
    "src/other.cpp": "int other() { for (int k = 0; k < 3; ++k) if (k == 2) return k; return 0; }\n",
    "unit_test/test_area.cpp": """
#include <cstdio>
#include <cstring>
#include "area.hpp"
#include "factor.hpp"
int main(int, char** words) {
  if (words[1] && !std::strcmp(words[1], "--gtest_list_tests"))
    return std::strcmp(words[2], "--gtest_filter=Area.*") ? 0 : std::puts("Area.\\n  IsTheProduct") < 0;
  if (area(3, 4) == 12 * factor() && area(3, 4) == 12) return 0;
  std::puts("[  FAILED  ] Area.IsTheProduct (0 ms)");
  return 1;
}
""",
    "unit_test/test_other.cpp": 'int other();\nint main() { return other() == 2 ? 0 : 1; }\n',
}


def module():
    """The script, without running it."""
    spec = importlib.util.spec_from_file_location("mutants", SCRIPT)
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


def block(name, file, test, old, new):
    lines = [f"mutant: {name}", f"file: {file}", f"test: {test}"]
    return "\n".join(lines + [f"- {old}", f"+ {new}", ""])


KILLED = block("sum", "src/area.cpp", "test_area Area.*", "rows * columns", "rows + columns")
SURVIVES = block("untested", "src/area.cpp", "test_area", "2 * (rows + columns)", "rows + columns")
STALE = block("stale", "src/area.cpp", "test_area", "rows - columns", "rows + columns")
TWICE = block("twice", "src/area.cpp", "test_area", "int rows", "int row")


class Mutants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        for name, text in FILES.items():
            path = cls.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (cls.root / "unit_test/mutants").mkdir()
        cls.build = cls.root / "build"
        subprocess.run([os.environ.get("ISOMER_CMAKE", "cmake"), "-G", "Ninja", "-S", cls.root, "-B", cls.build],
                       check=True, stdout=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_script(self, text, *arguments):
        """Exit status and output with this list."""
        (self.root / "unit_test/mutants/small.list").write_text(text)
        done = subprocess.run(
            [sys.executable, SCRIPT, f"--source={self.root}", f"--build={self.build}", *arguments],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def test_a_killed_mutant_is_success_and_names_the_test(self):
        status, output = self.run_script(KILLED, "--all")
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"killed +sum +\d+ s +test_area: Area.IsTheProduct\n")
        self.assertIn("1 killed, 0 survived, of 1 mutants", output)

    def test_a_surviving_mutant_is_failure(self):
        status, output = self.run_script(KILLED + "\n" + SURVIVES, "--all")
        self.assertEqual(status, 1, output)
        self.assertRegex(output, r"SURVIVED +untested")
        self.assertIn("1 killed, 1 survived, of 2 mutants", output)

    def test_a_stale_text_is_failure(self):
        for text, times in (STALE, 0), (TWICE, 2):
            for arguments in ["--all"], ["--check"]:
                status, output = self.run_script(KILLED + "\n" + text, *arguments)
                self.assertEqual(status, 1, output)
                self.assertIn(f"src/area.cpp has {times} times what it has to have once", output)

    def test_a_mutant_of_a_file_that_is_gone_is_failure(self):
        text = block("gone", "src/gone.cpp", "test_area", "a", "b")
        for arguments in ["--all"], ["--check"]:
            status, output = self.run_script(text, *arguments)
            self.assertEqual(status, 1, output)
            self.assertIn("there is no src/gone.cpp", output)

    def test_a_mutant_that_does_not_compile_is_failure(self):
        status, output = self.run_script(block("typo", "src/area.cpp", "test_area", "2 * (", "2 * (("), "--all")
        self.assertEqual(status, 1, output)
        self.assertIn("does not compile", output)
        self.assertIn("0 killed, 0 survived, 1 broken", output)

    def test_a_test_that_fails_anyhow_is_failure(self):
        path = self.root / "unit_test/test_other.cpp"
        try:
            path.write_text("int main() { return 3; }\n")
            status, output = self.run_script(block("other", "src/other.cpp", "test_other", "k == 2", "k == 1"),
                                             "--all")
        finally:
            path.write_text(FILES["unit_test/test_other.cpp"])
        self.assertEqual(status, 1, output)
        self.assertIn("without the damage fails test_other: ended with 3", output)

    def test_a_filter_that_chooses_no_case_is_failure(self):
        for trusts in [], ["--trust"]:
            status, output = self.run_script(KILLED.replace("Area.*", "Volume.*"), "--all", *trusts)
            self.assertEqual(status, 1, output)
            self.assertIn("test_area has no case Volume.*", output)

    def test_trusted_tests_are_run_with_the_damage_only(self):
        path = self.root / "unit_test/test_other.cpp"
        try:
            path.write_text("int main() { return 3; }\n")
            status, output = self.run_script(block("other", "src/other.cpp", "test_other", "k == 2", "k == 1"),
                                             "--all", "--trust")
        finally:
            path.write_text(FILES["unit_test/test_other.cpp"])
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"killed +other +\d+ s +test_other: ended with 3")

    def test_trust_that_leaves_most_of_a_sample_unjudged_is_failure(self):
        endless = [block(f"endless{k}", "src/other.cpp", "test_other", "k < 3; ++k", "k < 3;") for k in range(5)]
        status, output = self.run_script("\n".join([KILLED, *endless]), "--trust", "--seed=1", "--time=8",
                                         "--overtime=1", "--longest=2", "--jobs=6")
        self.assertEqual(status, 1, output)
        self.assertIn("1 killed, 0 survived, 5 unfinished, of 6 mutants", output)
        self.assertIn("only 1 were judged in time, at least 2 have to be", output)

    def test_a_trusted_sample_goes_on_until_enough_are_judged(self):
        script = module()
        options = types.SimpleNamespace(jobs=1, trust=True, overtime=5)
        results = iter(["unfinished", "killed", "killed"])
        ends = []
        campaign = script.Campaign(None, [types.SimpleNamespace(name="m")] * 3, float("inf"), script.End(1e9), options)
        campaign.deadline = time.monotonic() + 100

        def one(_):
            ends.append(campaign.end.at)
            return next(results), ""

        campaign.try_one = one
        with contextlib.redirect_stdout(io.StringIO()):
            campaign.run()
        self.assertEqual(ends, [1e9] * 3)
        self.assertEqual(campaign.end.at, campaign.deadline + 5)

    def test_a_trusted_test_has_four_times_what_it_took_under_ctest(self):
        script = module()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "costs")
            path.write_text("api.1_of_2 3 4.5\napi.2_of_2 1 3\napi_gate 3 100\nprogram.files 3 9\n---\nfailed\n")
            seconds = script.seconds_of_tests(path)
            self.assertEqual(script.seconds_of_tests(Path(folder, "none")), {})
        build = types.SimpleNamespace(program=lambda name: "true")
        build.seconds_when_passed = lambda name: script.Build.seconds_when_passed(
            types.SimpleNamespace(seconds=seconds), name)
        options = types.SimpleNamespace(jobs=1, trust=True, overtime=5)
        campaign = script.Campaign(build, [], float("inf"), script.End(float("inf")), options)
        for program, timeout in [("test_api", 30), ("test_program_files", 36), ("test_new", script.LONGEST_TIMEOUT)]:
            self.assertEqual(campaign.timeout_if_sound(script.Test(program, "")), timeout)

    def test_a_test_that_does_not_see_the_file_is_failure(self):
        status, output = self.run_script(block("other", "src/other.cpp", "test_area", "k == 2", "k == 1"), "--all")
        self.assertEqual(status, 1, output)
        self.assertIn("no object of test_area depends on src/other.cpp", output)

    def test_a_header_is_damaged_for_all_that_include_it(self):
        # The test would pass if only the library saw the damage, or only the test.
        status, output = self.run_script(block("factor", "src/factor.hpp", "test_area", "return 1", "return 2"),
                                         "--all")
        self.assertEqual(status, 0, output)
        self.assertIn("Area.IsTheProduct", output)

    def test_a_header_may_be_damaged_in_some_objects_only(self):
        text = block("factor", "src/factor.hpp", "test_area", "return 1", "return 2")
        status, output = self.run_script(text.replace("test:", "object: unused\ntest:"), "--all")
        self.assertEqual(status, 1, output)
        self.assertRegex(output, r"SURVIVED +factor")

    def test_a_source_that_is_compiled_with_others_is_failure(self):
        status, output = self.run_script(KILLED.replace("test: test_area", "test: test_united"), "--all")
        self.assertEqual(status, 1, output)
        self.assertRegex(output, r"src/area.cpp is compiled together with others as unity_0_cxx.cxx")

    def test_the_second_test_may_be_the_one_that_kills(self):
        text = block("second", "src/area.cpp", "test_other\ntest: test_area", "rows * columns", "rows + columns")
        status, output = self.run_script(text, "--all")
        self.assertEqual(status, 0, output)
        self.assertIn("test_area: Area.IsTheProduct", output)

    def test_a_sample_can_be_drawn_again_and_ends_in_time(self):
        mutants = "\n".join(block(f"m{k}", "src/area.cpp", "test_area", "rows * columns", f"rows * {k}")
                            for k in range(40))
        first = self.run_script(mutants, "--seed=7", "--time=1", "--jobs=1")[1].splitlines()
        again = self.run_script(mutants, "--seed=7", "--time=1", "--jobs=1")[1].splitlines()
        names = [[line.split()[1] for line in lines if line.startswith("killed")] for lines in (first, again)]
        common = min(map(len, names))
        self.assertGreater(common, 0)
        self.assertLess(common, 40)
        self.assertEqual(names[0][:common], names[1][:common])
        self.assertTrue(any("seed 7" in line for line in first), first)

    def test_a_mutant_of_a_sample_is_left_when_the_time_is_over(self):
        endless = block("endless", "src/other.cpp", "test_other", "k < 3; ++k", "k < 3;")
        status, output = self.run_script(endless, "--seed=1", "--time=1", "--overtime=1")
        self.assertEqual(status, 1, output)  # nothing was judged
        self.assertRegex(output, r"unfinished +endless")
        self.assertIn("0 killed, 0 survived, 1 unfinished, of 1 mutants", output)
        status, output = self.run_script(KILLED + "\n" + endless, "--seed=1", "--time=5", "--overtime=1")
        self.assertEqual(status, 0, output)

    def test_ctrl_c_ends_what_runs(self):
        script = module()
        options = types.SimpleNamespace(jobs=2, trust=True, overtime=5)
        mutants = [types.SimpleNamespace(name="slow")] * 20
        campaign = script.Campaign(None, mutants, float("inf"), script.End(float("inf")), options)
        campaign.try_one = lambda mutant: script.run_until(campaign.end, ["sleep", "60"])
        interrupt = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
        start = time.monotonic()
        interrupt.start()
        with self.assertRaises(KeyboardInterrupt):
            campaign.run()
        self.assertLess(time.monotonic() - start, 30)
        self.assertGreater(len(campaign.waiting), 10)

    def test_names_choose_and_unknown_ones_are_refused(self):
        status, output = self.run_script(KILLED + "\n" + SURVIVES, "sum")
        self.assertEqual(status, 0, output)
        self.assertNotIn("untested", output)
        status, output = self.run_script(KILLED, "prod")
        self.assertEqual(status, 1)
        self.assertIn("there is no prod", output)

    def test_a_list_without_sense_is_refused(self):
        status, output = self.run_script("mutant: m\nfile: src/area.cpp\nsurprise\n", "--check")
        self.assertEqual(status, 1)
        self.assertIn("what is 'surprise'?", output)
        status, output = self.run_script("mutant: m\nfile: src/area.cpp\n- a\n+ b\n", "--check")
        self.assertEqual(status, 1)
        self.assertIn("m lacks its file, a test, or its old or new text", output)
        status, output = self.run_script(KILLED + "\n" + KILLED, "--check")
        self.assertEqual(status, 1)
        self.assertIn("sum is there twice", output)

    def test_the_tree_is_left_alone(self):
        self.run_script(KILLED, "--all")
        self.assertEqual((self.root / "src/area.cpp").read_text(), FILES["src/area.cpp"])


if __name__ == "__main__":
    unittest.main()
