# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bar on a terminal for work over a second, and silence otherwise."""

import os
import pty
import signal
import subprocess
import time
import unittest

import numpy as np

from program import PROGRAM, InDirectory


def thread_names(process):
    names = []
    for task in os.listdir(f"/proc/{process.pid}/task"):
        try:
            with open(f"/proc/{process.pid}/task/{task}/comm") as file:
                names.append(file.read().strip())
        except OSError:  # gone meanwhile
            pass
    return names


class ProgressBar(InDirectory):
    def setUp(self):
        super().setUp()
        np.save("in.npy", np.zeros((4000, 3000)))

    def standard_error(self, *words, pause=0.0):
        """What a terminal gets. A pause in the middle makes any work take longer than a second."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, *words], stderr=theirs)
        os.close(theirs)
        if pause:
            while process.poll() is None and "progress" not in thread_names(process):
                pass
            process.send_signal(signal.SIGSTOP)
            time.sleep(pause)
            process.send_signal(signal.SIGCONT)
        shown = b""
        try:
            while piece := os.read(ours, 4096):
                shown += piece
        except OSError:  # Linux's way to say that the other end is closed
            pass
        os.close(ours)
        self.assertEqual(process.wait(), 0)
        return shown.decode()

    def test_shows_when_work_takes_longer_than_a_second_and_is_wiped(self):
        for words in [
            ("transpose", "in.npy", "out.npy", "--force"),
            ("transpose", "--in-place", "--no-journal", "in.npy"),
        ]:
            shown = self.standard_error(*words, pause=1.2)
            self.assertRegex(shown, r"\rtranspose in\.npy \[[#.]*\] .*% of 0\.10 GB, \d+ s")
            self.assertTrue(shown.endswith("\r\x1b[K"))

    def test_shows_passes_rate_and_time_left_of_a_file_that_is_rewritten_in_groups(self):
        # 96 MB at 100 MB a second, read and written.
        shown = self.standard_error("transpose", "--in-place", "in.npy", "--memory", "32M", "--rate", "80M")
        self.assertRegex(shown, r"\rtranspose in\.npy \[[#.]*\] .*% of 0\.[0-9]+ GB, .*\d+ s, \d+ MB/s, \d+ s left")
        self.assertTrue(shown.endswith("\r\x1b[K"))

    def test_is_no_bar_where_lines_are_wished(self):
        words = ("transpose", "in.npy", "out.npy", "--progress", "plain")
        self.assertEqual(self.standard_error(*words, pause=1.2), "")

    def test_is_silent_for_quick_work(self):
        np.save("in.npy", np.zeros((30, 40)))
        self.assertEqual(self.standard_error("transpose", "in.npy", "out.npy"), "")


if __name__ == "__main__":
    unittest.main()
