# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the program takes for a header numpy takes too, and reads the same from it."""

import io
import itertools
import os
import random
import re
import unittest
import warnings

import numpy as np

from program import SAMPLE_STEP, InDirectory, run

TYPES = """'<f4' '>f8' '|u1' '|b1' '?' '<?' '<c16' '<f2' '<i8' 'f8' '=i4' '|i4' '|S5' '<U3' '|V7' '|S0'
'<M8' '<M8[ns]' '<m8[25us]' '<M8[generic]' '<M8[W]' '<M8[0s]' u'<f4' "<f4" [] ('<f4') '<f16' '<c32'
b'<f4' b"<f4" '<f3' '<f12' '<c24' '<i16' '<q8' '<b2' '?1' '<f' '<' '' '<<f4' '<f4_' '_<f4' '|S-1' '<M8[xx]'
'<M8[]' '<M8[s' '<M8s]' '<M8[B]' '<M8[w]' '<M8[2147483648s]' '<M8[3generic]' '<M4' '<m8[ns]x' '\\<f4' '\\x3cf4'
'|S2147483647' '|S2147483648' '<U536870912' '|O' 'O8' 8 None True {} ['<f4'] [8] <f4 ('<f4',(2,))
[('a','<f4')] [('a','<f4'),('a','<f4')] [('','<f4')] [('','<f4'),('','<f4')] [('','|V3'),('a','<f4')]
[('','|V3'),('','|V2')] [('','|V3',(2,)),('','|V2')] [('','|S3'),('','|S3')] [('','?'),('','?')]
[(('t','a'),'<f4')] [(('t','a'),'<f4'),('t','<f4')] [(('a','a'),'<f4')] [(('t','a'),'<f4'),(('t','b'),'<f4')]
[(('t',''),'|V3'),(('t',''),'|V3')] [(b'a','<f4')] [('a',b'<f4')] [('a','<f4',b'2')] [('a','<f4',(2,3))]
[('a','<f4',2)] [('a','<f4',())] [('a','<f4',(0,))] [('a','<f4',(True,))] [('a','<f4',True)]
[('a','<f4',None)] [('a','<f4',(-1,))] [('a','<f4',('2',))] [('a',('<f4',(2,)))] [('a',('<f4',(2,)),(3,))]
[('a',('<f4',('x',)))] [('a',[('x','<f4'),('y','<u2')])] [('a',[('x','<f4'),('x','<u2')])] [('a',[])] [('',[])]
[('',[('x','<f4')])] [('a','<f4'),] [('a','<f4',)] [('a',)] [('a','<f4',(2,),3)] [1] [('a\\'b','<f4')]
[('a\\xzz','<f4')] [('\\N{X}','<f4')] [('a\\x41','<f4')] [('\xe9','<f4')] [('a','|O')] [('a','<f4',(65536,65536))]
[('a','|V2147483647'),('b','|u1')] [('a','<f4',(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1))]
""".split()
SHAPES = """() (3,) (3,4) (0,) (00,) (-0,) (+3,) (3L,) (0,4) (3) [3] 3 (-1,) (03,) (-03,) (+-3,) (--3,) (3l,) (3LL,)
(0x3,) (3.0,) (3e0,) (True,) (False,) (None,) ('3',) (3,,) (,) (3,)) ((3,) (3,(4,)) (9223372036854775808,) 3, {3}
""".split() + ["(1," + 31 * "1," + ")", "(1," + 32 * "1," + ")", "(3,\n4)", "(3,\x0b)", "(3,\x0c)", "(3,\r)"]
ORDERS = ["True", "False", "0", "1", "None", "'False'", "true", "b'True'"]


