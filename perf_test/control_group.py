# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes with little memory; needs root and a memory controller."""

import os

# Where groups of the first and of the second kind are made, and the file with the limit of each.
ROOTS = [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")]


class ControlGroup:
    """A control group of its own with a limit of memory, of the first or the second kind.

    Raises OSError where none can be made."""

    def __init__(self, limit):
        for root, name in ROOTS:
            self.folder = os.path.join(root, f"isomer-{os.getpid()}")
            try:
                os.mkdir(self.folder)
            except OSError:
                continue
            if self.takes(name, limit):
                return
            os.rmdir(self.folder)
        raise OSError("no control group with a limit of memory can be made here")

    def takes(self, name, limit):
        """Whether the kernel took the limit: in a folder that is no control group it makes no files."""
        try:
            if not os.path.exists(os.path.join(self.folder, "cgroup.procs")):
                return False
            with open(os.path.join(self.folder, name), "r+", encoding="ascii") as file:
                file.write(str(limit))
            with open(os.path.join(self.folder, name), encoding="ascii") as file:
                return limit - 65536 < int(file.read()) <= limit  # whole pages
        except (OSError, ValueError):
            return False

    def enter(self):
        """What a child does before it becomes another program."""
        with open(os.path.join(self.folder, "cgroup.procs"), "r+", encoding="ascii") as file:
            file.write(str(os.getpid()))

    def remove(self):
        os.rmdir(self.folder)
