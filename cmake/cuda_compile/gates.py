# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: gates.py TABLE [--disassembler=NVDISASM] LOG...

Holds device kernels against a table (gates.txt) of what their machine code has to be. Registers are
those that ptxas named in LOG; instructions are those of the fatbin beside it, LOG without its last
suffix, if there is a disassembler. A kernel of the table that is nowhere fails too.
"""
import argparse
import collections
import re
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import report

# Kokkos' loop over the league takes and gives back a lock for scratch memory of level 1, and divides.
# A ticket is handed to all threads by a shuffle.
# Calls to labels of the kernel itself are what the compiler makes of convergence on sm_80.
ACCESSES_OF_KOKKOS = {"ATOMG.E.CAS.STRONG.GPU": 1, "STG.E": 1}
# What ticket, publish and await become: in the table, `flags`. The compiler may add in two ways.
ACCESSES_TO_FLAGS = {"ATOMG.E.ADD.STRONG.GPU", "RED.E.ADD.STRONG.GPU", "LDG.E.STRONG.GPU"}
HARMLESS_CALL = re.compile(r"__cuda_sm20_(div|rem)_[su]64|__cuda_sm70_(shfl|warp)sync|`\(\.L_x_\d+\)")
GLOBAL = re.compile(r"(LDG|STG|LDGSTS|ATOMG|RED)\.|(LD|ST)\.")
LOCAL = re.compile(r"(LDL|STL)\b")


@dataclass
class Gate:
    registers: int
    accesses: set = field(default_factory=set)
    least: dict = field(default_factory=dict)
    loops: dict = field(default_factory=dict)


@dataclass
class Code:
    """A function's machine code: (instruction, operands), and the places of its labels."""
    instructions: list = field(default_factory=list)
    labels: dict = field(default_factory=dict)


def read_table(text):
    """The gates by the readable name of their kernel."""
    gates = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, registers, accesses, others, loops = (part.strip() for part in line.split("|"))
        gates[name] = Gate(int(registers), set(accesses.split()), pairs(others, int),
                           pairs(loops, float))
    return gates


def pairs(text, number):
    words = text.split()
    return {what: number(count) for what, count in zip(words[::2], words[1::2])}


def cubins(fatbin):
    """(architecture, ELF file) of each entry of an uncompressed fatbin."""
    magic, _, header, _ = struct.unpack_from("<IHHQ", fatbin)
    if magic != 0xBA55ED50:
        raise ValueError("not a fatbin")
    at = header
    while at < len(fatbin):
        _, _, header, size = struct.unpack_from("<HHIQ", fatbin, at)
        elf = fatbin[at + header:at + header + size]
        if not elf.startswith(b"\x7fELF"):
            raise ValueError("a fatbin with a compressed entry")
        yield str(struct.unpack_from("<I", fatbin, at + 28)[0]), elf
        at += header + size


def instructions(listing):
    """{function: Code} of what nvdisasm prints."""
    functions = {}
    current = None
    for line in listing.splitlines():
        if match := re.match(r"\s*\.section\s+\.text\.([^,\s]+)", line):
            current = functions.setdefault(match[1], Code())
        elif current is None:
            continue
        elif match := re.match(r"(\.L_x_\d+):", line):
            current.labels[match[1]] = len(current.instructions)
        elif match := re.match(
                r"\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)(.*)", line):
            current.instructions.append((match[1], match[2]))
    return functions


def innermost_loops(code):
    """The instructions of each loop that has no other in it."""
    loops = set()
    for end, (what, operands) in enumerate(code.instructions):
        match = re.search(r"`\((\.L_x_\d+)\)", operands) if what == "BRA" else None
        begin = code.labels.get(match[1], end + 1) if match else end + 1
        if begin <= end:
            loops.add((begin, end))
    for begin, end in sorted(loops):
        if not any(begin <= b and e <= end and (b, e) != (begin, end) for b, e in loops):
            yield [what for what, _ in code.instructions[begin:end + 1]]


def of_each(code, access):
    """How many instructions an innermost loop has for each such access, where it has fewest."""
    counts = [(len(loop), loop.count(access)) for loop in innermost_loops(code)]
    return min((length / count for length, count in counts if count), default=float("inf"))


def complaints(gate, registers, code):
    """What is wrong with a kernel; `code` is None if it was not disassembled."""
    if registers > gate.registers:
        yield f"{registers} registers, at most {gate.registers}"
    if code is None:
        return
    counts = collections.Counter(what for what, _ in code.instructions)
    for what in sorted(counts):
        if LOCAL.match(what):
            yield f"local memory: {what}"
        is_flag = "flags" in gate.accesses and what in ACCESSES_TO_FLAGS
        if GLOBAL.match(what) and what not in gate.accesses and not is_flag and (
                counts[what] > ACCESSES_OF_KOKKOS.get(what, 0)):
            yield f"another access to global memory: {what}"
    awaits = {"LDG.E.STRONG.GPU"} if "flags" in gate.accesses else set()
    for what in sorted(gate.accesses - {"flags"} | awaits):
        if counts[what] == 0:
            yield f"no {what}"
    for what, least in gate.least.items():
        if counts[what] < least:
            yield f"{counts[what]} times {what}, at least {least}"
    for what, most in gate.loops.items():
        if counts[what] and of_each(code, what) > most:
            yield f"{of_each(code, what):.2f} instructions of a loop for {what}, at most {most}"
    for what, operands in code.instructions:
        if what.startswith("CALL") and not HARMLESS_CALL.search(operands):
            yield f"a call: {operands.strip()}"


def disassemble(disassembler, fatbin):
    """{(architecture, function): code}"""
    found = {}
    for arch, elf in cubins(fatbin.read_bytes()):
        with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
            file.write(elf)
            file.flush()
            listing = subprocess.run([disassembler, "-c", file.name], check=True, text=True,
                                     capture_output=True).stdout
        for function, code in instructions(listing).items():
            found[arch, function] = code
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[1])
    parser.add_argument("table", type=Path)
    parser.add_argument("logs", type=Path, nargs="+")
    parser.add_argument("--disassembler")
    options = parser.parse_args()
    gates = read_table(options.table.read_text(encoding="utf-8"))
    wrong, seen = 0, set()
    for log in options.logs:
        kernels = [k for k in report.kernels(log.read_text(encoding="utf-8").splitlines())
                   if k.is_ours]
        names = [name.removeprefix("team::OnCuda<").removesuffix(" >")
                 for name in report.readable([k.mangled for k in kernels])] if kernels else []
        gated = [(kernel, name) for kernel, name in zip(kernels, names) if name in gates]
        code = {}
        if gated and options.disassembler:
            code = disassemble(options.disassembler, log.with_suffix(""))
        for kernel, name in gated:
            seen.add(name)
            own = code[kernel.arch, kernel.mangled] if options.disassembler else None
            for what in complaints(gates[name], kernel.registers, own):
                print(f"sm_{kernel.arch} {name}: {what}", file=sys.stderr)
                wrong += 1
    for name in gates.keys() - seen:
        print(f"not compiled: {name}", file=sys.stderr)
        wrong += 1
    print(f"{len(seen)} kernels of {options.table.name}, {wrong} complaints")
    if not options.disassembler:
        print("machine code was not looked at: no nvdisasm (Python package nvidia-cuda-nvdisasm)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
