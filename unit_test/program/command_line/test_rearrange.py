# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records in every arrangement: numpy loads, maps and indexes them by name, and each arrangement
becomes each other one, out of place and in place."""

import ast
import os
import random
import resource
import unittest

import numpy as np

from program import SAMPLE_STEP, SANITIZED, InDirectory, distinct, in_memory, run, same_bytes

RECORDS = {
    "mixed": np.dtype([("a", "u1"), ("b", "<f8"), ("c", "<f4"), ("d", "<i2")], align=True),
    "packed": np.dtype([("a", "?"), ("b", "<c16"), ("c", "<f2"), ("d", "<c8")]),
    "arrays": np.dtype([("v", "<f4", (3,)), ("a", "<u8"), ("m", "<i2", (2, 3)), ("b", "i1")]),
    "equal": np.dtype([("x", "<f4"), ("y", "<f4"), ("z", "<f4")]),
    "offsets": np.dtype(
        {
            "names": ["a", "b"],
            "formats": ["<i4", "<f8"],
            "offsets": [4, 16],
            "itemsize": 40,
        }
    ),
    "text": np.dtype([("name", "S5"), ("when", "<M8[s]"), ("big", ">f4"), ("u", "<U3")]),
}
PLAIN = ["aos", "soa", "tiled:2", "tiled:8", "tiled:64"]


def arrangements(record):
    names = record.names
    return PLAIN + [
        f"clusters({names[0]} {names[1]}: tiled 8; rest: soa)",
        f"clusters({names[1]}: aos; rest: tiled 4)",
        f"clusters({names[0]}: soa; rest: aos)",
    ]


def records_first(values, count):
    """A field's values with the axis of the records in front."""
    if values.ndim and values.shape[-1] == count:
        return np.moveaxis(values, -1, 0)
    raise AssertionError(f"no axis of {count} records in {values.shape}")


def untiled(blocks, name):
    """The field of blocks, one for each shape[0]; its last axis is the tile."""
    values = np.moveaxis(blocks[name], -1, 1)
    return values.reshape((-1,) + values.shape[2:])


def field(loaded, name, count, own_shape):
    """One field of all records, whatever their arrangement."""
    blocks = loaded
    if loaded.shape == ():
        if name in loaded.dtype.names and loaded.dtype[name].base.names is None:
            return records_first(loaded[name], count)
        blocks = next(
            loaded[n] for n in loaded.dtype.names if name in (loaded.dtype[n].base.names or ())
        )
    if len(blocks) == count and blocks[name].shape[1:] == own_shape:
        return blocks[name]
    return untiled(blocks, name)


def header(path):
    """The dict of a header and where the data start."""
    with open(path, "rb") as file:
        content = file.read()
    start = 10 if content[6] == 1 else 12
    end = start + int.from_bytes(content[8:start], "little")
    return ast.literal_eval(content[start:end].decode()), end