def text_of(descr="'<f4'", order="False", shape="(3,)"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


USUAL = text_of()
TEXTS = [
    *[before + USUAL for before in [" ", "\t", "\n", "\n ", "\r", "\x0c", "\x0b", "\n\n", " \n", "\0", "\\", "x", "-"]],
    *[USUAL + behind for behind in [" ", "\n", "\n  ", "\t\n", "\r", "\0", "\x0b", ";", "\\", "}", ",", "\n1", "#", "L"]],
    "({})".format(USUAL), "[{}]".format(USUAL), "({},)".format(USUAL), "", "{}", "None", "'x'", "[]", "()",
    USUAL.replace(", }", "}"), USUAL.replace(", }", ",,}"), USUAL.replace("'shape'", "u'shape'"),
    USUAL.replace("'shape'", "b'shape'"), USUAL.replace("'shape'", "'\\shape'"), USUAL.replace("'shape'", "'Shape'"),
    USUAL.replace("'shape'", "shape"), USUAL.replace("}", "'x': 1}"), USUAL.replace("}", "b'x': 1}"),
    USUAL.replace("}", "'shape': (3,)}"), USUAL.replace("'", '"'), USUAL.replace(": ", ":"), USUAL.replace(":", "="),
    USUAL.replace("'shape': (3,), ", ""), USUAL.replace("{", "[").replace("}", "]"), USUAL.replace("False", "False False"),
]


def file_of(text, version):
    data = text.encode("utf-8" if version == 3 and "\xe9" not in text else "latin1")
    length = len(data).to_bytes(2 if version == 1 else 4, "little")
    return b"\x93NUMPY" + bytes([version, 0]) + length + data + bytes(1 << 12)


def as_numpy(content):
    """The array, or None where numpy refuses it. A longer header than numpy's own limit is no
    reason, as it can be told to read that."""
    longer = {"max_header_size": 1 << 20} if np.lib.NumpyVersion(np.__version__) >= "1.23.4" else {}
    try:
        return np.lib.format.read_array(io.BytesIO(content), allow_pickle=False, **longer)
    except Exception:  # whatever it is that it raises
        return None


class Headers(InDirectory):
    def setUp(self):
        super().setUp()
        warnings.simplefilter("ignore")
        self.taken = self.refused = 0

    def compare(self, content):
        """Whether the program takes the file; if so, as numpy does."""
        with open("in.npy", "wb") as file:
            file.write(content)
        done = run("info", "in.npy", errors="replace")
        start = content[:300]
        if done.returncode != 0:
            self.assertRegex(done.stderr, r"\Aisomer: info: in.npy: [^\n]+\n\Z", start)
            self.refused += 1
            return False
        found = as_numpy(content)
        self.assertIsNotNone(found, (start, done.stdout))
        bytes_of_type = int(re.search(r"(?m)^type .*, (\d+) bytes$", done.stdout)[1])
        shape = re.search(r"(?m)^shape +(.*)$", done.stdout)[1]
        self.assertEqual((found.dtype.itemsize, str(found.shape)), (bytes_of_type, shape), start)
        is_fortran = re.search(r"(?m)^order +(.)$", done.stdout)[1] == "F"
        self.assertTrue(found.flags.f_contiguous if is_fortran else found.flags.c_contiguous, start)
        self.taken += 1
        return True

    def test_are_taken_only_if_numpy_takes_them(self):
        texts = [*TEXTS, *[text_of(descr=d) for d in TYPES], *[text_of(shape=s) for s in SHAPES]]
        texts += [text_of(order=o) for o in ORDERS]
        for text, version in list(itertools.product(texts, [1, 2, 3]))[::SAMPLE_STEP]:
            self.compare(file_of(text, version))
        self.assertGreater(self.taken, 100 // SAMPLE_STEP)
        self.assertGreater(self.refused, 200 // SAMPLE_STEP)

    def test_of_numpy_are_taken(self):
        for descr in TYPES[:22]:
            self.assertTrue(self.compare(file_of(text_of(descr), 1)), descr)
        for shape in SHAPES[:9]:
            self.assertTrue(self.compare(file_of(text_of(shape=shape), 1)), shape)

    def test_with_bytes_for_a_type_are_refused_by_every_command(self):
        content = file_of(text_of("b'<f4'"), 1)
        with open("in.npy", "wb") as file:
            file.write(content)
        self.assertIsNone(as_numpy(content))
        for words in [
            ("transpose", "in.npy", "out.npy"),
            ("transpose", "--in-place", "in.npy"),
            ("relayout", "--in-place", "in.npy", "--order", "F"),
            ("rearrange", "in.npy", "out.npy", "--to", "soa"),
            ("info", "in.npy"),
            ("recover", "in.npy"),
        ]:
            self.fail_with(1, words, "in.npy: the header's 'descr' is b'<f4'")

    def test_that_are_damaged_at_random_are_taken_only_if_numpy_takes_them(self):
        chance = random.Random(int(os.environ.get("ISOMER_TEST_SEED", 20261126)))
        usual = [
            text_of(),
            text_of("'<M8[25us]'", "True", "(3, 4)"),
            text_of("[('a', '<f4'), (('t', 'b'), '|S3', (2,)), ('', '|V2'), ('c', [('x', '>i2')])]"),
        ]
        pieces = list("'\"()[]{},: \n\\0123456789-+LbuxXfFSVMOis<>|=?_\xe9") + ["b'", "'a'", "''", "[]", "()", "00"]
        for _ in range(700 // SAMPLE_STEP):
            text = chance.choice(usual)
            for _ in range(chance.choice([1, 1, 2])):
                k = chance.randrange(len(text))
                change = chance.choice([0, 1, 1])
                text = text[:k] + chance.choice(["", *pieces]) + text[k + change :]
            self.compare(file_of(text, chance.choice([1, 2, 3])))
        self.assertGreater(self.taken, 20 // SAMPLE_STEP)
        self.assertGreater(self.refused, 300 // SAMPLE_STEP)


if __name__ == "__main__":
    unittest.main()
