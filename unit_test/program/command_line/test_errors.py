# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every error is one clear line, has its exit code and leaves every file as it was."""

import os
import resource
import subprocess
import unittest

import numpy as np

from program import PROGRAM, SAMPLE_STEP, InDirectory, run

VERBS = [("permute", "--axes", "1,0"), ("transpose",), ("relayout", "--order", "F")]


class WrongCommandLines(InDirectory):
    def setUp(self):
        super().setUp()
        np.save("in.npy", np.arange(12).reshape(3, 4))

    def test_no_command(self):
        self.fail_with(2, [], "a command is missing")

    def test_unknown_command(self):
        self.fail_with(2, ["rotate"], "there is no command rotate")

    def test_unknown_option(self):
        self.fail_with(2, ["transpose", "in.npy", "out.npy", "--fast"], "there is no option --fast")

    def test_missing_files(self):
        for verb in VERBS:
            self.fail_with(2, [*verb], f"isomer: {verb[0]}: ", "there are 0")
            self.fail_with(2, [*verb, "in.npy"], "an input and an output file", "there are 1")
            self.fail_with(2, [*verb, "in.npy", "a.npy", "b.npy"], "there are 3")
            self.fail_with(2, [*verb, "--in-place"], "--in-place takes one file, 0 were given")
            self.fail_with(2, [*verb, "--in-place", "in.npy", "out.npy"], "2 were given")
            self.fail_with(2, [*verb, "--in-place", "in.npy", "--force"], "--force")

    def test_missing_axes_or_order(self):
        self.fail_with(2, ["permute", "in.npy", "out.npy"], "--axes is missing")
        self.fail_with(2, ["relayout", "in.npy", "out.npy"], "--order is missing")

    def test_axes_that_are_no_list(self):
        for axes in ["1;0", "1,,0", "x", "1.0,0", ",", "(1,0)"]:
            self.fail_with(
                2, ["permute", "in.npy", "out.npy", "--axes", axes], f"--axes was '{axes}'"
            )

    def test_axes_that_no_array_could_take(self):
        self.fail_with(2, ["permute", "in.npy", "out.npy", "--axes", "0,0"], "0,0 hold 0 twice")
        self.fail_with(
            2, ["permute", "in.npy", "out.npy", "--axes", "0,2"], "hold 2", "within 0..1"
        )
        self.fail_with(2, ["permute", "in.npy", "out.npy", "--axes", "-1,0"], "hold -1")

    def test_unknown_order(self):
        self.fail_with(2, ["relayout", "in.npy", "out.npy", "--order", "K"], "--order was 'K'")

    def test_wrong_thread_counts(self):
        for verb in VERBS:
            for threads in ["0", "-1", "two", "", "513"]:
                self.fail_with(
                    2,
                    [*verb, "in.npy", "out.npy", "--threads", threads],
                    f"--threads was '{threads}', it has to be a number from 1 to 512",
                )
        self.fail_with(2, ["info", "--threads", "0"], "--threads was '0'")
        self.fail_with(2, ["info", "in.npy", "--threads", "1"], "--threads is for no file")

    def test_wrong_explanations(self):
        self.fail_with(2, ["explain"], "--shape is missing")
        self.fail_with(2, ["explain", "--shape", "3,-4"], "from 0 on")
        self.fail_with(2, ["explain", "--shape", "3,4", "--axes", "0"], "the array has 2")
        self.fail_with(2, ["explain", "--shape", "3,4", "--type", "f33"], "--type was 'f33'")
        self.fail_with(2, ["explain", "--shape", "3,4", "--order", "K"], "--order was 'K'")
        self.fail_with(2, ["explain", "--shape", ",".join(["1"] * 33)], "33 axes, at most 32")
        self.fail_with(2, ["explain", "--shape", "4294967296,4294967296"], "more than 2^62 bytes")
        for command in [["explain", "--shape", "3,4"], ["advise", "in.npy"]]:
            self.fail_with(2, [*command, "--gpu", "h200", "--threads", "1"], "--threads", "not for --gpu")
            self.fail_with(2, [*command, "--gpu="], "--gpu: needs a value")

    def test_info_takes_one_file(self):
        self.fail_with(2, ["info", "in.npy", "in.npy"], "at most one file")


