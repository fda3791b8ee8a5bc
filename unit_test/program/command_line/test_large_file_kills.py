# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whatever stops a rewriting in place with a companion, recover makes the old or the new array of it."""

import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
import unittest

import numpy as np

from program import PROGRAM, SANITIZED, InDirectory, distinct, run, same_bytes, without_warning

MARK = b"\x93ISOMR"
TAIL = b"behind the array" * 100


def content_of(name):
    with open(name, "rb") as file:
        return file.read()


def expect_signals():
    """nohup and background jobs hand on signals that are ignored; these tests mean the others."""
    for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
        signal.signal(number, signal.SIG_DFL)


class CutShort(InDirectory):
    def setUp(self):
        super().setUp()
        self.random = random.Random(int(os.environ.get("ISOMER_TEST_SEED", 20261128)))

    def prepare(self, shape=(3000, 1000), words=("transpose",), options=("--memory", "32M")):
        """The file before and after, and the words that lead from one to the other."""
        np.save("before.npy", distinct(shape, "<f8"))
        with open("before.npy", "ab") as file:
            file.write(TAIL)
        shutil.copy("before.npy", "after.npy")
        self.succeed(*words, "--in-place", "--no-journal", "after.npy")
        self.before, self.after = content_of("before.npy"), content_of("after.npy")
        self.assertNotEqual(self.before, self.after)
        self.words = [PROGRAM, *words, "--in-place", "a.npy", *options]

    def start(self, **options):
        shutil.copy("before.npy", "a.npy")
        return subprocess.Popen(
            self.words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=expect_signals,
            **options,
        )

    def wait_for_mark(self, process):
        while process.poll() is None:
            with open("a.npy", "rb") as file:
                if file.read(6) == MARK:
                    return True
        return False

    def usual_seconds(self):
        start = time.monotonic()
        self.start().communicate()
        return time.monotonic() - start

    def is_marked(self):
        """That nobody takes a marked file for an array, and everybody says what to do."""
        if content_of("a.npy")[:6] != MARK:
            self.assertIn(content_of("a.npy"), [self.before, self.after])
            return False
        with self.assertRaises(ValueError), open("a.npy", "rb") as file:
            np.lib.format.read_array(file)
        for words in [("transpose", "a.npy", "out.npy"), ("transpose", "--in-place", "a.npy")]:
            done = run(*words)
            self.assertEqual(done.returncode, 1)
            self.assertIn("isomer recover", done.stderr)
        self.assertIn("isomer recover", self.succeed("info", "a.npy"))
        return True

    def recovered(self, *options):
        told = self.succeed("recover", "a.npy", *options)
        self.assertEqual("--verify" in options, "not verified: the call that began kept no sum" in told)
        self.assertIn(content_of("a.npy"), [self.before, self.after])
        self.assertEqual(set(os.listdir(".")) - {"after.npy", "before.npy"}, {"a.npy"})
        self.assertIn("whole", self.succeed("status", "a.npy"))
        self.assertIn("nothing to recover", self.succeed("recover", "a.npy"))
        return content_of("a.npy") == self.after


