# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""perf_test/control_group.py in folders in the place of the kernel's; CTest says where it is."""

import importlib.util
import os
import pathlib
import tempfile
import unittest
from unittest import mock

SPEC = importlib.util.spec_from_file_location("control_group", os.environ["ISOMER_PERF_SCRIPT"])
control_group = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(control_group)

MAKE_FOLDER, REMOVE_FOLDER = os.mkdir, os.rmdir


class ControlGroup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def made(self, files):
        """A group in a root where each new folder has these files at once."""
        def make(path, *_):
            MAKE_FOLDER(path)
            for name, text in files.items():
                pathlib.Path(path, name).write_text(text, encoding="ascii")

        def remove(path):
            for file in pathlib.Path(path).iterdir():
                file.unlink()
            REMOVE_FOLDER(path)
        with mock.patch.object(control_group, "ROOTS", [(str(self.root), "memory.max")]), \
                mock.patch.object(control_group.os, "mkdir", make), \
                mock.patch.object(control_group.os, "rmdir", remove):
            return control_group.ControlGroup(1 << 20)

    def test_takes_a_group_that_the_kernel_made(self):
        group = self.made({"cgroup.procs": "", "memory.max": ""})
        self.assertEqual(pathlib.Path(group.folder, "memory.max").read_text(), str(1 << 20))

    def test_a_plain_folder_is_no_group(self):
        with self.assertRaises(OSError):
            self.made({})
        self.assertEqual(list(self.root.iterdir()), [])

    def test_a_group_without_a_limit_of_memory_is_none(self):
        with self.assertRaises(OSError):
            self.made({"cgroup.procs": ""})
        self.assertEqual(list(self.root.iterdir()), [])

    def test_a_limit_that_was_not_taken_is_none(self):
        with self.assertRaises(OSError):
            self.made({"cgroup.procs": "", "memory.max": "99999999"})  # longer: what is behind stays


if __name__ == "__main__":
    unittest.main()