class WrongFileOptions(InDirectory):
    def setUp(self):
        super().setUp()
        np.save("in.npy", np.arange(12).reshape(3, 4))

    def test_sizes_that_are_none(self):
        for option in ["--memory", "--spare", "--rate"]:
            for size in ["0", "-1", "2X", "G", "", "1.5G", "99999999999T"]:
                self.fail_with(
                    2, ["transpose", "--in-place", "in.npy", option, size], f"{option} was '{size}'"
                )

    def test_ways_and_progress_that_there_are_not(self):
        for verb in VERBS:
            words = [*verb, "--in-place", "in.npy"]
            self.fail_with(2, [*words, "--way", "fast"], "--way was 'fast'", "slots")
            self.fail_with(2, [*words, "--way", "copy"], "--way was 'copy'")
            self.fail_with(2, [*words, "--progress", "bar"], "--progress was 'bar'")

    def test_options_that_are_for_files_in_place(self):
        for option in [["--spare", "1G"], ["--way", "ring"], ["--journal", "."], ["--keep-inode"], ["--no-journal"]]:
            self.fail_with(
                2, ["transpose", "in.npy", "out.npy", *option], f"{option[0]} is for --in-place"
            )

    def test_options_that_need_the_companion(self):
        for option in [["--memory", "1G"], ["--spare", "1G"], ["--way", "ring"], ["--journal", "."],
                       ["--keep-inode"], ["--rate", "1G"], ["--verify"], ["--raw", "f8", "--shape", "3,4"]]:
            self.fail_with(
                2, ["transpose", "--in-place", "--no-journal", "in.npy", *option], option[0], "--no-journal"
            )

    def test_descriptions_of_raw_arrays_that_are_not_whole(self):
        start = ["transpose", "--in-place", "in.npy"]
        self.fail_with(2, [*start, "--shape", "3,4"], "--shape is for --raw")
        self.fail_with(2, [*start, "--item-bytes", "8"], "--item-bytes is for --raw")
        self.fail_with(2, [*start, "--offset", "8"], "--offset is for --raw")
        self.fail_with(2, [*start, "--order", "F"], "--order is for --raw")
        self.fail_with(2, [*start, "--raw", "f8"], "--raw needs --shape")
        self.fail_with(2, [*start, "--raw", "--shape", "3,4"], "--raw needs a type")
        self.fail_with(2, [*start, "--raw", "f8", "--item-bytes", "8", "--shape", "3,4"], "--item-bytes")
        for name in ["f5", "float", "O", "in.npy"]:
            self.fail_with(2, [*start, "--raw", name, "--shape", "3,4"], f"--raw was '{name}'", "f8, <i4 or V12")
        self.fail_with(2, [*start, "--raw", "--item-bytes", "0", "--shape", "3,4"], "--item-bytes was '0'")
        self.fail_with(2, [*start, "--raw", "f8", "--shape", "3,4", "--offset", "-1"], "--offset was '-1'")

    def test_raw_arrays_that_are_not_in_the_file(self):
        start = ["transpose", "--in-place", "in.npy", "--raw", "f8"]
        self.fail_with(1, [*start, "--shape", "3,400"], "in.npy", "ends at byte 9600, the file has 224")
        self.fail_with(1, [*start, "--shape", "3,4", "--offset", "129"], "ends at byte 225")
        self.fail_with(1, [*start, "--shape", "4294967296,4294967296"], "more than 2^62 bytes")
        self.fail_with(1, [*start, "--shape", ",".join(["1"] * 33)], "33 axes, at most 32")
        self.fail_with(1, ["transpose", "--in-place", "none", "--raw", "f8", "--shape", "3,4"], "No such file")

    def test_limits_that_are_too_small(self):
        np.save("in.npy", np.zeros((9000, 201)))
        self.fail_with(1, ["transpose", "--in-place", "in.npy", "--memory", "1K"], "memory")
        self.fail_with(
            1, ["transpose", "--in-place", "in.npy", "--memory", "16M", "--spare", "1K", "--way", "slots"], "spare"
        )
        self.fail_with(1, ["transpose", "in.npy", "out.npy", "--memory", "1K"], "memory")

    def test_journals_where_there_is_no_directory(self):
        np.save("in.npy", np.zeros((3000, 200)))
        words = ["transpose", "--in-place", "in.npy", "--journal"]
        self.fail_with(1, [*words, "none"], "none")
        self.fail_with(1, [*words, "in.npy"], "in.npy")
        if not os.access("/proc", os.W_OK):
            self.fail_with(1, [*words, "/proc"], "/proc")

    def test_hard_links_forbid_transfer_by_name(self):
        np.save("in.npy", np.zeros((300, 200)))
        os.link("in.npy", "other.npy")
        self.fail_with(1, ["transpose", "--in-place", "in.npy", "--way", "transfer"], "transfer", "2 hard links")
        os.remove("other.npy")
        self.fail_with(
            1, ["transpose", "--in-place", "in.npy", "--way", "transfer", "--keep-inode"], "transfer", "keep"
        )

    def test_status_and_explain(self):
        self.fail_with(2, ["status"], "status takes one file, 0 were given")
        self.fail_with(1, ["status", "none.npy"], "none.npy: No such file")
        self.fail_with(2, ["explain", "in.npy"], "with --in-place only")
        self.fail_with(2, ["explain", "--in-place", "in.npy", "in.npy"], "at most one file")
        self.fail_with(2, ["explain", "--in-place", "in.npy", "--shape", "3,4"], "--shape is for --raw")
        self.fail_with(2, ["explain", "--shape", "3,4", "--memory", "1G"], "--memory", "need a FILE")
        self.fail_with(
            2, ["explain", "--in-place", "in.npy", "--axes", "1,0", "--order", "F"], "--order says"
        )
        for option in [["--gpu", "h200"], ["--type", "f4"], ["--threads", "1"]]:
            self.fail_with(2, ["explain", "--in-place", "in.npy", *option], option[0], "are for no file")
        for command in ["explain", "permute"]:
            words = [command, "--in-place", "in.npy", "--axes"]
            self.fail_with(1, [*words, "1,0,2"], "in.npy: the axes 1,0,2 are 3, the array has 2")
            self.fail_with(2, [*words, "0,0"], "the axes 0,0 hold 0 twice")
        self.fail_with(1, ["explain", "--in-place", "in.npy", "--memory", "1K"], "in.npy: ", "memory")


