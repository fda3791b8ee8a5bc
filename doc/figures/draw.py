#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the figures of doc/ into this folder; with --check, says which are not what it would draw.

Those named measured_* come out of isomer_perf or an example; the command stands beside each in doc/.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

import in_place
import schemas


def main():
    folder = pathlib.Path(__file__).parent
    figures = {**schemas.figures(), **in_place.figures()}
    stale = [file.name for file in folder.glob("*.svg")
             if file.stem not in figures and not file.stem.startswith("measured_")]
    for name, text in figures.items():
        file = folder / f"{name}.svg"
        if "--check" not in sys.argv[1:]:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            stale.append(file.name)
    if stale:
        sys.exit(f"doc/figures/draw.py would not draw these so: {', '.join(sorted(stale))}")


if __name__ == "__main__":
    main()
