# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""perf_test/compare.py with two small scripts in the place of isomer_perf; CTest says where it is."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

COMPARE = os.environ["ISOMER_PERF_SCRIPT"]

# Its n-th process answers with the n-th of its figures: GB/s by case, or of its repetitions. All calls
# go into one log.
FAKE = """#!{python} -SE
import json, pathlib, sys
folder = pathlib.Path(__file__).parent
name = pathlib.Path(__file__).name
log = folder / "log"
calls = log.read_text().splitlines() if log.exists() else []
log.write_text("\\n".join(calls + [" ".join([name] + sys.argv[1:])]) + "\\n")
answers = json.loads((folder / (name + ".json")).read_text())
answer = answers[sum(call.split()[0] == name for call in calls) % len(answers)]
if isinstance(answer, str):
    sys.exit(answer)
entries = []
repeated = {{case: speeds if isinstance(speeds, list) else [speeds] for case, speeds in answer.items()}}
for case, speed in [(case, speed) for case, speeds in repeated.items() for speed in speeds]:
    entry = {{"name": case + "/iterations:1/manual_time", "real_time": 100 / speed if speed else 0,
              "time_unit": "us"}}
    if speed:
        entry.update(gigabytes_per_second=speed, of_copy=speed / 40)
    else:
        entry.update(error_occurred=True, error_message="element 3 of 9 of the result")
    entries.append(entry)
    if isinstance(answer[case], list):
        entries.append(dict(entry, run_type="aggregate", gigabytes_per_second=1e9))
print(json.dumps({{"context": {{"cpu": "none"}}, "benchmarks": entries}}))
sys.exit(0 if all(answer.values()) else 1)
"""