@unittest.skipIf(SANITIZED, "what a kill leaves is judged without sanitizers")
class Killed(CutShort):
    def kill_at_random(self, runs):
        usual = self.usual_seconds()
        killed = marked = turns = 0
        while turns < runs or (marked == 0 and turns < runs + 30):
            turns += 1
            process = self.start()
            if turns > runs:
                self.wait_for_mark(process)  # and killed at once
            elif self.random.random() < 0.7 and self.wait_for_mark(process):
                time.sleep(self.random.uniform(0, usual / 2))
            else:
                time.sleep(self.random.uniform(0, usual))
            process.kill()
            process.communicate()
            killed += process.returncode == -signal.SIGKILL
            marked += self.is_marked()
            if self.random.random() < 0.4:  # recovery is killed too
                again = subprocess.Popen([PROGRAM, "recover", "a.npy"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(self.random.uniform(0, usual / 2))
                again.kill()
                again.wait()
            self.recovered()
        self.assertGreater(killed, 0, "no kill came in time")
        self.assertGreater(marked, 0, "no kill came while elements moved")

    def test_at_random_moments_of_the_way_that_is_chosen(self):
        self.prepare()
        self.kill_at_random(40)

    def test_at_random_moments_of_each_way(self):
        for way in ["transfer", "ring", "slots", "wide", "blocks"]:
            shape = {"wide": (130, 15000), "slots": (9000, 201)}.get(way, (1500, 1500))
            self.prepare(shape, options=("--memory", "16M", "--way", way))
            shutil.copy("before.npy", "a.npy")
            done = run(*self.words[1:])
            if done.returncode != 0:
                self.assertIn(way, done.stderr)  # the file system may not allow transfer
                continue
            with self.subTest(way=way):
                self.kill_at_random(12)

    def test_raw_files_and_journals_elsewhere(self):
        os.mkdir("journals")
        array = distinct((1700, 1300), "<f8")
        old, new = b"x" * 100 + array.tobytes() + TAIL, b"x" * 100 + array.T.tobytes() + TAIL
        words = ["transpose", "--in-place", "--raw", "f8", "--shape", "1700,1300", "--offset", "100"]
        words += ["a.bin", "--memory", "32M", "--rate", "60M", "--journal", "journals"]
        cut = 0
        for _ in range(12):
            with open("a.bin", "wb") as file:
                file.write(old)
            process = subprocess.Popen([PROGRAM, *words], stderr=subprocess.DEVNULL)
            time.sleep(self.random.uniform(0, 0.6))
            process.kill()
            process.wait()
            if os.path.lexists("a.bin.isomer"):
                self.assertTrue(os.path.islink("a.bin.isomer"))
                cut += 1
                self.succeed("status", "a.bin")
                self.succeed("recover", "a.bin")
            elif os.listdir("journals"):  # made, and no link leads there yet
                self.assertEqual(content_of("a.bin"), old)
                self.succeed("recover", "a.bin", "--journal", "journals")
            self.assertIn(content_of("a.bin"), [old, new])
            self.assertEqual(os.listdir("journals"), [])
            self.assertEqual(sorted(os.listdir(".")), ["a.bin", "journals"])
        self.assertGreater(cut, 0)


def wait_until_heard(process, number):
    """Until a signal is caught: before, it ends the process without a word."""
    while process.poll() is None:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            caught = next(line for line in status if line.startswith("SigCgt:")).split()[1]
        if int(caught, 16) >> (number - 1) & 1:
            return
        time.sleep(0.01)


class Stopped(CutShort):
    """By signals that wait for the group at hand."""

    def slow(self):
        self.prepare(options=("--memory", "32M", "--rate", "40M"))

    def test_one_signal_stops_where_recover_goes_on(self):
        self.slow()
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            process = self.start()
            self.assertTrue(self.wait_for_mark(process), "missed")
            process.send_signal(number)
            start = time.monotonic()
            told = without_warning(process.communicate()[1])
            self.assertLess(time.monotonic() - start, 5)
            self.assertEqual(process.returncode, -number)
            self.assertRegex(
                told, r"\Aisomer: transpose: a.npy: stops after the group at hand, isomer recover a.npy goes on;[^\n]*\n\Z"
            )
            self.assertTrue(self.is_marked())
            self.assertRegex(self.succeed("status", "a.npy"), r"\Aa.npy: [^\n]*%[^\n]*\n\Z")
            self.assertTrue(self.recovered("--memory", "64M", "--verify"))

    def test_two_signals_stop_at_once(self):
        self.prepare(options=("--memory", "64M", "--rate", "1M"))  # a group takes longer than ten seconds
        process = self.start()
        self.assertTrue(self.wait_for_mark(process), "missed")
        process.send_signal(signal.SIGINT)
        self.assertTrue(any("stops after" in line for line in process.stderr), "no word of the first one")
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.recovered()

    def test_a_copy_leaves_nothing(self):
        self.prepare()
        shutil.copy("before.npy", "a.npy")
        before = set(os.listdir("."))
        for number in [signal.SIGINT, signal.SIGTERM]:
            process = subprocess.Popen(
                [PROGRAM, "transpose", "a.npy", "out.npy", "--memory", "128M", "--rate", "20M"],
                stderr=subprocess.DEVNULL, preexec_fn=expect_signals,
            )
            while set(os.listdir(".")) == before:
                self.assertIsNone(process.poll())
            process.send_signal(number)
            self.assertEqual(process.wait(), -number)
            self.assertEqual(set(os.listdir(".")), before)

    def test_verification_stops_so_too(self):
        self.prepare(options=("--memory", "32M", "--rate", "20M", "--verify"))
        process = self.start()
        wait_until_heard(process, signal.SIGTERM)
        time.sleep(0.3)
        process.terminate()
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGTERM)
        self.recovered()

    def test_recovery_stops_so_too(self):
        self.slow()
        process = self.start()
        self.assertTrue(self.wait_for_mark(process), "missed")
        process.kill()
        process.communicate()
        again = subprocess.Popen(
            [PROGRAM, "recover", "a.npy", "--rate", "20M"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=expect_signals,
        )
        wait_until_heard(again, signal.SIGTERM)
        time.sleep(0.3)
        again.terminate()
        told = without_warning(again.communicate()[1])
        self.assertEqual(again.returncode, -signal.SIGTERM)
        self.assertIn("isomer: recover: a.npy: stops after", told)
        self.assertTrue(self.recovered())

    def test_status_while_it_runs(self):
        self.slow()
        process = self.start()
        self.assertTrue(self.wait_for_mark(process), "missed")
        told = self.succeed("status", "a.npy")
        self.assertRegex(told, r"\Aa.npy: [^\n]*%")
        self.assertNotIn("stopped", told)
        for words in [("transpose", "--in-place", "a.npy"), ("recover", "a.npy")]:
            done = run(*words)
            self.assertEqual(done.returncode, 1, words)
            self.assertRegex(without_warning(done.stderr), r"\Aisomer: [^\n]*another process[^\n]*\n\Z", words)
        process.kill()
        process.communicate()
        self.recovered()


class Damaged(CutShort):
    def cut_short(self, **settings):
        self.prepare(options=("--memory", "32M", "--rate", "40M", *settings.get("options", ())))
        process = self.start()
        self.assertTrue(self.wait_for_mark(process), "missed")
        time.sleep(0.2)
        process.kill()
        process.communicate()
        self.assertTrue(os.path.exists("a.npy.isomer"))

    def test_companion_that_is_missing(self):
        self.cut_short()
        os.rename("a.npy.isomer", "elsewhere")
        self.fail_with(1, ["recover", "a.npy"], "a.npy", "companion")
        self.fail_with(1, ["transpose", "--in-place", "a.npy"], "a.npy", "isomer recover")
        os.rename("elsewhere", "a.npy.isomer")
        self.recovered()

    def test_companion_that_is_no_companion_or_that_of_another_file(self):
        self.cut_short()
        own = content_of("a.npy.isomer")
        shutil.copy("before.npy", "b.npy")
        words = ["transpose", "--in-place", "b.npy", "--memory", "32M", "--rate", "40M"]
        other = subprocess.Popen([PROGRAM, *words], stderr=subprocess.DEVNULL)
        while not os.path.exists("b.npy.isomer") or content_of("b.npy")[:6] != MARK:
            self.assertIsNone(other.poll())
        other.kill()
        other.wait()
        for foreign in [b"", b"my own notes\n", bytes(65536), content_of("b.npy.isomer"), own[:5000], b"x" * 65536]:
            with open("a.npy.isomer", "wb") as file:
                file.write(foreign)
            self.fail_with(1, ["recover", "a.npy"], "a.npy")
        with open("a.npy.isomer", "wb") as file:
            file.write(own)
        os.remove("b.npy")
        os.remove("b.npy.isomer")
        if os.path.exists("b.npy.isomer-new"):
            os.remove("b.npy.isomer-new")
        self.recovered()

    def test_one_page_of_the_companion_is_lost(self):
        for page in range(6):
            self.cut_short()
            with open("a.npy.isomer", "r+b") as file:
                file.seek(4096 * page)
                file.write(self.random.randbytes(4096))
            self.recovered()

    def test_a_file_that_has_changed_its_size(self):
        self.cut_short(options=("--keep-inode",))
        size = os.path.getsize("a.npy")
        os.truncate("a.npy", size + 4096)
        self.fail_with(1, ["recover", "a.npy"], "a.npy")
        os.truncate("a.npy", size)
        self.recovered()

    def test_a_foreign_companion_is_never_overwritten(self):
        self.prepare()
        shutil.copy("before.npy", "a.npy")
        with open("a.npy.isomer", "w") as file:
            file.write("my own notes\n")
        self.fail_with(1, self.words[1:], "a.npy.isomer")

    def test_the_companion_says_what_it_is(self):
        self.cut_short()
        start = content_of("a.npy.isomer")[:500]
        self.assertIn(b"do not delete", start)
        self.assertIn(b"isomer recover", start)
        self.recovered()


class Limits(CutShort):
    def test_a_full_disk_before_the_start_changes_nothing(self):
        self.prepare((9000, 201), options=("--memory", "16M", "--way", "slots"))
        shutil.copy("before.npy", "a.npy")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        self.fail_with(1, self.words[1:], "a.npy", preexec_fn=limit)

    def test_a_small_file_system(self):
        script = (
            "mount -t tmpfs -o size=2600k tmpfs disk 2>/dev/null || exit 77; cp before.npy disk/a.npy; "
            '"$0" transpose --in-place disk/a.npy --memory 16M --spare 1M 2>&1; code=$?; '
            "ls disk; cp disk/a.npy left.npy; exit $code"
        )
        np.save("before.npy", distinct((500, 600), "<f8"))
        os.mkdir("disk")
        done = subprocess.run(
            ["unshare", "--mount", "--map-root-user", "sh", "-c", script, PROGRAM],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        if done.returncode not in (0, 1) or "unshare" in done.stderr:
            self.skipTest("no file system may be mounted here")
        told = without_warning(done.stdout)
        old = np.load("before.npy")
        if done.returncode == 0:
            self.assertTrue(same_bytes(np.load("left.npy"), old.T), told)
            self.assertEqual(told, "a.npy\n")
        else:
            self.assertRegex(told, r"\Aisomer: transpose: [^\n]+\n(a.npy\n)\Z")
            self.assertTrue(same_bytes(np.load("left.npy"), old))


if __name__ == "__main__":
    unittest.main()
