# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Power cuts: a disk is cloned at any moment while a file on it is rewritten, and each clone recovers.

The disk is a file on a file system that clones files at once (xfs); a loop device makes ext4 of it. What a
clone holds is what ext4 had sent to its disk by then. Needs root, loop devices, mkfs.xfs and mkfs.ext4;
ISOMER_TEST_POWER_CUTS=200 takes 200 clones.
"""

import os
import random
import shutil
import subprocess
import tempfile
import time
import unittest

import numpy as np

from program import PROGRAM, SANITIZED, distinct, run, same_bytes

# Shape, axes and memory with which each takes some groups.
WAYS = {
    "transfer": ((9000, 201), (1, 0), "24M"),
    "ring": ((64, 128, 128), (0, 2, 1), "4M"),
    "slots": ((9000, 201), (1, 0), "24M"),
    "wide": ((130, 15000), (1, 0), "24M"),
    "blocks": ((130, 15000), (1, 0), "24M"),
}
CUTS_OF_EACH = max(1, int(os.environ.get("ISOMER_TEST_POWER_CUTS", 20)) // len(WAYS))
MIB = 1 << 20


def why_not():
    if os.geteuid() != 0:
        return "only root mounts"
    for tool in ["mkfs.xfs", "mkfs.ext4", "mount", "umount"]:
        if shutil.which(tool) is None:
            return f"there is no {tool}"
    return None


class Mount:
    """A file system in a file, mounted while this lives."""

    def __init__(self, image, folder):
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["mount", "-o", "loop", image, folder], check=True, capture_output=True)
        self.folder = folder

    def __enter__(self):
        return self.folder

    def __exit__(self, *_):
        subprocess.run(["umount", self.folder], check=True)


def disk_image(path, mib, *command):
    with open(path, "wb") as file:
        file.truncate(mib * MIB)
    subprocess.run([*command, path], check=True, capture_output=True)
    return path


@unittest.skipIf(SANITIZED, "what a power cut leaves is judged without sanitizers")
@unittest.skipIf(why_not(), why_not())
class PowerCuts(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.random = random.Random(int(os.environ.get("ISOMER_TEST_SEED", 20261127)))
        self.base = directory.name
        try:
            image = disk_image(self.path("outer.img"), 400, "mkfs.xfs", "-q", "-m", "reflink=1")
            outer = Mount(image, self.path("outer"))
        except subprocess.CalledProcessError as error:
            self.skipTest(f"no loop device with xfs: {error.stderr.decode().strip()}")
        self.addCleanup(outer.__exit__)
        self.disk = disk_image(self.path("outer/disk.img"), 96, "mkfs.ext4", "-q")

    def path(self, name):
        return os.path.join(self.base, name)

    def clones_of(self, way):
        """The array before and after, and clones of the disk, taken while it is rewritten there."""
        shape, axes, memory = WAYS[way]
        array = distinct(shape, "<f8", seed=self.random.randrange(1 << 30))
        clones = []
        with Mount(self.disk, self.path("disk")) as folder:
            name = os.path.join(folder, "a.npy")
            np.save(name, array)
            os.sync()
            words = ["permute", "--axes", ",".join(map(str, axes)), "--in-place", name, "--way", way]
            words += ["--memory", memory, "--rate", "16M"]
            process = subprocess.Popen([PROGRAM, *words], stderr=subprocess.PIPE, text=True)
            while process.poll() is None:
                if len(clones) < CUTS_OF_EACH:
                    clones.append(self.path(f"outer/{way}{len(clones)}.img"))
                    subprocess.run(["cp", "--reflink=always", self.disk, clones[-1]], check=True)
                time.sleep(self.random.random() * 2 / CUTS_OF_EACH)
            told = process.communicate()[1]
            self.assertEqual(process.returncode, 0, told)
            self.assertTrue(same_bytes(np.load(name), array.transpose(axes)))
            os.remove(name)
        return [array, np.ascontiguousarray(array.transpose(axes))], clones

    def read(self, name):
        """The array as a reader that knows of nothing sees it, None if it is told that there is none."""
        try:
            return np.load(name)
        except ValueError:
            return None

    def recovered(self, clone, arrays):
        """Whether the clone was in the middle of the work; it is recovered, and has the old array or the new."""
        with Mount(clone, self.path("clone")) as folder:
            name = os.path.join(folder, "a.npy")
            seen = self.read(name)
            if seen is not None:
                self.assertTrue(any(same_bytes(seen, array) for array in arrays), clone)
            done = run("recover", name)
            self.assertEqual(done.returncode, 0, (clone, done.stderr))
            after = np.load(name)
            self.assertTrue(any(same_bytes(after, array) for array in arrays), clone)
            self.assertEqual(sorted(os.listdir(folder)), ["a.npy", "lost+found"], clone)
        return seen is None

    def test_no_moment_loses_anything(self):
        cut = 0
        for way in WAYS:
            arrays, clones = self.clones_of(way)
            self.assertGreater(len(clones), CUTS_OF_EACH // 2, way)
            for clone in clones:
                cut += self.recovered(clone, arrays)
                os.remove(clone)
        self.assertGreater(cut, CUTS_OF_EACH, "hardly a clone was taken while pages moved")


if __name__ == "__main__":
    unittest.main()
