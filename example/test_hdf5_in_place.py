# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The HDF5 example: the dataset is the permuted one, or what is missing is said."""

import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hdf5_in_place.py")
PROGRAM = os.environ["ISOMER_PROGRAM"]

try:
    import h5py
    import numpy as np
except ImportError:
    h5py = None


def run(*words):
    return subprocess.run(
        [sys.executable, SCRIPT, *map(str, words), "--isomer", PROGRAM], capture_output=True, text=True
    )


class WithoutH5py(unittest.TestCase):
    @unittest.skipIf(h5py, "h5py is here")
    def test_says_what_is_missing(self):
        done = run("a.h5", "x")
        self.assertEqual((done.returncode, done.stderr), (1, "a.h5: this example needs h5py (Debian: python3-h5py)\n"))


@unittest.skipUnless(h5py, "there is no h5py")
class Hdf5(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)
        self.array = np.arange(300 * 200 * 7, dtype="<f4").reshape(300, 200, 7)
        self.other = np.arange(1000)
        with h5py.File("a.h5", "w") as file:
            file["before"] = self.other
            file["group/x"] = self.array
            file["after"] = self.other
            file.create_dataset("chunked", data=self.array, chunks=(30, 20, 7))

    def check(self, expected):
        with h5py.File("a.h5", "r") as file:
            self.assertEqual(file["group/x"].shape, expected.shape)
            self.assertTrue(np.array_equal(file["group/x"], expected))
            self.assertTrue(np.array_equal(file["before"], self.other))
            self.assertTrue(np.array_equal(file["after"], self.other))

    def test_permutes_what_does_not_tell(self):
        self.array = np.zeros((30, 20, 7), dtype="<f4")
        with h5py.File("a.h5", "r+") as file:
            del file["group/x"]
            file["group/x"] = self.array
        done = run("a.h5", "group/x", "--memory", "64M")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check(self.array.transpose())
        self.assertFalse(os.path.exists("a.h5.extents"))

    def test_permutes_a_dataset(self):
        for words, axes in [((), (2, 1, 0)), (("--axes", "1,2,0"), (1, 2, 0))]:
            done = run("a.h5", "group/x", "--memory", "64M", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.array = self.array.transpose(axes)
            self.check(self.array)
        self.assertEqual(os.listdir("."), ["a.h5"])

    def test_finishes_once(self):
        self.assertEqual(run("a.h5", "group/x", "--finish").returncode, 1)
        for cut in ["before", "behind"]:
            slow = [sys.executable, SCRIPT, "a.h5", "group/x", "--memory", "64M", "--isomer"]
            works = "" if cut == "before" else f'{PROGRAM} "$@"'
            with open("killing", "w") as file:
                file.write(f"#!/bin/sh\n{works}\nkill -9 $PPID\n")
            os.chmod("killing", 0o700)
            self.assertEqual(subprocess.run([*slow, "./killing"]).returncode, -9)
            os.remove("killing")
            done = run("a.h5", "group/x")
            self.assertIn("--finish goes on", done.stderr)
            done = run("a.h5", "group/x", "--finish")
            self.assertEqual(done.returncode, 0, done.stderr)
            if cut == "behind":
                self.array = self.array.transpose(2, 1, 0)
            self.check(self.array)
            self.assertIn("nothing to finish", run("a.h5", "group/x", "--finish").stderr)
            self.check(self.array)
        self.assertEqual(os.listdir("."), ["a.h5"])

    def test_refuses_what_does_not_lie_in_one_piece(self):
        with open("a.h5", "rb") as file:
            before = file.read()
        for name, reason in [("chunked", "is chunked"), ("none", "has no dataset"), ("group", "has no dataset")]:
            done = run("a.h5", name)
            self.assertEqual(done.returncode, 1)
            self.assertIn(reason, done.stderr)
        with open("a.h5", "rb") as file:
            self.assertEqual(file.read(), before)


if __name__ == "__main__":
    unittest.main()