class Rearranged(InDirectory):
    # Hundreds of small files, each of which the program waits to see on disk.
    parent = in_memory()

    def setUp(self):
        super().setUp()
        self.random = random.Random(20261126)

    def check(self, path, records, count=None):
        """That the file holds the records, and zeros behind them."""
        loaded = np.load(path)
        mapped = np.load(path, mmap_mode="r")
        count = count or len(records)
        self.assertEqual(header(path)[1] % 64, 0)
        self.assertEqual(header(path)[0]["descr"], np.lib.format.dtype_to_descr(loaded.dtype))
        for name in records.dtype.names:
            own = records.dtype[name].shape
            for array in (loaded, mapped):
                values = field(array, name, count, own)
                self.assertTrue(same_bytes(values[: len(records)], records[name]), (path, name))
                self.assertEqual(values[len(records) :].tobytes().strip(b"\0"), b"")

    def both_ways(self, source, to, *options):
        """A new file, and the same file rewritten in place with bytes behind its data."""
        for name in ("out.npy", "again.npy"):
            if os.path.exists(name):
                os.remove(name)
        with open(source, "rb") as file:
            before = file.read()
        with open("again.npy", "wb") as file:
            file.write(before + b"behind")
        said = self.succeed("rearrange", source, "out.npy", "--to", to, *options)
        again = self.succeed("rearrange", "--in-place", "again.npy", "--to", to, *options)
        self.assertEqual(said.partition(": ")[2], again.partition(": ")[2])
        with open(source, "rb") as file:
            self.assertEqual(file.read(), before, "the input was changed")
        with open("again.npy", "rb") as file:
            content = file.read()
        self.assertEqual(content[-6:], b"behind")
        result = np.load("again.npy")
        self.assertEqual(len(content), header("again.npy")[1] + result.nbytes + 6)
        return said

    def test_every_arrangement_becomes_every_other(self):
        for name, dtype in RECORDS.items():
            others = 1 if SANITIZED else {"mixed": 8, "arrays": 2}.get(name, 1)
            records = distinct((128,), dtype, seed=self.random.randrange(1 << 30))
            np.save("aos.npy", records)
            for k, first in list(enumerate(arrangements(dtype)))[::SAMPLE_STEP]:
                source = f"source{k}.npy"
                self.succeed("rearrange", "aos.npy", source, "--to", first, "--force")
                self.check(source, records)
                known = ("--from", first) if first == "tiled:2" else ()
                for second in self.random.sample(arrangements(dtype), others):
                    with self.subTest(record=name, first=first, second=second):
                        said = self.both_ways(source, second, *known)
                        self.assertIn(f": 128 records of {len(dtype.names)} fields, ", said)
                        self.check("out.npy", records)
                        self.check("again.npy", records)

    def test_any_number_of_records(self):
        for count in [1, 2, 7, 63, 64, 65, 1000, 1009, 4100][::SAMPLE_STEP]:
            for name in ["mixed", "arrays"]:
                records = distinct((count,), RECORDS[name], seed=count)
                np.save("aos.npy", records)
                self.succeed("rearrange", "aos.npy", "soa.npy", "--to", "soa", "--force")
                for source in ["aos.npy", "soa.npy"]:
                    to = self.random.choice(["aos", "soa", "clusters(b: soa; rest: aos)"])
                    with self.subTest(count=count, record=name, source=source, to=to):
                        self.both_ways(source, to)
                        self.check("out.npy", records)
                        self.check("again.npy", records)

    def test_the_last_tile_is_filled_with_zeros(self):
        for count in [5, 1, 63, 65, 1001][::SAMPLE_STEP]:
            for name in ["mixed", "arrays", "packed"]:
                records = distinct((count,), RECORDS[name], seed=count)
                np.save("aos.npy", records)
                self.succeed("rearrange", "aos.npy", "soa.npy", "--to", "soa", "--force")
                to, tile = self.random.choice(
                    [("tiled:8", 8), ("tiled:64", 64), ("clusters(a: tiled 16; rest: soa)", 16)]
                )
                whole = -(-count // tile) * tile
                for source in ["aos.npy", "soa.npy"]:
                    with self.subTest(count=count, record=name, source=source, to=to):
                        said = self.both_ways(source, to, "--pad")
                        if whole > count:
                            self.assertIn(
                                f"{whole - count} records of zeros fill the last tile, "
                                f"there are {whole} now\n",
                                said,
                            )
                        self.check("out.npy", records, whole)
                        self.check("again.npy", records, whole)

    def test_tiles_of_a_file_that_were_filled_can_get_larger(self):
        records = distinct((20,), RECORDS["mixed"])
        np.save("aos.npy", records)
        self.succeed("rearrange", "aos.npy", "source.npy", "--to", "tiled:8", "--pad")
        self.both_ways("source.npy", "tiled:32", "--pad")
        self.check("out.npy", records, 32)
        self.check("again.npy", records, 32)

    def test_the_header_forms(self):
        records = distinct((128,), RECORDS["arrays"])
        np.save("in.npy", records)
        of_v = lambda n: ("v", "<f4", (3, n))
        forms = {
            "soa": (
                (),
                [("a", "<u8", (128,)), of_v(128), ("m", "<i2", (2, 3, 128)), ("b", "|i1", (128,))],
            ),
            "tiled:64": (
                (2,),
                [("a", "<u8", (64,)), of_v(64), ("m", "<i2", (2, 3, 64)), ("b", "|i1", (64,))],
            ),
            "tiled:2": (
                (64,),
                [("a", "<u8", (2,)), of_v(2), ("m", "<i2", (2, 3, 2)), ("b", "|i1", (2,))]
                + [("", "|V6")],
            ),
            "clusters(v b: tiled 8; a: aos; rest: soa)": (
                (),
                [("a", "<u8", (128,)), ("v b", [of_v(8), ("b", "|i1", (8,))], (16,))]
                + [("m", "<i2", (2, 3, 128))],
            ),
            "clusters(v b: aos; rest: soa)": (
                (),
                [("a", "<u8", (128,))]
                + [("v b", [("v", "<f4", (3,)), ("b", "|i1"), ("", "|V3")], (128,))]
                + [("m", "<i2", (2, 3, 128))],
            ),
        }
        for to, (shape, descr) in forms.items():
            self.both_ways("in.npy", to)
            for path in ["out.npy", "again.npy"]:
                found = header(path)[0]
                self.assertEqual((found["shape"], found["descr"]), (shape, descr))
                self.assertFalse(found["fortran_order"])

    def test_says_what_it_read(self):
        np.save("in.npy", np.zeros(1000, RECORDS["mixed"]))
        said = self.succeed("rearrange", "in.npy", "soa.npy", "--to", "soa")
        self.assertEqual(said, "in.npy: 1000 records of 4 fields, 24 bytes, in aos\n")
        said = self.succeed("rearrange", "soa.npy", "tiles.npy", "--to", "tiled:8")
        self.assertEqual(said, "soa.npy: 1000 records of 4 fields, 15 bytes, in soa\n")
        said = self.succeed("rearrange", "tiles.npy", "back.npy", "--to", "aos", "--force")
        self.assertEqual(said, "tiles.npy: 1000 records of 4 fields, 15 bytes, in tiled 8\n")
        said = self.succeed("rearrange", "--in-place", "tiles.npy", "--to", "tiled:8")
        self.assertEqual(said, "tiles.npy: 1000 records of 4 fields, 15 bytes, in tiled 8\n")

    def test_is_the_same_file_in_place_where_the_header_grows(self):
        """Data that start right behind their header have to make room."""
        records = distinct((128,), RECORDS["mixed"])
        np.save("aos.npy", records)
        text = repr(header("aos.npy")[0]).encode() + b"\n"
        for version, length in [(1, 2), (2, 4)]:
            with open("in.npy", "wb") as file:
                file.write(b"\x93NUMPY" + bytes([version, 0]))
                file.write(len(text).to_bytes(length, "little") + text + records.tobytes())
            for to in ["soa", "tiled:64", "clusters(a b: tiled 8; rest: soa)"]:
                self.both_ways("in.npy", to)
                with open("out.npy", "rb") as file, open("again.npy", "rb") as again:
                    self.assertEqual(again.read(), file.read() + b"behind")

    def test_a_header_that_needs_64_bytes_more(self):
        names = ["f" * 20 + str(k) for k in range(3)]
        records = distinct((999936,), [(name, "u1") for name in names])
        np.save("in.npy", records)
        self.both_ways("in.npy", "soa")
        self.assertGreater(header("again.npy")[1], header("in.npy")[1])
        self.check("again.npy", records)

    def test_the_way_back_has_the_padding_of_a_c_struct(self):
        records = distinct((100,), RECORDS["packed"])
        np.save("in.npy", records)
        self.succeed("rearrange", "in.npy", "soa.npy", "--to", "soa")
        self.both_ways("soa.npy", "aos")
        order = ["b", "d", "c", "a"]
        expected = np.dtype([(name, records.dtype[name]) for name in order], align=True)
        self.assertEqual(np.load("out.npy").dtype, expected)
        self.check("out.npy", records)

    def test_one_field_only_changes_its_header(self):
        records = distinct((1000,), [("x", "<f8")])
        np.save("in.npy", records)
        self.both_ways("in.npy", "soa")
        self.assertEqual(np.load("again.npy").shape, ())
        self.check("out.npy", records)
        self.check("again.npy", records)

    def test_verbose_says_how_and_how_fast(self):
        np.save("in.npy", distinct((1000,), RECORDS["mixed"]))
        for words in [("in.npy", "out.npy"), ("--in-place", "in.npy")]:
            done = run("rearrange", *words, "--to", "soa", "--verbose")
            self.assertEqual(done.returncode, 0)
            self.assertRegex(done.stderr, r"records.*\nmoved 0.0[0-9]+ MB in [0-9.e-]+ s: .* GB/s")

    def test_files_that_numpy_made(self):
        dtype = np.dtype([("b", "<f8"), ("c", "<f4"), ("v", "<i2", (2,)), ("a", "u1")])
        records = distinct((96,), dtype)
        times = lambda n: [("b", "<f8", n), ("c", "<f4", n), ("v", "<i2", (2, n)), ("a", "u1", n)]
        soa = np.zeros((), times(96))
        tiles = np.zeros(6, times(16))
        for name in dtype.names:
            soa[name] = np.moveaxis(records[name], 0, -1)
            tiles[name] = np.moveaxis(records[name].reshape((6, 16) + dtype[name].shape), 1, -1)
        for made in [soa, tiles]:
            np.save("in.npy", made)
            for to in PLAIN[:3]:
                self.both_ways("in.npy", to)
                self.check("out.npy", records)
                self.check("again.npy", records)

    def test_no_records(self):
        np.save("in.npy", np.zeros(0, RECORDS["mixed"]))
        self.both_ways("in.npy", "tiled:8")
        self.assertEqual(np.load("again.npy").shape, (0,))
        self.fail_with(
            1, ["rearrange", "in.npy", "soa.npy", "--to", "soa"], "in.npy: has no records", "numpy"
        )


class Refused(InDirectory):
    """Each with its reason, and no file made or changed."""

    def refuse(self, to, *fragments, options=(), code=1):
        for files in [("in.npy", "out.npy"), ("--in-place", "in.npy")]:
            self.fail_with(code, ["rearrange", *files, "--to", to, *options], *fragments)

    def test_command_lines(self):
        np.save("in.npy", np.zeros(64, RECORDS["mixed"]))
        self.fail_with(2, ["rearrange", "in.npy", "out.npy"], "the option --to is missing")
        self.refuse("rows", '--to: "rows" is no arrangement, allowed are aos, soa', code=2)
        self.refuse("tiled:3", '--to: "tiled:3" has no such tile', code=2)
        self.refuse("soa", '--from: "x" is no arrangement', options=["--from", "x"], code=2)
        self.fail_with(2, ["rearrange", "in.npy", "--to", "soa"], "there are 1")

    def test_fields_that_there_are_not(self):
        np.save("in.npy", np.zeros(64, RECORDS["mixed"]))
        self.refuse("clusters(x: soa; rest: aos)", "in.npy: clusters", 'a member "x" that there is')
        self.refuse("clusters(a: soa)", 'leaves out "b" and has no rest')

    def test_tiles_that_are_not_full(self):
        np.save("in.npy", np.zeros(65, RECORDS["mixed"]))
        self.refuse("tiled:64", "in.npy: has 65 records, no multiple of the tile of 64", "--pad")

    def test_arrays_that_hold_no_records(self):
        np.save("in.npy", np.zeros(64))
        self.refuse("soa", "in.npy: has elements of the type '<f8', records have named fields")
        np.save("in.npy", np.zeros((8, 8), RECORDS["mixed"]))
        self.refuse("soa", "in.npy: has shape (8, 8), records have one axis")
        np.save("in.npy", np.zeros(8, [("a", RECORDS["mixed"]), ("b", "u1")]))
        self.refuse("soa", 'in.npy: has the field "a", which is a struct')
        np.save("in.npy", np.zeros((), RECORDS["mixed"]))
        self.refuse("aos", "in.npy: has shape () and fields that do not lie as in any arrangement")

    def test_fields_in_an_order_of_their_own(self):
        np.save("in.npy", np.zeros((), [("a", "u1", 64), ("b", "<f8", 64)]))
        self.refuse("aos", "in.npy: has shape () and fields", "large alignments come first")

    def test_headers_that_can_be_read_in_two_ways(self):
        for dtype, tile in [
            ([("pos", "<f4", 4), ("vel", "<f4", 4)], 4),
            ([("descriptor", "<f4", 128)], 128),
        ]:
            np.save("in.npy", np.zeros(64, dtype))
            self.refuse("soa", f"in.npy: may be in aos or in tiled {tile}", "say it with --from")
            for given, count in [("aos", 64), (f"tiled:{tile}", 64 * tile)]:
                said = self.succeed(
                    "rearrange", "in.npy", "out.npy", "--to", "soa", "--from", given, "--force"
                )
                self.assertIn(f": {count} records", said)
        self.refuse("soa", "do not lie as in soa", options=["--from", "soa"])

    def test_elements_too_large_for_numpy(self):
        text = b"{'descr': [('a', '<f8'), ('b', '<f4')], 'fortran_order': False, "
        text += b"'shape': (200000000,), }"
        with open("big.npy", "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
            file.truncate(10 + len(text) + 2400000000)
        for words in [("big.npy", "out.npy"), ("--in-place", "big.npy")]:
            done = run("rearrange", *words, "--to", "soa")
            self.assertEqual(
                (done.returncode, done.stderr),
                (
                    1,
                    "isomer: rearrange: big.npy: 200000000 records in soa are an element of "
                    "2400000000 bytes, numpy takes at most 2147483647: use --to tiled:32768\n",
                ),
            )
        self.assertEqual(os.listdir("."), ["big.npy"])

    def test_no_room_to_grow_in_place(self):
        np.save("in.npy", np.zeros(6400, [("a", "u1"), ("b", "<f8")]))
        self.succeed("rearrange", "--in-place", "in.npy", "--to", "soa")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000))
        self.fail_with(
            1,
            ["rearrange", "--in-place", "in.npy", "--to", "aos"],
            "in.npy: no room for its 102528 bytes: File too large",
            preexec_fn=limit,
        )

    def test_too_many_values(self):
        np.save("in.npy", np.zeros(4, [("a", "<f8", (600,)), ("b", "u1")]))
        self.refuse("soa", "in.npy: has records of 601 values, at most 512 can be rearranged")


if __name__ == "__main__":
    unittest.main()