class WrongInputs(InDirectory):
    def fail_for_all(self, path, *fragments):
        for verb in VERBS:
            self.fail_with(1, [*verb, path, "out.npy"], f"isomer: {verb[0]}: {path}: ", *fragments)
            self.fail_with(
                1, [*verb, "--in-place", path], f"isomer: {verb[0]}: {path}: ", *fragments
            )
        self.fail_with(1, ["info", path], f"isomer: info: {path}: ", *fragments)

    def write(self, content, name="in.npy"):
        with open(name, "wb") as file:
            file.write(content)

    def test_missing_file(self):
        self.fail_for_all("in.npy", "No such file")

    def test_directory(self):
        os.mkdir("in.npy")
        self.fail_for_all("in.npy", "Is a directory")

    def test_pipe(self):
        os.mkfifo("pipe.npy")
        done = run("transpose", "pipe.npy", "out.npy", timeout=20)
        self.assertEqual(
            (done.returncode, done.stderr), (1, "isomer: transpose: pipe.npy: is no regular file\n")
        )

    def test_file_without_permission(self):
        np.save("in.npy", np.zeros((3, 4)))
        os.chmod("in.npy", 0o444)
        if os.access("in.npy", os.W_OK):
            self.skipTest("this user may write everything")
        self.fail_with(1, ["transpose", "--in-place", "in.npy"], "Permission denied")

    def test_empty_file(self):
        self.write(b"")
        self.fail_for_all("in.npy", "is empty")

    def test_other_formats(self):
        self.write(b"PK\x03\x04" + bytes(100))
        self.fail_for_all("in.npy", "is no .npy file")

    def test_unknown_version(self):
        self.write(b"\x93NUMPY\x04\x00v\x00" + b" " * 118)
        self.fail_for_all("in.npy", "format version 4.0")

    def test_truncation_at_every_byte(self):
        np.save("whole.npy", np.zeros((2, 3), "u1"))
        with open("whole.npy", "rb") as file:
            whole = file.read()
        for length in range(1, len(whole), SAMPLE_STEP):
            self.write(whole[:length])
            self.fail_with(1, ["transpose", "in.npy", "out.npy"], "in.npy: is truncated: ")
        self.write(whole[:-1])
        self.fail_for_all("in.npy", "is truncated: shape (2, 3) needs 6 bytes of data, 5 are there")

    def test_python_objects(self):
        np.save("in.npy", np.array([{}, None, "x"]))
        self.fail_for_all("in.npy", "Python objects")
        np.save("in.npy", np.zeros(3, [("a", "f4"), ("b", "O")]))
        self.fail_for_all("in.npy", "Python objects")

    def test_malformed_headers(self):
        for text, reason in [
            (b"{'descr': '<f8'", "no ',' or '}'"),
            (b"[]", "no Python dict"),
            (b"{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }", "(-1,)"),
            (b"{'descr': '<q8', 'fortran_order': False, 'shape': (1,), }", "'<q8'"),
        ]:
            self.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(100))
            self.fail_for_all("in.npy", reason)

    def test_a_shape_whose_size_overflows(self):
        text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }"
        self.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(100))
        self.fail_for_all("in.npy", "more than 2^62 bytes")

    def test_more_than_eight_axes_with_a_companion(self):
        np.save("in.npy", np.zeros((2,) * 9))
        for verb in [("transpose",), ("relayout", "--order", "F")]:
            self.fail_with(
                1,
                [*verb, "--in-place", "in.npy"],
                "in.npy: has 9 axes that cannot be joined: a file is rewritten where it lies with "
                "at most 8, unless --no-journal rewrites them through memory",
            )

    def test_axes_for_another_rank(self):
        np.save("in.npy", np.zeros((3, 4)))
        self.fail_with(
            1,
            ["permute", "in.npy", "out.npy", "--axes", "2,0,1"],
            "isomer: permute: in.npy: the axes 2,0,1 are 3, the array has 2",
        )

    def test_a_header_without_room_for_the_new_one(self):
        text = b"{'descr':'<f8','fortran_order':True,'shape':(3,4)}"
        self.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(96))
        self.fail_with(
            1, ["relayout", "--in-place", "in.npy", "--order", "C"], "its header has 60 bytes"
        )
        self.succeed("relayout", "in.npy", "out.npy", "--order", "C")

    def test_more_axes_than_are_read(self):
        np.save("in.npy", np.zeros((1,) * 32))
        with open("in.npy", "rb") as file:
            whole = file.read()
        self.write(whole.replace(b"(1, ", b"(1, 1, ").replace(b"}   ", b"}", 1))
        self.fail_for_all("in.npy", "in.npy: has 33 axes, at most 32 are read")

    def test_long_elements_with_eight_axes_in_place(self):
        np.save("in.npy", np.zeros((2,) * 8, "V80"))
        for command in ["transpose", "explain"]:
            self.fail_with(
                1,
                [command, "--in-place", "in.npy"],
                "in.npy: has 9 axes that cannot be joined (elements of 80 bytes are one): a file "
                "is rewritten where it lies with at most 8, unless --no-journal",
            )

    def test_names_with_line_ends_stay_on_one_line(self):
        self.fail_with(
            1, ["transpose", "a\nb\r\x1b[31m.npy", "out.npy"], "a?b??[31m.npy: No such file"
        )


