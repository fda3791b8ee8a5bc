#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast files are rearranged, by turns with copies of the same bytes:

    python3 perf_test/files_speed.py --isomer build/release/isomer --directory DIR [--bytes 4G]
                                     [--memory 1G] [--rounds 3] [--ways copy,transfer,ring,slots,wide,blocks]
                                     [--peers]

The yardstick is the faster of `cp --reflink=never` with sync and a copy by eight threads past the page
cache. Before each run the file is written back and its pages are dropped from the cache. A line for
each way: the median seconds, the speed relative to the yardstick, how far the prediction is off.

With --peers, which wants root, also numpy.memmap to a second file, in a control group that has that
memory and 64 MiB for the interpreter: by one assignment, and by panels of rows that fill a quarter of
the memory. One that takes --patience seconds is stopped, and counts as if it had ended then.
"""

import argparse
import concurrent.futures
import json
import mmap
import os
import re
import statistics
import subprocess
import sys
import time

from control_group import ControlGroup

# What is transposed by each way, as rows and columns of 8 bytes for a file of one GiB.
SHAPES = {"copy": (131072, 1024), "transfer": (131072, 1024), "ring": (11584, 11584), "slots": (65536, 2048),
          "wide": (2048, 65536), "blocks": (16384, 8192)}
BLOCK = 4 << 20

PEERS = {
    "memmap": "b[:] = a.T",
    "panels": "for k in range(0, rows, panel): b[:, k : k + panel] = a[k : k + panel].T",
}
PEER = """
import sys
import numpy as np
source, target, rows, cols, panel = *sys.argv[1:3], *map(int, sys.argv[3:6])
a = np.memmap(source, "f8", "r", shape=(rows, cols))
b = np.memmap(target, "f8", "w+", shape=(cols, rows))
{move}
b.flush()
"""


def size_of(text):
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


def drop_cache(path):
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    try:
        with open("/proc/sys/vm/drop_caches", "w") as file:
            file.write("1")
    except OSError:
        pass


def make(path, size):
    with open(path, "wb") as file:
        for begin in range(0, size, BLOCK):
            file.write(os.urandom(min(BLOCK, size - begin)))
        os.fsync(file.fileno())


def copy_by_cp(source, target):
    subprocess.run(["cp", "--reflink=never", source, target], check=True)
    with open(target, "rb") as file:
        os.fsync(file.fileno())


def copy_directly(source, target):
    """Eight threads, each with a block of its own that goes past the page cache."""
    size = os.path.getsize(source)
    flags = getattr(os, "O_DIRECT", 0)
    reader = os.open(source, os.O_RDONLY | flags)
    writer = os.open(target, os.O_RDWR | os.O_CREAT | flags)
    os.posix_fallocate(writer, 0, (size + 4095) // 4096 * 4096)

    def part(first):
        with mmap.mmap(-1, BLOCK) as block:
            for at in range(first * BLOCK, size, 8 * BLOCK):
                got = os.preadv(reader, [block], at)
                view = memoryview(block)
                os.pwritev(writer, [view[: (got + 4095) // 4096 * 4096]], at)
                view.release()

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(part, range(8)))
    os.ftruncate(writer, size)
    os.fsync(writer)
    os.close(reader)
    os.close(writer)


def timed(call):
    start = time.monotonic()
    call()
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description="Speed of files that are rearranged.")
    parser.add_argument("--isomer", required=True, help="the program")
    parser.add_argument("--directory", required=True, help="on the disk that is measured")
    parser.add_argument("--bytes", default="4G")
    parser.add_argument("--memory", default="1G")
    parser.add_argument("--spare", default="4G")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ways", default=",".join(SHAPES))
    parser.add_argument("--peers", action="store_true", help="numpy.memmap too")
    parser.add_argument("--patience", type=float, default=600, help="seconds that a peer may take")
    parser.add_argument("--json", help="write the figures to this file")
    wish = parser.parse_args()
    size = size_of(wish.bytes)
    source = os.path.join(wish.directory, "files_speed.bin")
    target = os.path.join(wish.directory, "files_speed.out")

    seconds = {"cp": [], "direct": []}
    predicted = {}
    failed = set()

    def remove_target():
        if os.path.exists(target):
            os.remove(target)

    def run(way):
        rows, cols = SHAPES[way]
        scale = size / (1 << 30)
        if way == "ring":
            rows = cols = int((size // 8) ** 0.5)
        elif way == "wide":
            cols = int(cols * scale)
        else:
            rows = int(rows * scale)
        words = [wish.isomer, "transpose", "--raw", "f8", "--shape", f"{rows},{cols}", "--memory", wish.memory, "--verbose"]
        words += [source, target] if way == "copy" else ["--in-place", "--way", way, "--spare", wish.spare, source]
        start = time.monotonic()
        done = subprocess.run(words, capture_output=True, text=True)
        taken = time.monotonic() - start
        if done.returncode != 0:
            print(f"{way}: {done.stderr.strip()}", file=sys.stderr)
            failed.add(way)
            return None
        told = re.search(r"predicted (\S+) s", done.stderr)
        return taken, float(told[1]) if told else float("nan")

    def run_peer(name):
        rows, cols = int(SHAPES["copy"][0] * size / (1 << 30)), SHAPES["copy"][1]
        memory = size_of(wish.memory)
        panel = max(1, memory // 4 // (8 * cols))
        try:
            group = ControlGroup(memory + (64 << 20))
        except OSError as error:
            sys.exit(f"files_speed.py: --peers: {error}")
        words = ["/usr/bin/python3", "-c", PEER.format(move=PEERS[name]), source, target]
        words += map(str, [rows, cols, panel])
        try:
            if subprocess.run(words, timeout=wish.patience, preexec_fn=group.enter).returncode != 0:
                print(f"{name}: failed", file=sys.stderr)
                failed.add(name)
        except subprocess.TimeoutExpired:
            print(f"{name}: stopped after {wish.patience:g} s", file=sys.stderr)
        finally:
            group.remove()

    try:
        make(source, size)
        ways = wish.ways.split(",")
        for _ in range(wish.rounds):
            for name, copy in [("cp", copy_by_cp), ("direct", copy_directly)]:
                remove_target()
                drop_cache(source)
                seconds[name].append(timed(lambda: copy(source, target)))
            for way in ways:
                remove_target()
                drop_cache(source)
                if result := run(way):
                    seconds.setdefault(way, []).append(result[0])
                    predicted.setdefault(way, []).append(result[1])
            for name in PEERS if wish.peers else []:
                remove_target()
                drop_cache(source)
                taken = timed(lambda: run_peer(name))
                if name not in failed:
                    seconds.setdefault(name, []).append(taken)
    finally:
        remove_target()
        if os.path.exists(source):
            os.remove(source)

    yardstick = min(statistics.median(seconds["cp"]), statistics.median(seconds["direct"]))
    rows = []
    for name, taken in seconds.items():
        median = statistics.median(taken)
        row = {"way": name, "seconds": median, "of_copy": yardstick / median, "MB_per_s": 1e-6 * size / median}
        if name in predicted:
            row["predicted_over_actual"] = statistics.median(predicted[name]) / median
        rows.append(row)
        print(f"{name:9} {median:8.2f} s  {row['MB_per_s']:7.0f} MB/s  of_copy={row['of_copy']:.2f}"
              + (f"  predicted/actual={row['predicted_over_actual']:.2f}" if name in predicted else ""))
    if wish.json:
        with open(wish.json, "w", encoding="ascii") as file:
            json.dump({"bytes": size, "memory": wish.memory, "rows": rows}, file, indent=1)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
