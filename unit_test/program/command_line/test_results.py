# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the program writes is what numpy would have written."""

import io
import itertools
import os
import random
import unittest
import warnings

import numpy as np

from program import SAMPLE_STEP, InDirectory, distinct, in_memory, run, same_bytes

DTYPES = [
    "u1",
    "<i2",
    "<f4",
    "<f8",
    "<c8",
    "<c16",
    "S5",
    "<U3",
    "?",
    ">f8",
    "<M8[ns]",
    "V7",
    [("a", "<f4"), ("b", "S3", (2, 3)), (("title", "c"), "u1")],
    np.dtype([("x", "u1"), ("y", "<f8")], align=True),
]
SHAPES = [
    (),
    (7,),
    (1,),
    (0,),
    (5, 3),
    (1, 6),
    (4, 0),
    (64, 64),
    (63, 65),
    (2, 3, 4),
    (5, 1, 7),
    (3, 0, 2),
    (2, 3, 4, 5),
    (3, 2, 1, 4, 2),
    (2, 3, 2, 2, 3, 2),
    (2, 2, 3, 2, 1, 2, 2),
    (2, 2, 2, 3, 2, 2, 2, 2),
]
ORDERS = ["C", "F"]


def saved(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


class Results(InDirectory):
    # Hundreds of small files, each of which the program waits to see on disk.
    parent = in_memory()

    def setUp(self):
        super().setUp()
        self.random = random.Random(20261121)

    def input(self, shape, dtype, order):
        array = np.asarray(
            distinct(shape, dtype, order, seed=self.random.randrange(1 << 30)), order=order
        )
        np.save("in.npy", array)
        return array

    def both_ways(self, *words):
        """The result out of place, after checking that in place it is the same file."""
        if os.path.exists("out.npy"):
            os.remove("out.npy")
        with open("in.npy", "rb") as original:
            before = original.read()
        with open("again.npy", "wb") as copy:
            copy.write(before)
        self.succeed(words[0], "in.npy", "out.npy", *words[1:])
        # With a companion, or through memory.
        how = self.random.choice([(), ("--no-journal",)])
        self.succeed(words[0], "--in-place", *how, "again.npy", *words[1:])
        with open("out.npy", "rb") as out, open("again.npy", "rb") as again, open(
            "in.npy", "rb"
        ) as original:
            result = out.read()
            self.assertEqual(result, again.read(), words)
            self.assertEqual(original.read(), before, "the input was changed")
        return result

    def cases(self, every):
        cases = list(itertools.product(SHAPES, DTYPES, ORDERS))
        self.random.shuffle(cases)
        return cases[:: every * SAMPLE_STEP]

    def test_permute_equals_numpy(self):
        for shape, dtype, order in self.cases(every=6):
            with self.subTest(shape=shape, dtype=dtype, order=order):
                array = self.input(shape, dtype, order)
                axes = self.random.sample(range(len(shape)), len(shape))
                result = self.both_ways("permute", "--axes", ",".join(map(str, axes)))
                expected = np.transpose(array, axes)
                loaded = np.load(io.BytesIO(result))
                self.assertTrue(same_bytes(loaded, expected))
                # The order is kept, as numpy itself names it: arrays that are both are called C.
                is_fortran = array.flags.f_contiguous and not array.flags.c_contiguous
                self.assertIn(b"'fortran_order': %r" % is_fortran, result)

    def test_transpose_equals_numpy(self):
        for shape, dtype, order in self.cases(every=11):
            with self.subTest(shape=shape, dtype=dtype, order=order):
                array = self.input(shape, dtype, order)
                result = self.both_ways("transpose")
                self.assertTrue(same_bytes(np.load(io.BytesIO(result)), array.T))

    def test_relayout_keeps_every_element_and_changes_the_order(self):
        for shape, dtype, order in self.cases(every=11):
            for new_order in ORDERS:
                with self.subTest(shape=shape, dtype=dtype, order=order, new_order=new_order):
                    array = self.input(shape, dtype, order)
                    result = self.both_ways("relayout", "--order", new_order)
                    loaded = np.load(io.BytesIO(result))
                    self.assertTrue(same_bytes(loaded, array))
                    self.assertIn(
                        b"'fortran_order': " + (b"True" if new_order == "F" else b"False"), result
                    )

    def test_arrays_of_more_axes_than_a_view_has(self):
        for shape, axes in [
            ((2,) * 12, self.random.sample(range(12), 12)),
            ((3, 2, 2, 1, 3, 2, 2, 2, 3), self.random.sample(range(9), 9)),
            ((2,) * 16, [*range(5, 16), *range(5)]),  # two axes, where neighbours are joined
            ((1, 2) * 16, [*range(31, 15, -1), *range(16)]),
        ]:
            with self.subTest(shape=shape, axes=axes):
                array = self.input(shape, "<f4", self.random.choice(ORDERS))
                words = ["permute", "--axes", ",".join(map(str, axes))]
                self.succeed(*words, "--force", "in.npy", "out.npy")
                self.succeed(*words, "--in-place", "--no-journal", "in.npy")
                for name in "out.npy", "in.npy":
                    self.assertTrue(same_bytes(np.load(name), np.transpose(array, axes)), name)
        array = self.input((2,) * 16, "<f4", "C")
        self.succeed("permute", "--in-place", "--axes", ",".join(map(str, [*range(5, 16), *range(5)])), "in.npy")
        self.assertTrue(same_bytes(np.load("in.npy"), np.transpose(array, [*range(5, 16), *range(5)])))

    def test_the_file_is_character_for_character_what_numpy_saves(self):
        array = self.input((30, 40, 50), "<f4", "C")
        self.assertEqual(
            self.both_ways("permute", "--axes", "2,0,1"),
            saved(np.ascontiguousarray(array.transpose(2, 0, 1))),
        )
        self.assertEqual(
            self.both_ways("relayout", "--order", "F"), saved(np.asfortranarray(array))
        )
        array = self.input((30, 40, 50), "<f4", "F")
        self.assertEqual(
            self.both_ways("permute", "--axes", "2,0,1"),
            saved(np.asfortranarray(array.transpose(2, 0, 1))),
        )

    def test_every_permutation_of_four_axes_in_either_order(self):
        for order in ORDERS:
            array = self.input((3, 4, 5, 6), "<i4", order)
            for axes in list(itertools.permutations(range(4)))[::SAMPLE_STEP]:
                result = self.both_ways("permute", "--axes", ",".join(map(str, axes)))
                self.assertTrue(
                    same_bytes(np.load(io.BytesIO(result)), array.transpose(axes)), (order, axes)
                )

    def test_all_three_format_versions(self):
        array = distinct((6, 7), "<f8")
        for version in [(1, 0), (2, 0), (3, 0)]:
            with open("in.npy", "wb") as file:
                np.lib.format.write_array(file, array, version)
            result = self.both_ways("transpose")
            self.assertEqual(tuple(result[6:8]), version)
            self.assertTrue(same_bytes(np.load(io.BytesIO(result)), array.T))

    def test_field_names_beyond_ascii_survive(self):
        for name in ["größe", "字"]:
            array = distinct((3, 4), [(name, "<f4"), ("b", "u1")])
            with self.subTest(name=name):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # numpy warns of format 3.0
                    np.save("in.npy", array)
                result = self.both_ways("transpose")
                self.assertTrue(same_bytes(np.load(io.BytesIO(result)), array.T))

    def test_data_at_any_byte_and_bytes_behind_it(self):
        array = distinct((33, 17), "<f8")
        header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (33, 17), }"
        for padding in range(0, 20, 3):
            text = header + b" " * padding + b"\n"
            with open("in.npy", "wb") as file:
                file.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
                file.write(array.tobytes() + b"tail")
            self.succeed("transpose", "in.npy", "out.npy", "--force")
            self.assertTrue(same_bytes(np.load("out.npy"), array.T))
            self.succeed("transpose", "--in-place", "in.npy")
            self.assertTrue(same_bytes(np.load("in.npy"), array.T))
            with open("in.npy", "rb") as file:
                self.assertTrue(file.read().endswith(b"tail"))

    def test_a_large_array_in_several_slabs_and_with_one_thread(self):
        array = self.input((6, 1500, 4000), "<i4", "C")  # 144 MB
        for words in [
            ("permute", "--axes", "2,1,0"),
            ("permute", "--axes", "1,2,0"),
            ("relayout", "--order", "F"),
            ("permute", "--axes", "0,2,1", "--threads", "1"),
        ]:
            self.succeed(words[0], "in.npy", "out.npy", "--force", *words[1:])
            axes = (
                [int(axis) for axis in words[2].split(",")] if words[0] == "permute" else [0, 1, 2]
            )
            self.assertTrue(
                np.array_equal(np.load("out.npy", mmap_mode="r"), array.transpose(axes)), words
            )

    def test_force_replaces_a_file(self):
        array = self.input((3, 4), "<f8", "C")
        with open("out.npy", "wb") as old:
            old.write(b"old")
        self.succeed("transpose", "in.npy", "out.npy", "--force")
        self.assertTrue(same_bytes(np.load("out.npy"), array.T))
        self.assertEqual(sorted(os.listdir(".")), ["in.npy", "out.npy"])

    def test_names_that_start_with_a_dash(self):
        array = self.input((3, 4), "<f8", "C")
        os.rename("in.npy", "-in.npy")
        self.succeed("transpose", "--", "-in.npy", "-out.npy")
        self.assertTrue(same_bytes(np.load("./-out.npy"), array.T))

    def test_verbose_says_how_and_how_fast(self):
        self.input((300, 400), "<f8", "C")
        for words in [("in.npy", "out.npy"), ("--in-place", "--no-journal", "in.npy")]:
            done = run("transpose", *words, "--verbose")
            self.assertEqual(done.returncode, 0)
            self.assertIn("in place" if "--in-place" in words else "schema:", done.stderr)
            self.assertRegex(done.stderr, r"moved 0.96 MB in [0-9.e-]+ s: .* GB/s")


if __name__ == "__main__":
    unittest.main()
