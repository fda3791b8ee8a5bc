# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""perf_test/gpu_half_hour on builds that are scripts: what it runs, in which order, and when it stops."""

import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "perf_test/gpu_half_hour"


def module():
    """The script, whose name has no suffix, without running it."""
    loader = importlib.machinery.SourceFileLoader("gpu_half_hour", str(SCRIPT))
    loaded = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = loaded  # dataclasses look their module up
    loader.exec_module(loaded)
    return loaded


def runs(process):
    """Whether a process runs; what is dead and not yet waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split()[2] != "Z"
    except OSError:
        return False


class GpuHalfHour(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.bin = self.root / "bin"
        self.program("build/perf_test/isomer_perf", "echo \"$@\"")
        self.program("build/perf_test/isomer_gpu_probe", "echo '{\"probe\": \"card\"}'")
        self.program("bin/ctest", "exit 0")

    def program(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("#!/bin/sh\n" + text + "\n", encoding="utf-8")
        file.chmod(0o755)

    def run_script(self, *flags):
        # No tool but those of the test, so that what a machine has does not matter.
        environment = dict(os.environ, PATH=f"{self.bin}:/bin")
        return subprocess.run([sys.executable, "-B", str(SCRIPT), str(self.root / "build"),
                               str(self.root / "out"), *flags], env=environment,
                              capture_output=True, text=True, check=False)

    def states(self):
        summary = json.loads((self.root / "out/summary.json").read_text(encoding="utf-8"))
        return {row["step"]: row["state"] for row in summary["steps"]}

    def test_runs_everything_and_keeps_it(self):
        done = self.run_script()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        states = self.states()
        self.assertEqual(states["permute_f32"], "passed")
        self.assertTrue(states["card"].startswith("skipped"))
        text = (self.root / "out/permute_f32.txt").read_text(encoding="utf-8")
        self.assertIn("--suite=permute --type=f32", text)
        self.assertIn("--benchmark_out=" + str(self.root / "out/permute_f32.json"), text)
        self.assertIn("goals of TTC57", done.stdout)

    def test_measures_nothing_where_kernels_are_wrong(self):
        self.program("bin/ctest", "exit 8")
        done = self.run_script()
        self.assertEqual(done.returncode, 1)
        states = self.states()
        self.assertEqual(states["right"], "failed (8)")
        del states["probe"]
        self.assertTrue(all(state.startswith(("left out", "skipped", "failed"))
                            for state in states.values()), states)

    def test_says_which_tests_told_that_kernels_are_wrong(self):
        self.program("bin/ctest", "echo '  3 - api (Failed)     exec'; exit 8")
        done = self.run_script()
        self.assertEqual(self.states()["right"], "failed (8): api (Failed)")
        self.assertEqual(self.states()["random"], "left out: right failed (8): api (Failed)")
        self.assertIn("api (Failed)", done.stdout)

    def test_no_answer_in_time_is_not_wrong(self):
        self.program("bin/ctest", "echo '  3 - api (Timeout)'; echo '  4 - trip (Not Run)'; exit 8")
        self.assertEqual(self.run_script().returncode, 1)
        self.assertEqual(self.states()["right"], "failed (8): api (Timeout), trip (Not Run)")
        self.assertEqual(self.states()["random"], "passed")
        script = module()
        self.assertFalse(script.says_wrong("failed (No such file or directory)"))
        self.assertFalse(script.says_wrong("out of time (240 s)"))
        self.assertFalse(script.says_wrong("failed (-9)"))
        self.assertTrue(script.says_wrong("failed (8): api (Timeout), trip (SEGFAULT)"))

    def test_no_tests_are_a_failure(self):
        self.assertIn("--no-tests=error", self.run_script("--only=right", "--dry-run").stdout)

    def test_a_step_that_fails_does_not_stop_the_others(self):
        self.program("build/perf_test/isomer_perf", "case \"$*\" in *f64*) exit 1;; esac")
        self.assertEqual(self.run_script().returncode, 1)
        states = self.states()
        self.assertEqual(states["permute_f64"], "failed (1)")
        self.assertEqual(states["random"], "passed")

    def test_a_step_out_of_time_leaves_no_process_behind(self):
        script = module()
        child = self.root / "child"
        self.program("slow", f"sleep 60 & echo $! >{child}.new; mv {child}.new {child}; wait")
        step = script.Step("slow", 1, [str(self.root / "slow")], "nothing")
        state, seconds = script.run(step, self.root / "build", self.root)
        self.assertEqual(state, "out of time (1 s)")
        self.assertLess(seconds, 30)
        if not child.exists():
            self.skipTest("the machine is too busy: the step had not begun")
        process = int(child.read_text(encoding="utf-8"))
        for _ in range(100):
            if not runs(process):
                return
            time.sleep(0.05)
        self.fail("what the step started runs on")

    def test_less_time_is_fewer_steps(self):
        done = self.run_script("--dry-run", "--minutes=8")
        self.assertEqual(done.returncode, 0)
        self.assertIn("right (at most", done.stdout)
        self.assertNotIn("in_place_skinny", done.stdout)
        self.assertFalse((self.root / "out").exists())

    def test_no_step_may_end_later_than_the_minutes(self):
        script = module()
        self.assertEqual(len(list(script.planned(30, None))), len(script.STEPS))
        for minutes in range(31):
            steps = list(script.planned(minutes, None))
            self.assertLessEqual(sum(step.limit for step in steps), 60 * minutes)

    def test_counters_are_of_the_worst_cases(self):
        self.program("bin/ncu", "echo \"$@\"")
        self.assertIn("--benchmark_filter=.", self.run_script("--only=counters", "--dry-run").stdout)
        self.program("build/perf_test/isomer_perf", """for flag in "$@"; do case $flag in
          --benchmark_out=*) python3 - "${flag#*=}" <<'END'
import json, sys
cases = [{"name": f"x/{k}/iterations:1", "of_copy": k / 10} for k in (5, 1, 4, 2, 3)]
json.dump({"benchmarks": cases + [{"name": "skipped"}]}, open(sys.argv[1], "w"))
END
        esac; done""".replace("python3", sys.executable))
        self.run_script("--only=permute_f32,counters")
        said = (self.root / "out/counters.txt").read_text(encoding="utf-8")
        self.assertIn("--benchmark_filter=^(x/1/iterations:1|x/2/iterations:1|x/3/iterations:1|"
                      "x/4/iterations:1)$", said)

    def test_records_are_the_short_form(self):
        self.assertIn("--suite=rearrange --short",
                      self.run_script("--only=rearrange", "--dry-run").stdout)

    def test_runs_only_steps_that_are_named(self):
        done = self.run_script("--only=random,probe")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(list(self.states()), ["probe", "random"])
        done = self.run_script("--only=probe,chance")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no step is called chance; there are card, probe", done.stderr)

    def test_a_folder_without_a_build_is_refused(self):
        (self.root / "build/perf_test/isomer_perf").unlink()
        done = self.run_script()
        self.assertEqual(done.returncode, 2)
        self.assertIn("it has to be a build folder", done.stderr)


if __name__ == "__main__":
    unittest.main()
