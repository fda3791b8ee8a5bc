#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Permutes the axes of a contiguous HDF5 dataset where it lies, whatever its size:

    python3 hdf5_in_place.py data.h5 group/dataset [--axes 1,0] [--memory 2G] [--isomer PROGRAM]

HDF5 says at which byte of the file a contiguous dataset begins; `isomer permute --in-place --raw`
does the rest, and the file is safe against a kill or a power cut meanwhile. If it is cut short:

    python3 hdf5_in_place.py data.h5 group/dataset --finish

The library cannot change the extents of a contiguous dataset, so the last step writes them into the
dataset's header. Until then data.h5.extents says what they have to become, and by some elements
whether these have moved. Chunked and compressed datasets are refused, and everything that is not understood,
before anything is written.
"""

import argparse
import json
import os
import struct
import subprocess
import sys


class Refusal(Exception):
    pass


def header_of_extents(path, dataset, h5py):
    """Where in the file the dataset's header has its extents: in a header of version 1, which has no
    checksum, the dataspace message has them one behind the other."""
    info = h5py.h5o.get_info(dataset.id)
    rank = len(dataset.shape)
    wanted = struct.pack(f"<{rank}Q", *dataset.shape)
    with open(path, "rb") as file:
        file.seek(info.addr)
        header = file.read(info.hdr.space.total)
    if header[:1] != b"\x01":
        raise Refusal("its header is not of version 1: write the file with libver='earliest'")
    # A dataspace message of version 1: version, rank, flags, five bytes of zeros, extents.
    for flags in (b"\x00", b"\x01"):
        found = header.find(b"\x01" + bytes([rank]) + flags + bytes(5) + wanted)
        if found >= 0:
            place = info.addr + found + 8
            return [place, place + 8 * rank] if flags == b"\x01" else [place]
    raise Refusal("its extents were not found in its header")


def described(path, name, h5py):
    """Offset, shape and element size, and where the header has the extents."""
    with h5py.File(path, "r") as file:
        if name not in file or not isinstance(file[name], h5py.Dataset):
            raise Refusal(f"has no dataset {name}")
        dataset = file[name]
        if dataset.chunks is not None:
            raise Refusal(f"{name} is chunked: only contiguous datasets lie in one piece")
        offset = dataset.id.get_offset()
        if offset is None or dataset.external or dataset.is_virtual:
            raise Refusal(f"{name} has no data of its own in this file")
        if h5py.check_vlen_dtype(dataset.dtype) or dataset.dtype.hasobject:
            raise Refusal(f"{name} has elements of no fixed size")
        item = dataset.id.get_type().get_size()
        return offset, dataset.shape, item, header_of_extents(path, dataset, h5py)


def write_extents(path, places, shape):
    text = struct.pack(f"<{len(shape)}Q", *shape)
    with open(path, "r+b") as file:
        for place in places:
            file.seek(place)
            file.write(text)
        file.flush()
        os.fsync(file.fileno())


def write_note(path, name, places, array, axes):
    """The new extents, and some elements that will be others: where, what is there, what will be."""
    result = array.transpose(axes)
    witnesses = []
    for k in range(0, array.size, max(1, array.size // 1000)):
        old, new = (a.flat[k].tobytes().hex() for a in (array, result))
        if old != new:
            witnesses.append([array.offset + k * array.itemsize, old, new])
    with open(path + ".extents", "x") as file:
        json.dump({"dataset": name, "places": places, "extents": result.shape, "witnesses": witnesses}, file)
        file.flush()
        os.fsync(file.fileno())


def settle(path, name, has_moved=None):
    """Writes the extents of the note if all elements have moved, which the witnesses tell where the
    program did not; then the note goes."""
    with open(path + ".extents") as file:
        note = json.load(file)
    if note["dataset"] != name:
        raise Refusal(f"{note['dataset']} is to be finished first")
    found = set() if has_moved is None else {"new" if has_moved else "old"}
    with open(path, "rb") as file:
        for place, old, new in note["witnesses"] if has_moved is None else []:
            file.seek(place)
            found.add({old: "old", new: "new"}.get(file.read(len(old) // 2).hex(), "other"))
    if len(found) != 1 or found == {"other"}:
        raise Refusal(f"its elements do not tell whether they have moved: see {path}.extents")
    if found == {"new"}:
        write_extents(path, note["places"], note["extents"])
    else:
        print(f"{path}: {name} has not moved")
    os.remove(path + ".extents")


def main():
    parser = argparse.ArgumentParser(description="Permutes a contiguous HDF5 dataset in place.")
    parser.add_argument("file")
    parser.add_argument("dataset")
    parser.add_argument("--axes", help="each axis once, counted from 0; reversed unless given")
    parser.add_argument("--memory", default="1G")
    parser.add_argument("--isomer", default="isomer", help="the program")
    parser.add_argument("--finish", action="store_true", help="goes on with what was cut short")
    wish = parser.parse_args()
    if wish.finish:
        if not os.path.exists(wish.file + ".extents"):
            raise Refusal("there is nothing to finish")
        done = subprocess.run([wish.isomer, "recover", wish.file], stdout=subprocess.PIPE, text=True)
        print(done.stdout, end="")
        if done.returncode == 0:
            said = [end for end in ("complete:", "not begun:") if end in done.stdout]
            settle(wish.file, wish.dataset, said[0] == "complete:" if said else None)
        return done.returncode
    try:
        import h5py
        import numpy
    except ImportError:
        raise Refusal("this example needs h5py (Debian: python3-h5py)") from None

    if os.path.exists(wish.file + ".extents"):
        raise Refusal("was cut short before: --finish goes on")
    offset, shape, item, places = described(wish.file, wish.dataset, h5py)
    rank = len(shape)
    axes = [int(axis) for axis in wish.axes.split(",")] if wish.axes else list(range(rank))[::-1]
    if sorted(axes) != list(range(rank)):
        raise Refusal(f"--axes has to name each of the {rank} axes once")
    words = [wish.isomer, "permute", "--in-place", "--axes", ",".join(map(str, axes)), "--raw"]
    words += ["--item-bytes", str(item), "--shape", ",".join(map(str, shape)), "--offset", str(offset)]
    array = numpy.memmap(wish.file, f"V{item}", "r", offset, shape)
    write_note(wish.file, wish.dataset, places, array, axes)
    del array
    done = subprocess.run([*words, "--keep-inode", "--memory", wish.memory, wish.file])
    if not os.path.lexists(wish.file + ".isomer"):
        settle(wish.file, wish.dataset, done.returncode == 0)
    return done.returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refusal as refusal:
        sys.exit(f"{sys.argv[1] if len(sys.argv) > 1 else 'hdf5_in_place'}: {refusal}")
