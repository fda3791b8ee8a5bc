# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whatever stops the program, no file is left that looks whole and is not."""

import os
import random
import shutil
import signal
import subprocess
import time
import unittest

import numpy as np

from program import PROGRAM, InDirectory, run

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]


def expect_signals():
    """nohup and background jobs hand on signals that are ignored; these tests mean the others."""
    for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
        signal.signal(number, signal.SIG_DFL)


class Interruption(InDirectory):
    def setUp(self):
        super().setUp()
        self.array = np.arange(3000 * 2000, dtype="<f8").reshape(3000, 2000)  # 48 MB
        np.save("in.npy", self.array)

    def start(self, *words):
        return subprocess.Popen(
            [PROGRAM, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=expect_signals,
        )

    def test_out_of_place_leaves_the_whole_output_or_none(self):
        chance = random.Random(20261121)
        stopped = 0
        for force in [(), ("--force",)]:
            for number in SIGNALS * 2:
                for name in set(os.listdir(".")) - {"in.npy"}:
                    os.remove(name)
                if force:
                    shutil.copy("in.npy", "out.npy")
                process = self.start("transpose", "in.npy", "out.npy", *force)
                time.sleep(chance.uniform(0, 0.15))
                process.send_signal(number)
                process.communicate()
                stopped += process.returncode == -number
                left = sorted(os.listdir("."))
                if process.returncode != 0 and not force:
                    # Only the very last step, the naming, may have been done already.
                    self.assertIn(left, [["in.npy"], ["in.npy", "out.npy"]])
                if "out.npy" in left:
                    found = np.load("out.npy", mmap_mode="r")
                    is_new = found.shape == (2000, 3000)
                    self.assertTrue(is_new or force)
                    self.assertTrue(np.array_equal(found, self.array.T if is_new else self.array))
        self.assertGreater(stopped, 0, "no signal came in time: nothing was tested")

    def stopped_while_elements_move(self):
        """A process that stands still, which the first bytes of its file say of it."""
        for _ in range(20):
            np.save("in.npy", self.array)
            process = self.start("transpose", "--in-place", "--no-journal", "in.npy")
            while process.poll() is None and not self.says_that_elements_move():
                pass
            process.send_signal(signal.SIGSTOP)
            if process.poll() is None:
                os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
                if self.says_that_elements_move():
                    return process
            process.send_signal(signal.SIGCONT)
            process.communicate()
        self.fail("missed")

    def says_that_elements_move(self):
        with open("in.npy", "rb") as file:
            return file.read(7) == b"\x93ISOMRm"

    def test_one_signal_in_place_waits_until_the_file_is_whole(self):
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            process = self.stopped_while_elements_move()
            process.send_signal(number)
            process.send_signal(signal.SIGCONT)
            told = process.communicate()[1]
            self.assertEqual(process.returncode, -number)
            self.assertRegex(told, r"\Aisomer: transpose: in.npy: half moved, will stop[^\n]*\n\Z")
            self.assertTrue(np.array_equal(np.load("in.npy"), self.array.T))

    def test_a_killed_rewriting_leaves_a_file_that_nobody_takes_for_an_array(self):
        for numbers in [[signal.SIGKILL], [signal.SIGINT, signal.SIGTERM]]:
            process = self.stopped_while_elements_move()
            for number in numbers:  # the second one does not wait
                process.send_signal(number)
            process.send_signal(signal.SIGCONT)
            process.communicate()
            self.assertIn(-process.returncode, numbers)
            with self.assertRaisesRegex(ValueError, "magic string"):
                with open("in.npy", "rb") as file:
                    np.lib.format.read_array(file)
            done = run("transpose", "in.npy", "out.npy")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(
                done.stderr, r"\Aisomer: transpose: in.npy: was being rewritten in place [^\n]*\n\Z"
            )
            self.assertEqual(os.listdir("."), ["in.npy"])

    def test_an_input_that_shrinks_meanwhile_is_one_line(self):
        process = self.start("transpose", "in.npy", "out.npy")
        os.kill(process.pid, signal.SIGSTOP)
        os.truncate("in.npy", 128)
        os.kill(process.pid, signal.SIGCONT)
        told = process.communicate()[1]
        self.assertEqual(process.returncode, 1)
        self.assertRegex(told, r"\Aisomer: transpose: [^\n]*(became shorter|truncated)[^\n]*\n\Z")
        self.assertEqual(os.listdir("."), ["in.npy"])


if __name__ == "__main__":
    unittest.main()
