# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a file says of its rewriting in place without a companion when that was killed, at any moment, is true."""

import ctypes
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

import numpy as np

from program import PROGRAM, SANITIZED, InDirectory, distinct, run, same_bytes

MARK = b"\x93ISOMR"
PTRACE_TRACEME, PTRACE_SYSCALL = 0, 24
libc = ctypes.CDLL(None, use_errno=True)


def start_of(name):
    with open(name, "rb") as file:
        return file.read(6)


def content_of(name):
    with open(name, "rb") as file:
        return file.read()


class Killed(InDirectory):
    def prepare(self, array, words):
        """The file before and after, each whole."""
        np.save("before.npy", array)
        shutil.copy("before.npy", "after.npy")
        # Records are rewritten so always, other arrays where it is wished.
        how = ["--in-place"] if words[0] == "rearrange" else ["--in-place", "--no-journal"]
        self.succeed(words[0], *how, "after.npy", *words[1:])
        self.words = [words[0], *how, "in.npy", *words[1:]]
        self.before, self.after = content_of("before.npy"), content_of("after.npy")
        self.states = dict.fromkeys(["whole", "not begun", "complete", "moved in part"], 0)

    def check(self):
        """That the file says the truth; what it was after recovery."""
        state = "whole"
        if start_of("in.npy") == MARK:
            told = self.succeed("info", "in.npy")
            state = next(s for s in self.states if f"stopped, {s}" in told)
            done = run("transpose", "in.npy", "out.npy")
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"in.npy: was being rewritten in place when the program was stopped, {state}", done.stderr)
            with self.assertRaises(ValueError), open("in.npy", "rb") as file:
                np.lib.format.read_array(file)
        else:
            self.assertTrue(same_bytes(np.load("in.npy"), np.load("before.npy")) or
                            same_bytes(np.load("in.npy"), np.load("after.npy")))
        self.states[state] += 1
        if state == "moved in part":
            content = content_of("in.npy")
            self.fail_with(1, ["recover", "in.npy"], "isomer: recover: in.npy: ", "moved in part", "data are lost")
            return state, content
        told = self.succeed("recover", "in.npy")
        content = content_of("in.npy")
        if state != "whole":
            self.assertRegex(told, rf"\Ain.npy: {state}: [^\n]+\n\Z")
        self.assertIn(content, [self.before, self.after])
        if state == "not begun":
            self.assertEqual(content, self.before)
        if state == "complete":
            self.assertEqual(content, self.after)
        self.assertEqual(self.succeed("recover", "in.npy"), "in.npy: is whole, there is nothing to recover\n")
        return state, content

    def is_old_or_new(self, content):
        """Whether a file that is said to be moved in part has all its elements, where they were or where
        they will be: the data come behind headers of 128 bytes."""
        return content[128 : len(self.before)] == self.before[128:] or content[128 : len(self.after)] == self.after[128:]

    def test_at_random_moments(self):
        chance = random.Random(int(os.environ.get("ISOMER_TEST_SEED", 20261126)))
        self.prepare(distinct((1500, 1001), "<f8"), ["transpose"])  # 12 MB
        start = time.monotonic()
        shutil.copy("before.npy", "in.npy")
        run(*self.words)
        usual = time.monotonic() - start
        killed = false_alarms = 0
        runs = 21 if SANITIZED else 70
        for _ in range(runs):
            shutil.copy("before.npy", "in.npy")
            process = subprocess.Popen([PROGRAM, *self.words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            # Half of them from when the file is marked on, the others at any time.
            if chance.random() < 0.5:
                while process.poll() is None and start_of("in.npy") != MARK:
                    pass
                time.sleep(chance.uniform(0, usual / 3))
            else:
                time.sleep(chance.uniform(0, usual))
            process.kill()
            killed += process.wait() == -signal.SIGKILL
            state, content = self.check()
            false_alarms += state == "moved in part" and self.is_old_or_new(content)
        self.assertGreater(killed, runs // 5, "hardly a kill came in time")
        # Until the threads have begun, a file already counts as moved in part: never the other way.
        self.assertLess(false_alarms, killed, self.states)

    def killed_at(self, n, threads):
        """Runs the program until its main thread's stop n at a system call, from the first one on that writes to
        the file; False if it ends before. Without a number, how many stops there are."""
        shutil.copy("before.npy", "in.npy")
        words = [PROGRAM, *self.words, "--threads", threads]
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            preexec_fn=lambda: libc.ptrace(PTRACE_TRACEME, 0, None, None)
        )
        stops = 0
        while True:
            _, status = os.waitpid(process.pid, 0)
            if not os.WIFSTOPPED(status):
                process.returncode = status
                return stops if n is None else False
            # The note makes the file longer; it comes first.
            if stops > 0 or os.path.getsize("in.npy") != len(self.before):
                stops += 1
            if n is not None and stops == n:
                os.kill(process.pid, signal.SIGKILL)
                os.waitpid(process.pid, 0)
                process.returncode = -signal.SIGKILL
                return True
            stopped = os.WSTOPSIG(status)
            libc.ptrace(PTRACE_SYSCALL, process.pid, None, 0 if stopped == signal.SIGTRAP else stopped)

    def may_trace(self):
        child = os.fork()
        if child == 0:
            failed = libc.ptrace(PTRACE_TRACEME, 0, None, None) != 0
            os._exit(failed)
        return os.waitpid(child, 0)[1] == 0

    def at_each_call(self, array, words):
        self.prepare(array, words)
        if SANITIZED:
            self.skipTest("the sanitizer's own calls are among the program's")
        if not self.may_trace():
            self.skipTest("no process may be traced here")
        false_alarms = 0
        stops = self.killed_at(None, "1")
        self.assertGreater(stops, 8)
        for n in range(1, stops + 1):
            if not self.killed_at(n, "1"):
                break
            state, content = self.check()
            false_alarms += state == "moved in part" and self.is_old_or_new(content)
        self.assertLess(false_alarms, 3, "calls between the mark and the first element that moves")
        self.assertGreater(self.states["not begun"], 0)
        self.assertGreater(self.states["complete"], 0)

    def test_at_each_system_call_of_a_permutation(self):
        self.at_each_call(distinct((9, 40, 17), "<f4"), ["permute", "--axes", "2,0,1"])

    def test_at_each_system_call_of_a_relayout_that_only_changes_the_header(self):
        self.at_each_call(distinct((1, 600), "<f4"), ["transpose"])
        self.assertEqual(self.states["moved in part"], 0)

    def test_at_each_system_call_of_records_that_grow(self):
        records = distinct((1000,), [("x", "<f4"), ("id", "<i8"), ("flag", "u1")])
        self.at_each_call(records, ["rearrange", "--to", "tiled:64", "--pad"])


class Recover(InDirectory):
    def setUp(self):
        super().setUp()
        np.save("in.npy", np.arange(12.0).reshape(3, 4))

    def test_takes_one_file(self):
        self.fail_with(2, ["recover"], "takes one file, 0 were given")
        self.fail_with(2, ["recover", "in.npy", "in.npy"], "2 were given")

    def test_leaves_a_whole_file_as_it_is(self):
        with open("in.npy", "ab") as file:
            file.write(b"behind")
        before = content_of("in.npy")
        self.assertEqual(self.succeed("recover", "in.npy"), "in.npy: is whole, there is nothing to recover\n")
        self.assertEqual(content_of("in.npy"), before)

    def test_leaves_a_whole_raw_file_as_it_is(self):
        for content in [b"PK\x03\x04" + bytes(100), b"\x93ISOMETRIC", b"x"]:
            with open("in.bin", "wb") as file:
                file.write(content)
            self.assertEqual(self.succeed("recover", "in.bin"), "in.bin: is whole, there is nothing to recover\n")
            self.assertEqual(self.succeed("status", "in.bin"), "in.bin: is whole\n")
            self.assertEqual(content_of("in.bin"), content)

    def test_a_new_file_without_companion_is_no_rubbish(self):
        for name in ["in.bin", "in.npy"]:
            with open("in.bin", "wb") as file:
                file.write(bytes(4096))
            with open(name + ".isomer-new", "wb") as file:
                file.write(b"part of it")
            advice = "remove it if the file is whole"
            self.fail_with(1, ["recover", name], name, advice)
            self.assertIn(advice, self.succeed("status", name))
            raw = ["--raw", "u1", "--shape", "64,64"] if name == "in.bin" else ["--memory", "1G"]
            self.fail_with(1, ["transpose", "--in-place", name, *raw], name, advice)
            os.remove(name + ".isomer-new")

    def test_refuses_what_is_no_array(self):
        for content, reason in [
            (b"", "is empty"),
            (content_of("in.npy")[:-1], "is truncated"),
            (MARK, "the note at its end is not there"),
            (MARK + b"\x01\x00" + content_of("in.npy")[8:], "the note at its end is not there"),
            (MARK + b"c\n" + content_of("in.npy")[8:], "the note at its end is not there"),
        ]:
            with open("in.npy", "wb") as file:
                file.write(content)
            self.fail_with(1, ["recover", "in.npy"], "isomer: recover: in.npy: ", reason)
        self.fail_with(1, ["recover", "none.npy"], "none.npy: No such file")
        os.mkdir("directory.npy")
        self.fail_with(1, ["recover", "directory.npy"], "Is a directory")

    def test_refuses_a_file_that_may_not_be_written(self):
        os.chmod("in.npy", 0o444)
        if os.access("in.npy", os.W_OK):
            self.skipTest("this user may write everything")
        self.fail_with(1, ["recover", "in.npy"], "in.npy: Permission denied")


if __name__ == "__main__":
    unittest.main()
