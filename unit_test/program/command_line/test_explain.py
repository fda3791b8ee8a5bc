# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain tells the plan in words, without any data."""

import os
import unittest

from program import InDirectory


class Explain(InDirectory):
    def explain(self, *words):
        lines = self.succeed("explain", *words).splitlines()
        return {line.split()[0]: line[12:] for line in lines if line[:1] != " "}

    def test_names_fused_shape_schema_passes_bytes_workspace_and_time(self):
        told = self.explain("--shape", "64,224,224,3", "--axes", "0,3,1,2", "--type", "f32")
        self.assertEqual(
            list(told),
            ["array", "fused", "schema", "passes", "bytes", "workspace", "predicted", "once", "plan"],
        )
        self.assertEqual(
            told["array"], "(64, 224, 224, 3) C -> (64, 3, 224, 224) C, elements of 4 bytes"
        )
        self.assertEqual(
            told["fused"], "3x50176x64 -> 50176x3x64 (fastest axis first), words of 4 bytes"
        )
        self.assertEqual(told["passes"], "1")
        self.assertEqual(told["bytes"], "36.75 MiB; read 36.75 MiB, written 36.75 MiB")
        self.assertRegex(
            told["predicted"], r"^[0-9.]+ ms with \d+ threads?: [0-9.]+ GB/s read and written$"
        )

    def test_knows_in_place(self):
        told = self.explain("--shape", "500,300", "--type", "f64", "--in-place")
        self.assertEqual(
            told["array"], "(500, 300) C -> (300, 500) C, elements of 8 bytes, in place"
        )
        self.assertGreaterEqual(int(told["passes"]), 1)
        self.assertIn("in place", told["plan"])

    def test_order_alone_is_a_relayout_and_with_axes_the_order_of_the_array(self):
        for in_place in [(), ("--in-place",)]:
            self.assertTrue(
                self.explain("--shape", "30,40", "--order", "F", *in_place)["array"].startswith(
                    "(30, 40) C -> (30, 40) F"
                )
            )
            self.assertTrue(
                self.explain("--shape", "30,40", "--order", "C", *in_place)["array"].startswith(
                    "(30, 40) F -> (30, 40) C"
                )
            )
            self.assertTrue(
                self.explain("--shape", "30,40", "--order", "F", "--axes", "1,0", *in_place)[
                    "array"
                ].startswith("(30, 40) F -> (40, 30) F")
            )

    def test_without_axes_is_a_transposition(self):
        self.assertTrue(
            self.explain("--shape", "3,4,5")["array"].startswith("(3, 4, 5) C -> (5, 4, 3) C")
        )

    def test_takes_every_spelling_of_a_type(self):
        for name, size in [
            ("u8", 1),
            ("f16", 2),
            ("i32", 4),
            ("f64", 8),
            ("c64", 8),
            ("c128", 16),
            ("<f4", 4),
            (">c16", 16),
            ("S5", 5),
            ("12", 12),
        ]:
            self.assertIn(
                f"elements of {size} bytes",
                self.explain("--shape", "30,40", "--type", name)["array"],
            )

    def test_says_when_nothing_moves(self):
        for words in [
            ("--shape", "3,0"),
            ("--shape", "3,4", "--axes", "0,1", "--in-place"),
            ("--shape", "", "--in-place"),
        ]:
            self.assertIn("nothing moves", self.succeed("explain", *words))

    def test_explains_arrays_that_would_fit_no_memory(self):
        self.assertEqual(
            self.explain("--shape", "1000000,1000000,1000", "--type", "f32")["array"],
            "(1000000, 1000000, 1000) C -> (1000, 1000000, 1000000) C, elements of 4 bytes",
        )

    def test_tells_what_a_gpu_would_do(self):
        told = self.explain("--gpu", "h200", "--shape", "7168,7168", "--type", "f32")
        self.assertEqual(
            list(told),
            ["array", "fused", "gpu", "schema", "kernel", "shared", "in", "sectors", "wavefronts",
             "issues", "memory", "predicted"],
        )
        self.assertEqual(told["schema"], "orthogonal_distinct")
        self.assertEqual(
            told["kernel"],
            "tile16: 12544 blocks of 128 threads, 48 registers a thread at most",
        )
        self.assertEqual(told["sectors"], "1.00 of the fewest possible a request")
        self.assertRegex(
            told["predicted"],
            r"^[0-9.]+ ms: [0-9.]+ GB/s read and written, 0\.9\d of copy, by the formula$",
        )

    def test_tells_what_a_gpu_would_do_in_place(self):
        told = self.explain("--gpu", "h200", "--shape", "20000,12001", "--in-place")
        self.assertEqual(
            list(told),
            ["array", "fused", "gpu", "schema", "passes", "workspace", "kernel", "predicted", "plan"],
        )
        self.assertIn(told["schema"], ["c2r", "r2c"])
        self.assertEqual(told["passes"], "2")
        self.assertRegex(told["predicted"], r", 0\.[34]\d of copy, by the formula$")

    def test_reads_the_properties_of_a_gpu(self):
        properties = {
            "name": "my card", "multiprocessors": 132, "shared_bytes": 233472,
            "block_bytes": 231424, "l2_bytes": 52428800, "copy_bandwidth": 4.15e12,
            "latency_seconds": 563e-9, "launch_seconds": 4.5e-6, "copy_sharpness": 1.2,
            "clock_hertz": 1.755e9,
            "l2_bandwidth": 9.7e12,
        }
        path = os.path.abspath("card.txt")

        def write(lines):
            with open(path, "w") as file:
                file.write("# a comment\n" + "".join(f"{key} = {lines[key]}\n" for key in lines))

        write(properties)
        words = ["--shape", "7168,7168", "--type", "f32", "--gpu"]
        told = self.explain(*words, path)
        self.assertTrue(told["gpu"].startswith("my card: 132 multiprocessors"))
        self.assertEqual(told["predicted"], self.explain(*words, "h200")["predicted"])
        self.explain("--in-place", *words, path)
        write({**properties, "name": "card\x1b\u009b"})
        self.assertTrue(self.explain(*words, path)["gpu"].startswith("card??: 132"))
        write({**properties, "multiprocessors": 2**31})
        self.fail_with(2, ["explain", *words, path], "line 3 was", "from 1 to 4096")
        write({**properties, "l2_bytes": "much"})
        self.fail_with(2, ["explain", *words, path], "line 6 was 'l2_bytes = much'")
        del properties["l2_bytes"]
        write(properties)
        self.fail_with(2, ["explain", *words, path], "l2_bytes is missing")

    def test_knows_three_gpus(self):
        for name in ["h200", "h100", "a100"]:
            self.assertTrue(
                self.explain("--gpu", name, "--shape", "300,200")["gpu"].startswith(name + ": ")
            )
        words = ["explain", "--shape", "300,200", "--gpu"]
        self.fail_with(
            2,
            [*words, "b200"],
            "--gpu was 'b200', it has to be one of h200, h100, a100, or a file of properties",
        )


if __name__ == "__main__":
    unittest.main()
