#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the machine code of loops over records to that of the same loops by hand.

compare.py OBJDUMP OBJECT MARGIN: of x86-64 functions compares each visit_block of a RecordSpan<RN, A>, and of a
part of one, with by_hand_N_A: the widest vector that is stored and the operations of the innermost loop for each
value stored. An instruction that computes with a value in memory counts as two, a load and a computation.
"""

import re
import subprocess
import sys

BYTES = {"x": 16, "y": 32, "z": 64}
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:\n((?:.+\n)+)", re.M)
BY_HAND = re.compile(r"by_hand_(\w+)$")
RECORDS = re.compile(
    r"void isomer::detail::visit_block<isomer::detail::(PartSpan<)?.*\bR(\d+), isomer::(\w+)(?:<(\d+)(?:, isomer::\w+)?>)?(?: ?>)+, int"
)


class Loop:
    """The innermost loop of a function that stores the most."""

    def __init__(self, listing):
        instructions = [line.strip().split(":\t", 1) for line in listing.splitlines() if ":\t" in line]
        texts = [text.strip() for _, text in instructions]
        place = {int(address, 16): k for k, (address, _) in enumerate(instructions)}
        loops = []
        for end, text in enumerate(texts):
            jump = re.match(r"j\w+\s+([0-9a-f]+)", text)
            begin = place.get(int(jump[1], 16)) if jump else None
            if begin is not None and begin <= end:
                loops.append((begin, end))
        inner = [a for a in loops if not any(a != b and a[0] <= b[0] and b[1] <= a[1] for b in loops)]
        if not inner:
            inner = [(0, len(texts) - 1)]  # unrolled altogether
        bodies = [texts[begin : end + 1] for begin, end in inner]
        body = max(bodies, key=lambda texts: sum(stored_bytes(text) for text in texts))
        self.operations = sum(1 + loads_and_computes(text) for text in body)
        self.stored = sum(stored_bytes(text) for text in body) // 4
        self.width = max((stored_bytes(text) for text in body), default=0)
        self.calls = sum(text.startswith("call") for text in body)

    def each(self):
        """Operations for each value stored."""
        return self.operations / max(self.stored, 1)


def loads_and_computes(text):
    return re.match(r"v?(?!mov|broadcast|extract)\w+[ps][sd]\s.*\(.*\).*%[xyz]mm", text) is not None


def stored_bytes(text):
    """Bytes of a float or of a vector of them that an instruction stores."""
    vector = re.match(r"v?mov[au]ps\s+%([xyz])mm\d+,.*\(", text)
    if vector:
        return BYTES[vector[1]]
    if re.match(r"v?movlps\s+%xmm\d+,.*\(|v?movhps\s+%xmm\d+,.*\(", text):
        return 8
    if re.match(r"v?movss\s+%xmm\d+,.*\(|v?extractps\s.*\)$", text):
        return 4
    return 0


def loops_of(objdump, path):
    listing = subprocess.run(
        [objdump, "-d", "-C", "--no-show-raw-insn", path], check=True, capture_output=True, text=True
    ).stdout
    by_hand, records, parts = {}, {}, {}
    for function, text in FUNCTION.findall(listing):
        if match := BY_HAND.match(function):
            by_hand[match[1]] = Loop(text)
        elif match := RECORDS.match(function):
            of = parts if match[1] else records
            of[f"{match[2]}_{match[3]}{match[4] or ''}"] = Loop(text)
    return by_hand, records, parts


def compare(name, hand, records, margin):
    good = records.width >= hand.width and records.each() <= margin * hand.each() and records.calls == 0
    print(
        f"{name:11}{hand.each():10.3f}{records.each():9.3f}{hand.width:12}{records.width:9}"
        f"{hand.operations:10}{records.operations:9}  {'' if good else 'WORSE'}"
    )
    return good


def main():
    margin = float(sys.argv[3])
    by_hand, *by_record = loops_of(sys.argv[1], sys.argv[2])
    failed = False
    for what, loops in zip(("records", "part"), by_record):
        if not by_hand or by_hand.keys() != loops.keys():
            sys.exit(f"no pairs of loops: {sorted(by_hand)} and {sorted(loops)}")
        print("             operations a value   bytes of a store     of the loop")
        print(f"              by hand{what:>9}     by hand{what:>9}   by hand{what:>9}")
        for name in by_hand:
            failed |= not compare(name, by_hand[name], loops[name], margin)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
