# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""numpy arrays through ctypes, without a copy."""
import ctypes
import itertools
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
library.isomer_last_error.restype = ctypes.c_char_p
library.isomer_permute.argtypes = [
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p
]
library.isomer_permute_in_place.argtypes = [
    ctypes.c_void_p, ctypes.c_int64, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p
]


def lists(array, axes):
    extents = (ctypes.c_int64 * array.ndim)(*array.shape)
    return array.ndim, extents, (ctypes.c_int * array.ndim)(*axes)


def check(status):
    if status != 0:
        raise ValueError(library.isomer_last_error().decode())


def permute(array, axes):
    result = np.empty([array.shape[k] for k in axes], array.dtype)
    check(library.isomer_permute(result.ctypes.data, array.ctypes.data, array.itemsize,
                                 *lists(array, axes)))
    return result


def permute_in_place(array, axes):
    check(library.isomer_permute_in_place(array.ctypes.data, array.itemsize, *lists(array, axes)))
    return array.reshape([array.shape[k] for k in axes])


for dtype in ("u1", "f4", "f8", "c16", "V12"):
    for shape in ((4, 6), (3, 5, 7), (2, 8, 3, 5)):
        source = np.frombuffer(np.random.default_rng(1).bytes(
            int(np.prod(shape)) * np.dtype(dtype).itemsize), dtype).reshape(shape)
        for order in itertools.permutations(range(len(shape))):
            expected = source.transpose(order)
            assert permute(source, order).tobytes() == expected.tobytes(), (dtype, shape, order)
            moved = permute_in_place(source.copy(), order)
            assert moved.shape == expected.shape
            assert moved.tobytes() == expected.tobytes(), (dtype, shape, order)

# More axes than a View can have.
high = np.arange(2**16, dtype="f4").reshape((2,) * 16)
order = tuple(reversed(range(16)))
assert (permute(high, order) == high.transpose(order)).all()

try:
    permute(high, (0,) * 16)
except ValueError as error:
    assert "no permutation of 0..15" in str(error), error
else:
    raise AssertionError("axes that are no permutation were taken")
