# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that may be larger than memory: every way and option gives what numpy would have given."""

import itertools
import os
import random
import re
import resource
import subprocess
import time
import unittest

import numpy as np

from program import PROGRAM, SANITIZED, InDirectory, distinct, in_memory, run, same_bytes, without_warning

WAYS = ["transfer", "ring", "slots", "wide", "blocks"]
GUARD = bytes(range(256)) * 20


def refusal(told):
    """Whether a way says in one line that it is none for this file."""
    return re.fullmatch(r"isomer: \w+: [^\n]+\n", told) is not None


class LargeFiles(InDirectory):
    def setUp(self):
        super().setUp()
        self.random = random.Random(int(os.environ.get("ISOMER_TEST_SEED", 20261127)))

    def leaves_nothing(self, *names):
        self.assertEqual(sorted(os.listdir(".")), sorted(names))

    def raw(self, array, offset, order="C"):
        """A file with the array at an offset, guards before and behind."""
        before = (GUARD * (offset // len(GUARD) + 1))[:offset]
        with open("raw.bin", "wb") as file:
            file.write(before + array.tobytes(order=order) + GUARD)
        return before

    def transposed(self, way, shape, dtype, *options, axes=None):
        """Rewrites a .npy file by a way; False where that is refused, the file as it was."""
        array = distinct(shape, dtype, seed=self.random.randrange(1 << 30))
        np.save("a.npy", array)
        with open("a.npy", "ab") as file:
            file.write(b"behind")
        with open("a.npy", "rb") as file:
            before = file.read()
        words = ["transpose"] if axes is None else ["permute", "--axes", ",".join(map(str, axes))]
        done = run(*words, "--in-place", "a.npy", *(["--way", way] if way else []), *options)
        told = without_warning(done.stderr)
        self.leaves_nothing("a.npy")
        with open("a.npy", "rb") as file:
            after = file.read()
        if done.returncode != 0:
            self.assertTrue(way and refusal(told), (way, shape, dtype, options, told))
            self.assertEqual(after, before)
            return False
        self.assertEqual(told, "")
        self.assertTrue(same_bytes(np.load("a.npy"), array.transpose(axes)), (way, shape, dtype))
        self.assertTrue(after.endswith(b"behind"))
        self.assertEqual(len(after), len(before))
        return True

    def test_each_way_gives_what_numpy_gives(self):
        taken = dict.fromkeys(WAYS, 0)
        shapes = [(1500, 1300), (1200, 1200), (9000, 201), (130, 15000), (1100, 1700), (20000, 12), (12, 20000)]
        for shape in [(1200, 1200), (9000, 201), (130, 15000), (20000, 12)] if SANITIZED else shapes:
            for way in WAYS:
                taken[way] += self.transposed(way, shape, "<f8", "--memory", "24M")
        for way in WAYS:
            self.assertGreater(taken[way], 0, f"{way} was never taken: {taken}")

    def test_what_the_library_does_not_take_is_moved_through_memory(self):
        for shape, dtype in [((), "<f8"), ((3, 4), "V0"), ((2,) * 8, "V80"), ((), "V80")]:
            array = distinct(shape, dtype)
            np.save("a.npy", array)
            for options in [["--memory", "1G"], ["--rate", "1G"], ["--verify"]]:
                done = run("transpose", "a.npy", "b.npy", "--force", *options)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(
                    done.stderr,
                    "isomer: transpose: warning: a.npy: is moved through memory as a whole, "
                    f"without {options[0]}\n",
                )
                self.assertTrue(same_bytes(np.load("b.npy"), array.transpose()), (shape, dtype))
                if shape != (2,) * 8:
                    self.succeed("transpose", "--in-place", "a.npy", *options)
                    self.assertTrue(same_bytes(np.load("a.npy"), array.transpose()), (shape, dtype))
                    np.save("a.npy", array)
        self.succeed("transpose", "--in-place", "--no-journal", "a.npy")

    def test_raw_arrays_of_many_axes_are_moved_through_memory(self):
        for rank, dtype in [(10, "<i2"), (8, "V80")]:
            array = distinct((2,) * rank, dtype)
            before = self.raw(array, 77)
            words = ["raw.bin", "b.bin", "--raw", dtype, "--shape", ",".join("2" * rank), "--offset", 77, "--force"]
            self.succeed("transpose", *words)
            with open("b.bin", "rb") as file:
                self.assertEqual(file.read(), before + array.transpose().tobytes() + GUARD)
            done = run("transpose", *words, "--verify")
            self.assertIn("is moved through memory as a whole, without --verify", done.stderr)
            with open("raw.bin.isomer", "wb"):
                pass
            done = run("transpose", *words)
            self.assertEqual(done.returncode, 1)
            self.assertIn("its companion holds nothing, isomer recover raw.bin removes it", done.stderr)
            os.remove("raw.bin.isomer")
            self.leaves_nothing("b.bin", "raw.bin")

    def test_too_little_address_space_changes_nothing_and_is_heard(self):
        if SANITIZED:
            self.skipTest("a sanitizer takes address space of its own")
        shape = (4096, 4096)  # 128 MiB
        np.save("a.npy", np.zeros(shape))
        with open("a.npy", "rb") as file:
            before = file.read()
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
        words = ["transpose", "--in-place", "a.npy", "--threads", "2"]
        done = run(*words, "--memory", "1G", preexec_fn=limit)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"a.npy: no memory is left for buffers of \d+ bytes\n\Z")
        self.leaves_nothing("a.npy")
        with open("a.npy", "rb") as file:
            self.assertEqual(file.read(), before)
        done = run(*words, preexec_fn=limit)
        self.assertEqual((done.returncode, without_warning(done.stderr)), (0, ""))
        self.leaves_nothing("a.npy")

    def test_options_are_called_in_errors_as_they_are_typed(self):
        np.save("a.npy", distinct((500, 300), "<f8"))
        words = ["transpose", "--in-place", "a.npy"]
        self.fail_with(1, [*words, "--memory", "100"], "with --memory of 100 and --spare of ")
        self.fail_with(1, [*words, "--way", "transfer", "--keep-inode"], "transfer: --keep-inode forbids a new file")
        told = self.succeed("explain", "--in-place", "a.npy", "--keep-inode")
        self.assertIn("no: --keep-inode forbids a new file", told)
        self.assertNotIn("options.", told)

    def test_a_single_raw_element(self):
        self.raw(np.array(3.5), 16)
        self.succeed("transpose", "raw.bin", "b.bin", "--raw=f8", "--shape=", "--offset", "16")
        with open("b.bin", "rb") as file:
            self.assertIn(np.array(3.5).tobytes(), file.read())

    def test_the_chosen_way_gives_what_numpy_gives(self):
        for shape, axes, dtype in [
            ((300, 200, 40), (2, 0, 1), "<f4"),
            ((30, 200, 401), (0, 2, 1), "<f8"),
            ((17, 13, 11, 7, 5), (4, 2, 0, 3, 1), "<c16"),
            ((999, 1001), (1, 0), "V7"),
            ((999, 101), (1, 0), [("a", "<f4"), ("b", "u1"), ("c", "V75")]),  # longer than 64 bytes
            ((1, 3, 1, 70000), (3, 1, 0, 2), "u1"),
            ((2, 3, 4, 5, 6, 7, 8, 9), (7, 0, 6, 1, 5, 2, 4, 3), "<i2"),
        ]:
            for memory in ["64M", "256M"]:
                self.assertTrue(self.transposed("", shape, dtype, "--memory", memory, axes=axes))

    def test_a_relayout_in_either_direction(self):
        array = distinct((321, 45, 67), "<f8")
        np.save("a.npy", array)
        for order, is_fortran in [("F", True), ("C", False)]:
            self.succeed("relayout", "--in-place", "a.npy", "--order", order, "--memory", "64M")
            loaded = np.load("a.npy")
            self.assertTrue(same_bytes(loaded, array))
            self.assertEqual(loaded.flags.f_contiguous, is_fortran)
        self.leaves_nothing("a.npy")

    def test_every_option_beside_the_way(self):
        os.mkdir("journals")
        for options in [
            ("--journal", "journals"),
            ("--spare", "64M"),
            ("--keep-inode",),
            ("--rate", "2G"),
            ("--verify",),
            ("--progress", "plain"),
            ("--verbose",),
        ]:
            array = distinct((1700, 1300), "<f8")
            np.save("a.npy", array)
            inode = os.stat("a.npy").st_ino
            done = run("transpose", "--in-place", "a.npy", "--memory", "32M", *options)
            told = without_warning(done.stderr)
            self.assertEqual(done.returncode, 0, told)
            if options == ("--verbose",):
                self.assertRegex(told, r"read and wrote \S+ MB in \S+ s: \S+ GB/s; predicted \S+ s\n\Z")
            else:
                self.assertEqual(told, "")
            if options == ("--keep-inode",):
                self.assertEqual(os.stat("a.npy").st_ino, inode)
            self.assertTrue(same_bytes(np.load("a.npy"), array.T), options)
            self.assertEqual(os.listdir("journals"), [])
            self.leaves_nothing("a.npy", "journals")

    def test_the_rate_is_kept(self):
        np.save("a.npy", distinct((1000, 500), "<f8"))  # 4 MB, at least 8 are read and written
        start = os.times().elapsed
        self.succeed("transpose", "--in-place", "a.npy", "--memory", "16M", "--rate", "4M")
        self.assertGreater(os.times().elapsed - start, 1.0)

    def test_no_journal_gives_the_same(self):
        array = distinct((300, 200), "<f8")
        np.save("a.npy", array)
        self.succeed("transpose", "--in-place", "--no-journal", "a.npy")
        self.assertTrue(same_bytes(np.load("a.npy"), array.T))
        self.leaves_nothing("a.npy")

    def test_raw_arrays_at_any_offset_with_everything_around_them_untouched(self):
        shapes = [(300, 200), (77, 31), (5, 4000), (40, 30, 20)]
        offsets = [0, 1, 512, 4096, 5000]
        cases = list(itertools.product(shapes, offsets, ["<f8", "V12", "u1", "V7"], ["C", "F"]))
        self.random.shuffle(cases)
        for shape, offset, dtype, order in cases[: 8 if SANITIZED else 40]:
            with self.subTest(shape=shape, offset=offset, dtype=dtype, order=order):
                array = distinct(shape, dtype)
                before = self.raw(array, offset, order)
                item = np.dtype(dtype).itemsize
                kind = self.random.choice([["--raw", dtype], ["--raw", "--item-bytes", item]])
                words = [*kind, "--shape", ",".join(map(str, shape)), "--offset", offset, "--order", order]
                self.succeed("transpose", "--in-place", *words, "raw.bin")
                with open("raw.bin", "rb") as file:
                    after = file.read()
                self.assertEqual(after, before + array.T.tobytes(order=order) + GUARD)
                self.leaves_nothing("raw.bin")

    def test_raw_arrays_are_relaid_to_the_order_that_is_named(self):
        array = distinct((130, 70), "<f4")
        before = self.raw(array, 100, "C")
        words = ["--raw", "f4", "--shape", "130,70", "--offset", "100", "raw.bin"]
        for order in ["F", "C"]:
            self.succeed("relayout", "--in-place", "--order", order, *words)
            with open("raw.bin", "rb") as file:
                self.assertEqual(file.read(), before + array.tobytes(order=order) + GUARD)

    def test_raw_arrays_into_another_file(self):
        array = distinct((321, 123), "<f8")
        before = self.raw(array, 4096)
        for offset in [4096]:
            self.succeed("transpose", "--raw", "float64", "--shape", "321,123", "--offset", offset, "raw.bin", "out.bin")
            with open("out.bin", "rb") as file:
                after = file.read()
            self.assertEqual(after[offset : offset + array.nbytes], array.T.tobytes())
        with open("raw.bin", "rb") as file:
            self.assertEqual(file.read(), before + array.tobytes() + GUARD)

    def test_into_another_file_with_a_memory_limit_is_the_same_file(self):
        for shape, axes in [((2000, 1500), (1, 0)), ((60, 50, 901), (2, 0, 1)), ((60, 50, 901), (1, 0, 2))]:
            array = distinct(shape, "<f8")
            np.save("in.npy", array)
            words = ["permute", "in.npy", "--axes", ",".join(map(str, axes))]
            self.succeed(*words, "usual.npy", "--force")
            self.succeed(*words, "limited.npy", "--force", "--memory", "128M")
            with open("usual.npy", "rb") as usual, open("limited.npy", "rb") as limited:
                self.assertEqual(usual.read(), limited.read())
            self.leaves_nothing("in.npy", "limited.npy", "usual.npy")
        self.assertEqual(os.stat("usual.npy").st_mode, os.stat("limited.npy").st_mode)

    def test_links_to_a_file_are_followed(self):
        os.mkdir("far")
        array = distinct((200, 300), "<f8")
        np.save("far/a.npy", array)
        os.symlink("far/a.npy", "a.npy")
        self.succeed("transpose", "--in-place", "a.npy", "--memory", "16M")
        self.assertTrue(os.path.islink("a.npy"))
        self.assertTrue(same_bytes(np.load("far/a.npy"), array.T))
        self.assertEqual(os.listdir("far"), ["a.npy"])

    def test_hard_links_keep_their_file(self):
        array = distinct((200, 300), "<f8")
        np.save("a.npy", array)
        os.link("a.npy", "b.npy")
        self.succeed("transpose", "--in-place", "a.npy", "--memory", "16M")
        self.assertTrue(same_bytes(np.load("b.npy"), array.T))
        self.assertEqual(os.stat("a.npy").st_ino, os.stat("b.npy").st_ino)

    def test_explains_a_file_without_touching_it(self):
        np.save("a.npy", distinct((500, 300), "<f8"))
        with open("a.npy", "rb") as file:
            before = file.read()
        text = self.succeed("explain", "--in-place", "a.npy", "--memory", "16M")
        for line in [
            r"array +\(500, 300\) C -> \(300, 500\) C, elements of 8 bytes, in place",
            r"way +(transfer|ring|slots|wide|blocks)",
            r"passes +[1-3]",
            r"bytes +1.144 MiB; read \S+ \S+, written .*",
            r"spare +.* of disk beside the file",
            r"memory +.*",
            r"predicted +\S+ s",
            r"ways +(transfer|ring|slots|wide|blocks) +[1-3] pass.*spare disk.* s",
            r" +wide +no: .*|ways +wide .*| +wide +[1-3] pass.*",
        ]:
            self.assertRegex(text, rf"(?m)^{line}$")
        with open("a.npy", "rb") as file:
            self.assertEqual(file.read(), before)
        self.leaves_nothing("a.npy")
        for way in WAYS:
            done = run("explain", "--in-place", "a.npy", "--way", way)
            self.assertTrue(refusal(done.stderr) if done.returncode else f"way         {way}\n" in done.stdout)
        self.assertIn("nothing moves", self.succeed("explain", "--in-place", "a.npy", "--axes", "0,1"))
        self.raw(distinct((50, 30), "<f8"), 7)
        text = self.succeed("explain", "--in-place", "--raw", "f8", "--shape", "50,30", "--offset", "7", "raw.bin")
        self.assertIn("(50, 30) C -> (30, 50) C", text)

    def test_memory_stays_within_the_limit(self):
        if SANITIZED:
            self.skipTest("sanitizers take memory of their own")
        shape = (16384, 4096)  # 512 MiB
        header = np.lib.format.header_data_from_array_1_0(np.zeros((1, 1)))
        header["shape"] = shape
        with open("a.npy", "wb") as file:
            np.lib.format.write_array_header_1_0(file, header)
            offset = file.tell()
            file.truncate(offset + shape[0] * shape[1] * 8)
            file.seek(offset + 8 * 4095)
            file.write(np.array([42.0]).tobytes())
        peaks = []
        process = subprocess.Popen([PROGRAM, "transpose", "--in-place", "a.npy", "--memory", "64M"])
        while process.poll() is None:
            with open(f"/proc/{process.pid}/status") as file:
                peaks += [int(kib) for kib in re.findall(r"VmHWM:\s+(\d+) kB", file.read())]
            time.sleep(0.01)
        self.assertEqual(process.returncode, 0)
        self.assertGreater(max(peaks), 16 << 10)
        self.assertLess(max(peaks), (64 + 64) << 10)
        found = np.load("a.npy", mmap_mode="r")
        self.assertEqual(found.shape, shape[::-1])
        self.assertEqual(found[4095, 0], 42)
        self.assertEqual(np.count_nonzero(found), 1)


class InMemory(InDirectory):
    parent = in_memory()

    def test_one_line_warns_of_power_cuts_where_no_flush_helps(self):
        if self.parent is None:
            self.skipTest("there is no directory in memory")
        array = distinct((300, 200), "<f8")
        np.save("a.npy", array)
        done = run("transpose", "--in-place", "a.npy")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"\Aisomer: transpose: warning: [^\n]*tmpfs[^\n]*power cut[^\n]*\n\Z")
        self.assertTrue(same_bytes(np.load("a.npy"), array.T))
        self.assertRegex(self.succeed("explain", "--in-place", "a.npy"), r"(?m)^warning +.*tmpfs")
        self.assertEqual(run("transpose", "a.npy", "b.npy", "--memory", "16M").stderr, "")
        self.assertEqual(run("transpose", "--in-place", "--no-journal", "a.npy").stderr, "")


if __name__ == "__main__":
    unittest.main()