def module():
    """The script, without running it."""
    spec = importlib.util.spec_from_file_location("compare", COMPARE)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compare(self, old, new, *options):
        """Exit code and output where the processes answer with these lists of figures."""
        for name, answers in (("old", old), ("new", new)):
            (self.folder / (name + ".json")).write_text(json.dumps(answers))
            program = self.folder / name
            program.write_text(FAKE.format(python=sys.executable))
            program.chmod(0o755)
        done = subprocess.run(
            [sys.executable, "-B", COMPARE, str(self.folder / "old"), str(self.folder / "new"),
             *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.errors = done.stderr
        return done.returncode, done.stdout

    def compare_one(self, old, new, *options):
        return self.compare(old, new, "--suite=permute", "--type=f32", *options)

    def calls(self):
        return (self.folder / "log").read_text().splitlines()

    def test_equal_programs_pass(self):
        code, out = self.compare_one([{"a": 20, "b": 10}], [{"a": 20, "b": 10}])
        self.assertEqual(code, 0)
        self.assertIn("permute f32: ok, new/old geomean 1.000 of 2, least 1.000", out)
        self.assertIn("copy 40.0 to 40.0 GB/s", out)

    def test_medians_make_the_ratio_and_the_geometric_mean_is_over_cases(self):
        # a: 20 -> 40, b: 10 -> 5.2; sqrt(2 * 0.52) = 1.0198
        old = [{"a": 20, "b": 10}, {"a": 1, "b": 10}, {"a": 21, "b": 5.5}]
        new = [{"a": 40, "b": 5.2}, {"a": 40, "b": 5.2}, {"a": 4, "b": 5.2}]
        code, out = self.compare_one(old, new)
        self.assertEqual(code, 0)  # b is 0.945 in its third round
        self.assertIn("ok, new/old geomean 1.020 of 2, least 0.520 (b)", out)

    def test_a_geometric_mean_below_the_gate_fails(self):
        code, out = self.compare_one([{"a": 100, "b": 100}], [{"a": 98.5, "b": 98.5}])
        self.assertEqual(code, 1)
        self.assertIn("SLOWER, new/old geomean 0.985", out)
        self.assertIn("geomean of each round: 0.985, 0.985, 0.985", out)
        code, out = self.compare_one([{"a": 100, "b": 100}], [{"a": 99.5, "b": 99.5}])
        self.assertEqual(code, 0)

    def test_a_case_that_is_slower_in_every_round_fails(self):
        fast = {"b": 30, "c": 30}
        code, out = self.compare_one([{"a": 10, **fast}] * 3,
                                     [{"a": 9, "b": 40, "c": 40}] * 2 + [{"a": 9.2, **fast}])
        self.assertEqual(code, 1)
        self.assertIn("below 0.93 in every round: a: 0.900, 0.900, 0.920", out)
        code, out = self.compare_one([{"a": 10, **fast}] * 3,
                                     [{"a": 9, "b": 40, "c": 40}] * 2 + [{"a": 9.4, **fast}])
        self.assertEqual(code, 0)
        self.assertNotIn("below 0.93", out)

    def test_processes_take_turns_and_neither_is_always_first(self):
        self.compare_one([{"a": 1}], [{"a": 1}], "--rounds=4")
        self.assertEqual([call.split()[0] for call in self.calls()],
                         ["old", "new", "new", "old", "old", "new", "new", "old"])

    def test_flags_reach_both_programs(self):
        self.compare_one([{"a": 1}], [{"a": 1}], "--rounds=1", "--pages=default", "--", "--repeat=3",
                         "--seed=7")
        for name, call in zip(("old", "new"), self.calls()):
            self.assertEqual(call, f"{name} --suite=permute --type=f32 --pages=default "
                                   "--benchmark_format=json --repeat=3 --seed=7")

    def test_every_suite_and_type_has_its_line(self):
        code, out = self.compare([{"a": 1}], [{"a": 1}], "--rounds=1")
        self.assertEqual(code, 0)
        titles = [line.split(":")[0] for line in out.splitlines() if line[0] != " "]
        self.assertEqual(len(titles), 42)
        self.assertEqual([title for title in titles if title.startswith("record")],
                         ["records_permute f32", "records_permute f64", "record_loops f32", "record_reads f32",
                          "records u8"])
        self.assertEqual(titles[:3], ["permute f32", "permute f64", "permute6d f32"])
        self.assertTrue(all("--pages=huge" in call for call in self.calls()))

    def test_suites_are_those_of_the_program(self):
        program = os.environ.get("ISOMER_PERF")
        if not program:
            self.skipTest("there is no isomer_perf")
        told = subprocess.run([program, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        listed = told.partition("\nSuites:\n")[2].partition("\nTypes:")[0]
        names = {line.split()[0] for line in listed.splitlines() if re.match(r"  \w", line)}
        script = module()
        hosts_only = {"record_loops", "record_reads", "records", "records_random"}
        known = {*script.SUITES, *script.NOT_COMPARED} - {"planning"}
        self.assertEqual(names | hosts_only, known)

    def test_a_suite_with_a_type_of_its_own_runs_once(self):
        _, out = self.compare([{"a": 1}], [{"a": 1}], "--suite=records", "--rounds=1", "--type=f32",
                              "--type=f64")
        self.assertEqual(len(self.calls()), 2)
        self.assertIn("records u8: ok", out)

    def test_repetitions_count_with_their_median(self):
        _, out = self.compare_one([{"a": [10, 1, 11]}], [{"a": [12, 30, 11]}], "--rounds=1")
        self.assertIn("ok, new/old geomean 1.200 of 1", out)

    def test_latencies_are_shown_in_nanoseconds_too(self):
        code, out = self.compare([{"small/planned": 2}], [{"small/planned": 2.5}], "--suite=small",
                                 "--type=f64")
        self.assertEqual(code, 0)
        self.assertIn("   50000.0 ->    40000.0 ns  small/planned", out)
        self.assertIn("--suite=small --benchmark_filter=-/planning_ --type=f64", self.calls()[0])

    def test_planning_is_a_mode(self):
        code, out = self.compare([{"small/planning": 1}], [{"small/planning": 0.5}], "--planning")
        self.assertEqual(code, 1)
        self.assertIn("planning f64: SLOWER, new/old geomean 0.500 of 1", out)
        self.assertIn("--suite=small --benchmark_filter=/planning_ --type=f64", self.calls()[0])
        code, _ = self.compare([{}], [{}], "--planning", "--suite=small")
        self.assertEqual(code, 2)

    def test_a_case_that_only_one_has_is_left_out_and_named(self):
        code, out = self.compare_one([{"a": 1}], [{"a": 1, "b": 1}])
        self.assertEqual(code, 0)
        self.assertIn("not in every run, left out: b", out)

    def test_no_common_case_is_a_failure(self):
        code, out = self.compare_one([{"a": 1}], [{"b": 1}])
        self.assertEqual(code, 1)
        self.assertIn("permute f32: FAILED, no case was measured by both", out)

    def test_a_wrong_result_fails_and_the_other_suites_go_on(self):
        code, out = self.compare([{"a": 1}], [{"a": 0}, {"a": 1}], "--suite=permute",
                                 "--suite=random", "--type=f32", "--rounds=1")
        self.assertEqual(code, 1)
        self.assertIn("permute f32: FAILED", out)
        self.assertIn("exit code 1\n  a: element 3 of 9 of the result", out)
        self.assertIn("random f32: ok", out)

    def test_a_program_that_refuses_its_flags_is_quoted(self):
        code, out = self.compare_one(["isomer_perf: no flag"], [{"a": 1}])
        self.assertEqual(code, 1)
        self.assertIn("isomer_perf: no flag", out)

    def test_all_runs_are_kept(self):
        file = self.folder / "all.json"
        self.compare_one([{"a": 1}], [{"a": 2}], "--rounds=2", f"--json={file}", "--", "--short")
        kept = json.loads(file.read_text())
        self.assertEqual(kept["flags"], ["--short"])
        self.assertEqual([(r["which"], r["round"], r["benchmarks"][0]["gigabytes_per_second"])
                          for r in kept["runs"]],
                         [("old", 0, 1), ("new", 0, 2), ("new", 1, 2), ("old", 1, 1)])

    def test_wrong_words_are_refused(self):
        for words in (["--suite=no_such"], ["--type=f16"], ["--rounds=0"], ["--rounds=x"],
                      ["--short"]):
            code, _ = self.compare([{}], [{}], *words)
            self.assertEqual(code, 2, words)
        done = subprocess.run([sys.executable, "-B", COMPARE, str(self.folder / "none"), "/"],
                              stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("none: has to be a program, a build of isomer_perf", done.stderr)


if __name__ == "__main__":
    unittest.main()
