# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The helps name every command and option, and --version and info say what runs."""

import os
import re
import subprocess
import unittest

import numpy as np

from program import PROGRAM, InDirectory, run

LIMITS = ["--memory", "--spare", "--way", "--keep-inode", "--journal"]
RAW = ["--raw", "--item-bytes", "--offset"]
FILES = ["--in-place", "--force", "--threads", "--verbose", *LIMITS, "--no-journal", "--rate", "--verify", "--progress", *RAW]
COMMANDS = {
    "permute": ["--axes", "--order", "--shape", *FILES],
    "transpose": ["--order", "--shape", *FILES],
    "relayout": ["--order", "--shape", *FILES],
    "rearrange": ["--to", "--from", "--pad", "--in-place", "--force", "--threads", "--verbose"],
    "recover": ["--memory", "--journal", "--rate", "--verify", "--progress"],
    "status": ["--journal"],
    "advise": ["--kernel", "--offer", "--svg", "--force", "--from", "--gpu", "--threads"],
    "explain": ["--shape", "--axes", "--type", "--order", "--in-place", "--gpu", "--threads", *LIMITS, *RAW],
    "info": ["--threads"],
}


class Help(InDirectory):
    def test_lists_the_commands_in_every_spelling(self):
        for words in [("--help",), ("-h",), ("help",)]:
            text = self.succeed(*words)
            for command in COMMANDS:
                self.assertRegex(text, rf"(?m)^  {command} ")

    def test_of_a_command_names_each_of_its_options(self):
        for command, options in COMMANDS.items():
            text = self.succeed(command, "--help")
            self.assertTrue(text.startswith(f"usage: isomer {command}"))
            self.assertEqual(sorted(set(re.findall(r"(?m)^  (--[a-z-]+)", text))), sorted(options))

    def test_options_that_a_help_names_are_taken(self):
        for command, options in COMMANDS.items():
            for option in options:
                # With too many files: a usage error, but not about the option.
                value = {
                    "--axes": "0",
                    "--order": "C",
                    "--to": "soa",
                    "--from": "aos",
                    "--threads": "1",
                    "--shape": "1",
                    "--type": "f4",
                    "--kernel": "read x",
                    "--offer": "soa",
                    "--svg": "a.svg",
                    "--memory": "1G",
                    "--spare": "1G",
                    "--rate": "1G",
                    "--way": "ring",
                    "--journal": "d",
                    "--progress": "plain",
                    "--raw": "f8",
                    "--item-bytes": "8",
                    "--offset": "0",
                }
                words = [
                    command,
                    "a",
                    "b",
                    "c",
                    option,
                    *([value[option]] if option in value else []),
                ]
                self.assertNotIn("option " + option, run(*words).stderr)

    def test_helps_whatever_stands_around_it(self):
        for words in [("permute", "a", "--bad", "--help"), ("info", "--help", "x", "y", "z")]:
            self.assertTrue(self.succeed(*words).startswith("usage: isomer"))

    def test_fits_a_terminal(self):
        for command in COMMANDS:
            for line in self.succeed(command, "--help").splitlines():
                self.assertLessEqual(len(line), 100, line)


class Information(InDirectory):
    def test_version(self):
        self.assertRegex(self.succeed("--version"), r"\Aisomer \d+\.\d+\.\d+\n\Z")

    def test_describes_the_program(self):
        text = self.succeed("info")
        for line in [
            r"isomer +\d+\.\d+\.\d+",
            r"Kokkos +\d+\.\d+\.\d+, (OpenMP|Serial|Threads)",
            r"threads +[1-9]\d*",
            r"SIMD +(plain|avx2|avx512|neon)",
            r"caches +\S.*",
            r"model +default (icelake|sapphirerapids|zen4|zen5|generic), fitted with \d+ threads while a copy moved \S+ GB/s",
        ]:
            self.assertRegex(text, rf"(?m)^{line}$")

    def test_ignores_a_model_that_it_cannot_use_with_one_warning(self):
        with open("model.json", "w", encoding="ascii") as file:
            file.write('{"isomer_model": 0}')
        environment = dict(os.environ, ISOMER_MODEL="model.json")
        done = subprocess.run(
            [PROGRAM, "info"], env=environment, capture_output=True, text=True, check=True
        )
        self.assertRegex(
            done.stderr,
            r"\Aisomer: the model in ISOMER_MODEL is ignored: model.json is of version 1, "
            r"which was JSON; make a new one with isomer_perf --calibrate=FILE; predictions come from the default \w+\n\Z",
        )
        self.assertRegex(done.stdout, r"(?m)^model +default ")

    def test_counts_the_threads_that_were_asked_for(self):
        self.assertRegex(self.succeed("info", "--threads", "1"), r"(?m)^threads +1$")

    def test_has_no_more_threads_than_kokkos_holds(self):
        # What OpenMP keeps for threads that are not made is no leak of the program's.
        usual = dict(os.environ, OMP_PROC_BIND="false", ASAN_OPTIONS="detect_leaks=0")
        for variable in ["OMP_NUM_THREADS", "KOKKOS_NUM_THREADS"]:
            environment = dict(usual, **{variable: "520"})
            done = subprocess.run([PROGRAM, "info"], env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLessEqual(int(re.search(r"(?m)^threads +(\d+)$", done.stdout)[1]), 512)

    def test_describes_a_file(self):
        np.save("a.npy", np.asfortranarray(np.zeros((3, 4), ">f8")))
        with open("a.npy", "ab") as file:
            file.write(b"tail")
        self.assertEqual(
            self.succeed("info", "a.npy"),
            "file      a.npy\nformat    npy 1.0\nshape     (3, 4)\norder     F\n"
            "type      '>f8', 8 bytes\ndata      96 bytes from byte 128 on\n"
            "behind    4 bytes that are not the array's\n",
        )


if __name__ == "__main__":
    unittest.main()
