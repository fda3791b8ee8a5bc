# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of several times the memory that a control group allows; needs root and a memory controller.

ISOMER_TEST_FILE_BYTES=4294967296 takes a file of that size.
"""

import os
import resource
import subprocess
import sys
import tempfile
import unittest

import numpy as np

from program import PROGRAM, SANITIZED

sys.path.append(os.path.join(os.environ["ISOMER_SOURCE"], "perf_test"))
from control_group import ControlGroup

MIB = 1 << 20
BYTES = int(os.environ.get("ISOMER_TEST_FILE_BYTES", 384 * MIB))
COLUMNS = 1024


@unittest.skipIf(SANITIZED, "a sanitizer takes several times the memory")
class SmallMemory(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.name = os.path.join(directory.name, "a.npy")
        self.rows = BYTES // 8 // COLUMNS
        array = np.lib.format.open_memmap(self.name, "w+", "<i8", (self.rows, COLUMNS))
        for begin in range(0, self.rows, 4096):
            end = min(begin + 4096, self.rows)
            array[begin:end] = np.arange(begin * COLUMNS, end * COLUMNS).reshape(-1, COLUMNS)
        array.flush()

    def transpose_within(self, limit, *options):
        """The program's peak of memory, in a group that has no more than the limit."""
        try:
            group = ControlGroup(limit)
        except OSError as error:
            self.skipTest(str(error))
        self.addCleanup(group.remove)
        words = [PROGRAM, "transpose", "--in-place", self.name, *options]
        process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, preexec_fn=group.enter)
        told = process.stderr.read()
        process.stderr.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, told)
        return usage.ru_maxrss * 1024

    def expect_transposed(self):
        array = np.load(self.name, mmap_mode="r")
        self.assertEqual(array.shape, (COLUMNS, self.rows))
        for column in range(0, COLUMNS, 61):
            expected = np.arange(self.rows, dtype="<i8") * COLUMNS + column
            self.assertTrue(np.array_equal(array[column], expected), column)

    def test_a_limit_that_is_told_holds(self):
        peak = self.transpose_within(320 * MIB, "--memory", "256M")
        self.assertLess(peak, (256 + 64) * MIB)
        self.expect_transposed()

    def test_a_limit_of_the_group_is_heard(self):
        peak = self.transpose_within(96 * MIB)
        self.assertLess(peak, 96 * MIB)
        self.expect_transposed()


if __name__ == "__main__":
    unittest.main()
