# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the program for the tests beside this file; CTest says where it is."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

import numpy as np

# Then the program starts and runs several times as slowly: some cases stand for all.
SANITIZED = os.environ.get("ISOMER_SANITIZED") == "1"
# Under AddressSanitizer one in this many cases that repeat themselves is taken.
SAMPLE_STEP = 5 if SANITIZED else 1
PROGRAM = os.environ["ISOMER_PROGRAM"]


def run(*words, **options):
    return subprocess.run(
        [PROGRAM, *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options
    )


def without_warning(told):
    """Standard error without what is said of file systems that a power cut may hurt."""
    return re.sub(r"isomer: \w+: warning: [^\n]+\n", "", told)


def distinct(shape, dtype, order="C", seed=0):
    """An array whose bytes tell each position from its neighbours, in any element type."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape, dtype=np.int64))
    size = count * dtype.itemsize
    raw = np.random.default_rng(seed).integers(0, 256, size, dtype=np.uint8)
    return np.ndarray(shape, dtype, raw.tobytes(), order=order) if size else np.zeros(shape, dtype)


def same_bytes(a, b):
    """Equal shape, type and elements, byte for byte, so that NaNs count. Not the padding of
    records: numpy's own loading leaves that behind."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.names:
        return all(same_bytes(a[name], b[name]) for name in a.dtype.names)
    return np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()


def in_memory():
    """A directory in memory with room for these tests, if there is one."""
    path = "/dev/shm"
    has_room = os.access(path, os.W_OK) and shutil.disk_usage(path).free > 1 << 30
    return path if has_room else None


class InDirectory(unittest.TestCase):
    """Each test starts in an empty directory of its own."""

    parent = None  # where temporary files are

    def setUp(self):
        directory = tempfile.TemporaryDirectory(dir=self.parent)
        self.addCleanup(directory.cleanup)
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(directory.name)

    def succeed(self, *words, **options):
        done = run(*words, **options)
        self.assertEqual((done.returncode, without_warning(done.stderr)), (0, ""), words)
        return done.stdout

    def fail_with(self, code, words, *fragments, **options):
        """One line on standard error, nothing on standard output, no file made or changed."""
        before = contents()
        done = run(*words, **options)
        self.assertEqual(done.returncode, code, (words, done.stderr))
        self.assertEqual(done.stdout, "", words)
        told = without_warning(done.stderr)
        self.assertRegex(told, r"\Aisomer: [^\n]+\n\Z", words)
        for fragment in fragments:
            self.assertIn(fragment, told)
        self.assertEqual(contents(), before, words)


def contents():
    found = {}
    for name in os.listdir("."):
        if os.path.isfile(name):
            with open(name, "rb") as file:
                found[name] = file.read()
        else:
            found[name] = None
    return found
