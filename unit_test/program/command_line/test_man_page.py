# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The man page has every command and option of the helps and no other, in their words, and no error."""

import os
import re
import shutil
import subprocess
import unittest

from program import InDirectory

PAGE = os.path.join(os.environ["ISOMER_SOURCE"], "packaging", "man", "isomer.1")


def sections(text):
    """The text of each command, by the headings below COMMANDS."""
    commands = text.split(".SH COMMANDS\n")[1].split("\n.SH ")[0]
    parts = re.split(r"(?m)^\.SS (\S+)\n", commands)
    return dict(zip(parts[1::2], parts[2::2]))


def options_on_page(text):
    """Each option of a command with its text, without macros and quotes."""
    parts = re.split(r"(?m)^\.TP\n\.B[RI]? \"?(--[a-z-]+).*\n", text.replace("\\-", "-"))
    return {name: re.sub(r"(?m)^\.[A-Z]+ ", "", about).replace('"', "") for name, about in zip(parts[1::2], parts[2::2])}


def options_in_help(text):
    """The same of a help."""
    parts = re.split(r"(?m)^  (--[a-z-]+)(?:\[? [A-Z|a-z]+\]?)?(?=  )", text)
    return dict(zip(parts[1::2], parts[2::2]))


def words(text):
    return re.findall(r"[a-z0-9_<]+", text.lower())


class ManPage(InDirectory):
    def setUp(self):
        super().setUp()
        with open(PAGE, encoding="utf-8") as file:
            self.page = file.read()

    def test_has_each_command_with_its_summary(self):
        listed = re.findall(r"(?m)^  ([a-z]+) +(.*)$", self.succeed("--help"))
        self.assertEqual([name for name, _ in listed], list(sections(self.page)))
        for name, summary in listed:
            self.assertIn(summary[0].upper() + summary[1:], sections(self.page)[name].replace("\n", " "), name)

    def test_has_each_option_of_each_command_and_no_other(self):
        for command, text in sections(self.page).items():
            plain = text.replace("\\-", "-")
            described = re.findall(r"(?m)^\.TP\n\.B[RI]? \"?(--[a-z-]+)", plain)
            told = re.findall(r"(?m)^  (--[a-z-]+)", self.succeed(command, "--help"))
            self.assertEqual(described, told, command)

    def test_says_of_each_option_what_the_help_says(self):
        for command, text in sections(self.page).items():
            told = options_in_help(self.succeed(command, "--help"))
            for option, about in options_on_page(text).items():
                elsewhere = "; see FILES REWRITTEN IN PLACE" in " ".join(about.split())
                said = words(about.split("; see")[0])
                wanted = words(re.sub(r"\(see [^)]*\)", "", told[option]))
                self.assertEqual(said, wanted[: len(said)] if elsewhere else wanted, f"{command} {option}")

    def test_says_what_the_states_of_a_file_mean(self):
        for state in ["not begun", "complete", "moved in part"]:
            self.assertIn(state, self.page)
            self.assertIn(state, self.succeed("recover", "--help"))

    def test_is_set_without_a_warning(self):
        groff = shutil.which("groff")
        if groff is None:
            self.skipTest("there is no groff")
        done = subprocess.run(
            [groff, "-man", "-ww", "-z", "-Tutf8", PAGE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