class WrongOutputs(InDirectory):
    def setUp(self):
        super().setUp()
        np.save("in.npy", np.arange(12).reshape(3, 4))

    def fail_for_all(self, out, *fragments, options=(), **settings):
        for verb in VERBS:
            self.fail_with(
                1,
                [*verb, "in.npy", out, *options],
                f"isomer: {verb[0]}: {out}: ",
                *fragments,
                **settings,
            )

    def test_file_that_exists(self):
        np.save("out.npy", np.zeros(3))
        self.fail_for_all("out.npy", "exists", "--force")

    def test_the_input_by_any_name(self):
        os.link("in.npy", "hard.npy")
        os.symlink("in.npy", "soft.npy")
        for out in ["in.npy", "./in.npy", "hard.npy", "soft.npy"]:
            self.fail_for_all(out, "is the input too", "--in-place")
            self.fail_for_all(out, "is the input too", options=["--force"])

    def test_missing_directory(self):
        self.fail_for_all("no/out.npy", "there is no directory")

    def test_directory_that_is_a_file(self):
        self.fail_for_all("in.npy/out.npy", "there is no directory")

    def test_directory_or_device(self):
        os.mkdir("out.npy")
        self.fail_for_all("out.npy", "Is a directory", options=["--force"])
        self.fail_for_all("/dev/null", "no regular file", options=["--force"])

    def test_names_that_are_none(self):
        self.fail_with(1, ["transpose", "in.npy", ""], "the output file has an empty name")
        self.fail_for_all("a" * 300, "cannot be named: File name too long")
        self.fail_with(1, ["transpose", "in.npy", "a" * 300, "--memory", "1G"], "File name too long")

    def test_size_limit(self):
        np.save("in.npy", np.zeros((300, 400)))
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
        self.fail_for_all(
            "out.npy", "no room for its 960128 bytes", "File too large", preexec_fn=limit
        )

    def test_full_disk(self):
        np.save("in.npy", np.zeros((300, 400)))
        os.mkdir("disk")
        script = (
            "mount -t tmpfs -o size=200k tmpfs disk 2>/dev/null || exit 77; "
            '"$0" transpose in.npy disk/out.npy; code=$?; ls -A disk; exit $code'
        )
        done = subprocess.run(
            ["unshare", "--mount", "--map-root-user", "sh", "-c", script, PROGRAM],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if done.returncode not in (0, 1, 2) or "unshare" in done.stderr:
            self.skipTest("no file system may be mounted here")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(
            done.stderr,
            "isomer: transpose: disk/out.npy: no room for its 960128 bytes: "
            "No space left on device\n",
        )

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [PROGRAM, "info", "in.npy"], stdout=full, stderr=subprocess.PIPE, text=True
            )
        self.assertEqual(
            (done.returncode, done.stderr), (1, "isomer: standard output could not be written\n")
        )


class ClosedStreams(InDirectory):
    """No file takes the number of a standard stream, where messages would be written into it."""

    def run_closed(self, streams, *words):
        close = lambda: [os.close(stream) for stream in streams]
        return subprocess.run([PROGRAM, *words], preexec_fn=close).returncode

    def test_messages_go_into_no_file(self):
        array = np.arange(12.0).reshape(3, 4)
        for streams in [(0,), (1,), (2,), (0, 1, 2)]:
            np.save("in.npy", array)
            self.assertEqual(self.run_closed(streams, "transpose", "in.npy", "out.npy", "--verbose", "--force"), 0)
            self.assertTrue((np.load("out.npy") == array.T).all())
            code = self.run_closed(streams, "transpose", "--in-place", "--no-journal", "--verbose", "in.npy")
            self.assertEqual(code, 0)
            self.assertTrue((np.load("in.npy") == array.T).all())

    def test_output_into_none_fails(self):
        self.assertEqual(self.run_closed((1,), "info"), 1)
        self.assertEqual(self.run_closed((2,), "rotate"), 2)


if __name__ == "__main__":
    unittest.main()
