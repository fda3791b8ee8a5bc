# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Advice on the records of a file: words, a table, a picture, and errors that say what to write."""

import os
import re
import unittest
import xml.etree.ElementTree

import numpy as np

from program import InDirectory, run

PARTICLE = np.dtype(
    [("x", "f8"), ("y", "f8"), ("v", "f4", (3,)), ("cell", "i4"), ("rest", "f8", (12,))],
    align=True,
)
PLAIN = ["aos", "soa", "tiled 8", "tiled 64", "tiled 1024"]
PUSH = "push: read v update x y, 500 calls"
DOUBLES = np.dtype([(f"m{k}", "f8") for k in range(16)])
GATHERS_AND_LOOPS = ["advise", "in.npy", "--offer", "tiled 2"]
GATHERS_AND_LOOPS += ["--kernel", "meet: gather m0 m1 m2, 10 calls"]
GATHERS_AND_LOOPS += ["--kernel", "age: update m4 m5, 1000 calls"]


def rows(report):
    """The arrangements of the table, with what stands behind each."""
    table = report.partition("  arrangement  ")[2].splitlines()[1:]
    found = {}
    for line in table:
        name = re.split(r"  +", line[2:].strip())[0]
        found[name] = line
    return found


def trees(report):
    """Where the decision tree is from."""
    return re.findall(r"decision tree: ([^;]+);", " ".join(report.split()))


