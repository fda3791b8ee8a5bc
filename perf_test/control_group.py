# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes with little memory; needs root and a memory controller."""

import os


class ControlGroup:
    """A control group of its own with a limit of memory, of the first or the second kind.

    Raises OSError where none can be made."""

    def __init__(self, limit):
        for root, name in [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")]:
            self.folder = os.path.join(root, f"isomer-{os.getpid()}")
            try:
                os.mkdir(self.folder)
            except OSError:
                continue
            try:
                with open(os.path.join(self.folder, name), "w", encoding="ascii") as file:
                    file.write(str(limit))
                return
            except OSError:
                os.rmdir(self.folder)
        raise OSError("no control group with a limit of memory can be made here")

    def enter(self):
        """What a child does before it becomes another program."""
        with open(os.path.join(self.folder, "cgroup.procs"), "w", encoding="ascii") as file:
            file.write(str(os.getpid()))

    def remove(self):
        os.rmdir(self.folder)