class Advised(InDirectory):
    def save(self, count, dtype=PARTICLE):
        # Of a sparse file only the header is read.
        with open("in.npy", "wb") as file:
            descr = np.lib.format.dtype_to_descr(dtype)
            header = {"descr": descr, "fortran_order": False, "shape": (count,)}
            np.lib.format.write_array_header_1_0(file, header)
            file.truncate(file.tell() + count * dtype.itemsize)

    def test_a_few_fields_of_long_records(self):
        self.save(10**7)
        report = self.succeed("advise", "in.npy", "--kernel", PUSH)
        self.assertTrue(
            report.startswith("in.npy: 10000000 records of 5 fields, in aos\nrearrange to ")
        )
        self.assertRegex(report, r"pays off\s+after\s+\d+ calls?")
        self.assertRegex(report, r"push takes 100 % of the time \(.* a call, .* in .*\)")
        found = rows(report)
        self.assertEqual([name for name in found if not name.startswith("clusters")][:5], PLAIN)
        self.assertTrue(found["aos"].endswith("current"), found["aos"])
        self.assertEqual(sum(line.startswith("> ") for line in found.values()), 1)

    def test_lines_fit_a_terminal(self):
        self.save(10**6)
        report = self.succeed("advise", "in.npy", "--kernel", PUSH, "--kernel", "sort: read cell")
        words = report.partition("\n\n")[0]
        for line in words.splitlines():
            self.assertLess(len(line), 100)

    def test_gathers_of_whole_records_keep_them(self):
        self.save(10**7, np.dtype([(name, "f4") for name in "abcdefghijklmnop"]))
        gather = "find: gather a b c d e f g h i j k l m n o p, 100 calls"
        report = self.succeed("advise", "in.npy", "--kernel", gather)
        self.assertIn("\nkeep aos: ", report)
        self.assertTrue(rows(report)["aos"].endswith("current, advised"))

    def test_kernels_without_names_are_numbered(self):
        self.save(10**6)
        report = self.succeed("advise", "in.npy", "--kernel", "read x", "--kernel", "update cell")
        self.assertIn("kernel 1 takes", report)
        self.assertRegex(report, r"arrangement +kernel 1  +kernel 2  all calls +change")

    def test_the_offer_and_the_arrangement_of_the_file(self):
        records = np.zeros(1024, PARTICLE)
        np.save("aos.npy", records)
        self.succeed("rearrange", "aos.npy", "in.npy", "--to", "tiled:64")
        offer = "soa; clusters(x y v: tiled 8; rest: soa); tiled 64"
        report = self.succeed("advise", "in.npy", "--kernel", PUSH, "--offer", offer)
        self.assertIn("in.npy: 1024 records of 5 fields, in tiled 64\n", report)
        found = [name for name in rows(report) if "not offered" not in rows(report)[name]]
        # The record has a field "rest", the offer a rest.
        self.assertEqual(found, ["tiled 64", "soa", "clusters(x y v: tiled 8; rest: soa)"])

    def test_the_picture(self):
        self.save(10**6)
        said = self.succeed("advise", "in.npy", "--kernel", PUSH, "--svg", "advice.svg")
        root = xml.etree.ElementTree.parse("advice.svg").getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertIn("in aos", said)

    def test_the_picture_replaces_no_file(self):
        self.save(100)
        with open("in.npy", "rb") as file:
            records = file.read()
        words = ["advise", "in.npy", "--kernel", PUSH]
        self.succeed(*words, "--svg", "old.svg")
        for picture, why in [
            (["in.npy"], "in.npy: is the input too"),
            (["in.npy", "--force"], "in.npy: is the input too"),
            (["old.svg"], "old.svg: exists (to replace it, use --force)"),
            (["no/such/a.svg"], "no/such/a.svg: there is no directory no/such"),
        ]:
            done = run(*words, "--svg", *picture)
            self.assertEqual(done.returncode, 1)
            self.assertIn("in aos\n", done.stdout)  # the advice is not lost
            self.assertIn(why, done.stderr)
        with open("in.npy", "rb") as file:
            self.assertEqual(file.read(), records)
        self.succeed(*words, "--svg", "old.svg", "--force")
        self.fail_with(2, [*words, "--force"], "--force is for the file of --svg")

    def advised_by_tree(self, name, answer):
        """The program's advice from a file that always answers the same."""
        with open(name, "w") as file:
            file.write(f"isomer_tree 1\ntrained_on nothing\nanswer {answer}\n")
        return run(*GATHERS_AND_LOOPS, env={**os.environ, "ISOMER_TREE": name})

    def test_a_decision_tree_of_the_environment(self):
        self.save(10**7, DOUBLES)
        found = {}
        for tile in 64, 1024, 4096:
            name = f"always_{tile}.txt"
            done = self.advised_by_tree(name, tile)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(trees(done.stdout), [name])
            lines = rows(done.stdout).items()
            found[tile] = [name for name, line in lines if line.endswith("not offered")]
        # Tiles of 64 end often enough for arrays to be better.
        self.assertFalse(any("; m4 m5: " in name for name in found[64]), found)
        for tile in 1024, 4096:
            named = f"clusters(m0 m1 m2: aos; m4 m5: tiled {tile}; rest: soa)"
            self.assertIn(named, found[tile])

    def test_a_damaged_decision_tree_is_told_once_and_ignored(self):
        self.save(10**7, DOUBLES)
        without = {name: value for name, value in os.environ.items() if name != "ISOMER_TREE"}
        expected = self.succeed(*GATHERS_AND_LOOPS, env=without)
        done = self.advised_by_tree("damaged.txt", 63)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(
            done.stderr,
            r"\Aisomer: the tree in ISOMER_TREE is ignored: damaged\.txt is damaged: in line 3 an "
            r"answer has to be [^\n]+; tiles are proposed by the default \w+\n\Z",
        )
        self.assertRegex(trees(expected)[0], r"\Adefault \w+\Z")
        self.assertEqual(trees(done.stdout), trees(expected))
        self.assertEqual(rows(done.stdout), rows(expected))

    def test_one_thread(self):
        self.save(10**6)
        self.succeed("advise", "in.npy", "--kernel", PUSH, "--threads", "1")

    def test_a_gpu_that_is_not_here(self):
        self.save(10**6)
        for gpu in "h200", "h100", "a100":
            report = self.succeed("advise", "in.npy", "--kernel", PUSH, "--gpu", gpu)
            self.assertIn("of each sector of 32 bytes", report)
            self.assertIn(f"figures of {gpu}", report)

    def test_command_lines_that_make_no_sense(self):
        self.save(100)
        refuse = lambda *words: self.fail_with(2, ["advise", *words[:-1]], words[-1])
        refuse("in.npy", "the option --kernel is missing, one for each kernel says")
        refuse("in.npy", '--kernel "push: read v update x y, 500 calls"')
        refuse("--kernel", PUSH, "advise takes one file, 0 were given")
        refuse("in.npy", "b.npy", "--kernel", PUSH, "advise takes one file, 2 were given")
        refuse("in.npy", "--kernel", "reads x", '--kernel: "reads" is no access, allowed are read,')
        refuse(
            "in.npy", "--kernel", PUSH, "--offer", "soa; rows", '--offer: "rows" is no arrangement'
        )
        refuse("in.npy", "--kernel", PUSH, "--from", "rows", '--from: "rows" is no arrangement')
        refuse("in.npy", "--kernel", PUSH, "--gpu", "z9", "--gpu was 'z9', it has to be one of h200")

    def test_what_does_not_fit_the_file(self):
        self.save(100)
        refuse = lambda *words: self.fail_with(1, ["advise", "in.npy", *words[:-1]], words[-1])
        refuse("--kernel", "read z", 'in.npy: the kernel "kernel 1" accesses a member "z"')
        refuse("--kernel", "read z", "the record has x y v cell rest")
        refuse("--kernel", PUSH, "--offer", "clusters(z: soa; rest: aos)", "in.npy: clusters(z")
        refuse("--kernel", PUSH, "--from", "clusters(z: soa; rest: aos)", "in.npy: clusters(z")
        self.save(0)
        refuse("--kernel", PUSH, "in.npy: has no records")
        np.save("in.npy", np.zeros(100))
        refuse("--kernel", PUSH, "in.npy: has elements of the type '<f8', records have named")
        with open("in.npy", "wb") as file:
            file.write(b"no array")
        refuse("--kernel", PUSH, "isomer: advise: in.npy: ")
        self.assertEqual(run("advise", "in.npy", "--kernel", PUSH).stderr.count("in.npy"), 1)

    def test_names_in_quotes(self):
        self.save(10**6, np.dtype([("a b", "f8"), ("c;d", "f8"), ("e", "f8")]))
        offered = 'clusters("a b" "c;d": tiled 8; rest: soa)'
        report = self.succeed("advise", "in.npy", "--kernel", "read e", "--offer", offered)
        self.assertIn(offered, rows(report))


if __name__ == "__main__":
    unittest.main()
