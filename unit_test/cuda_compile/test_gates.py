# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cmake/cuda_compile/{gates, report}.py: each damage to a kernel has to be noticed."""

import struct
import sys
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "cmake/cuda_compile"
sys.path.insert(0, str(FOLDER))

import gates  # pylint: disable=wrong-import-position
import report  # pylint: disable=wrong-import-position

TABLE = """
# a comment
Kernel<4> | 40 | LDGSTS.E.BYPASS.128 STG.E.EF.128 | LDS.128 2 PRMT 1 | STG.E.EF.128 6
"""

LISTING = """
\t.section\t.text._Z6kernel,"ax",@progbits
        /*0000*/                   LDC R1, c[0x0][0x28] ;
.L_x_1:
        /*0010*/              @P0  LDGSTS.E.BYPASS.128 [R5], desc[UR8][R8.64] ;
        /*0020*/                   LDGDEPBAR ;
.L_x_2:
        /*0030*/                   LDS.128 R4, [R2] ;
        /*0040*/                   LDS.128 R8, [R2+0x10] ;
        /*0050*/                   PRMT R4, R4, 0x5410, R8 ;
        /*0060*/             @!PT  STG.E.EF.128 desc[UR8][R2.64], R4 ;
        /*0068*/              @P0  BRA `(.L_x_2) ;
        /*006c*/              @P0  BRA `(.L_x_1) ;
        /*0070*/                   ATOMG.E.CAS.STRONG.GPU PT, R2, [R2], R4, R5 ;
        /*0080*/                   STG.E desc[UR8][R2.64], R4 ;
        /*0090*/                   CALL.REL.NOINC `($__internal_9_$__cuda_sm20_rem_u64) ;
        /*00a0*/                   CALL.REL.NOINC `(.L_x_34) ;
        /*00b0*/                   EXIT ;
"""


def complaints_about(listing=LISTING, registers=32):
    gate = gates.read_table(TABLE)["Kernel<4>"]
    return list(gates.complaints(gate, registers, gates.instructions(listing)["_Z6kernel"]))


class Gates(unittest.TestCase):
    def test_a_kernel_as_the_table_has_it_passes(self):
        self.assertEqual(complaints_about(), [])

    def test_registers(self):
        self.assertEqual(complaints_about(registers=40), [])
        self.assertEqual(complaints_about(registers=42), ["42 registers, at most 40"])

    def damaged(self, old, new):
        self.assertIn(old, LISTING)
        return complaints_about(LISTING.replace(old, new))

    def test_flags_are_added_to_in_either_way_and_read(self):
        gate = gates.read_table(TABLE.replace("STG.E.EF.128 |", "STG.E.EF.128 flags |"))["Kernel<4>"]

        def complaints(*added):
            lines = "".join(f"        /*00c0*/  {what} [R2] ;\n" for what in added)
            code = gates.instructions(LISTING + lines)["_Z6kernel"]
            return list(gates.complaints(gate, 32, code))

        for add in ["ATOMG.E.ADD.STRONG.GPU", "RED.E.ADD.STRONG.GPU"]:
            self.assertEqual(complaints(add, "LDG.E.STRONG.GPU"), [])
        self.assertEqual(complaints("RED.E.ADD.STRONG.GPU"), ["no LDG.E.STRONG.GPU"])
        self.assertIn("another access to global memory: ATOMG.E.ADD.STRONG.GPU",
                      complaints_about(LISTING + "  /*00c0*/  ATOMG.E.ADD.STRONG.GPU [R2] ;\n"))

    def test_local_memory(self):
        self.assertEqual(self.damaged("LDGDEPBAR ;", "STL.64 [R1], R2 ;"), ["local memory: STL.64"])
        self.assertEqual(self.damaged("LDGDEPBAR ;", "LDL R2, [R1] ;"), ["local memory: LDL"])

    def test_a_narrower_access(self):
        self.assertEqual(self.damaged("STG.E.EF.128", "STG.E.EF.64"),
                         ["another access to global memory: STG.E.EF.64", "no STG.E.EF.128"])

    def test_a_copy_through_registers(self):
        self.assertEqual(self.damaged("LDGSTS.E.BYPASS.128 [R5]", "LDG.E.128 R4"),
                         ["another access to global memory: LDG.E.128", "no LDGSTS.E.BYPASS.128"])

    def test_a_store_without_its_hint(self):
        self.assertIn("no STG.E.EF.128", self.damaged("STG.E.EF.128", "STG.E.128"))

    def test_the_read_only_path(self):
        self.assertEqual(self.damaged("LDGDEPBAR ;", "LDG.E.CONSTANT R2, [R4] ;"),
                         ["another access to global memory: LDG.E.CONSTANT"])

    def test_a_store_beside_that_of_kokkos(self):
        self.assertEqual(self.damaged("LDGDEPBAR ;", "STG.E [R2], R4 ;"),
                         ["another access to global memory: STG.E"])

    def test_too_few_of_an_instruction(self):
        self.assertEqual(self.damaged("LDS.128 R8, [R2+0x10]", "LDS.64 R8, [R2+0x10]"),
                         ["1 times LDS.128, at least 2"])
        self.assertEqual(self.damaged("PRMT", "IMAD"), ["0 times PRMT, at least 1"])

    def test_a_longer_loop(self):
        self.assertEqual(self.damaged("PRMT R4, R4, 0x5410, R8 ;",
                                      "PRMT R4, R4, 0x5410, R8 ;\n /*0058*/ NOP ;\n /*005a*/ NOP ;"),
                         ["7.00 instructions of a loop for STG.E.EF.128, at most 6.0"])
        self.assertEqual(self.damaged("@P0  BRA `(.L_x_2)", "@P0  BRA `(.L_x_9)"),
                         ["8.00 instructions of a loop for STG.E.EF.128, at most 6.0"])
        self.assertEqual(self.damaged("BRA", "NOP"),
                         ["inf instructions of a loop for STG.E.EF.128, at most 6.0"])

    def test_a_call(self):
        self.assertEqual(self.damaged("`(.L_x_34)", "`(_Z4move)"), ["a call: `(_Z4move) ;"])

    def test_without_a_disassembler_registers_count(self):
        gate = gates.read_table(TABLE)["Kernel<4>"]
        self.assertEqual(list(gates.complaints(gate, 32, None)), [])
        self.assertEqual(len(list(gates.complaints(gate, 41, None))), 1)


class Fatbin(unittest.TestCase):
    @staticmethod
    def entry(arch, elf):
        header = struct.pack("<HHIQ", 2, 257, 64, len(elf)).ljust(28, b"\0")
        return (header + struct.pack("<I", arch)).ljust(64, b"\0") + elf

    def test_has_the_cubins_of_each_architecture(self):
        entries = self.entry(80, b"\x7fELF80") + self.entry(90, b"\x7fELF9.")
        fatbin = struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entries)) + entries
        self.assertEqual(list(gates.cubins(fatbin)), [("80", b"\x7fELF80"), ("90", b"\x7fELF9.")])

    def test_that_is_none_or_compressed_is_refused(self):
        with self.assertRaises(ValueError):
            list(gates.cubins(b"\x7fELF" + bytes(32)))
        entry = self.entry(80, b"zstd")
        with self.assertRaises(ValueError):
            list(gates.cubins(struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entry)) + entry))


class Report(unittest.TestCase):
    LOG = """ptxas info    : Compiling entry function '_ZN6isomer4moveEv' for 'sm_90'
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 16 bytes smem
"""

    def complaints(self, old="", new=""):
        self.assertIn(old, self.LOG)
        kernel, = report.kernels(self.LOG.replace(old, new, 1).splitlines())
        self.assertTrue(kernel.is_ours)
        self.assertEqual((kernel.arch, kernel.registers), ("90", 40))
        return list(kernel.complaints())

    def test_a_kernel_that_keeps_all_in_registers_passes(self):
        self.assertEqual(self.complaints(), [])
        self.assertEqual(self.complaints(", 16 bytes smem"), [])

    def test_local_memory(self):
        for what in ["0 bytes stack", "0 bytes spill stores", "0 bytes spill loads"]:
            self.assertEqual(self.complaints(what, "8" + what[1:]), ["uses local memory"])

    def test_fixed_shared_memory(self):
        self.assertEqual(self.complaints("16 bytes smem", "128 bytes smem"),
                         ["fixes 128 bytes of shared memory"])


class Table(unittest.TestCase):
    def test_names_what_each_kernel_has(self):
        table = gates.read_table((FOLDER / "gates.txt").read_text(encoding="utf-8"))
        self.assertGreaterEqual(len(table), 30)
        for name, gate in table.items():
            self.assertTrue(gate.accesses, name)
            self.assertLessEqual(gate.registers, 128, name)


if __name__ == "__main__":
    unittest.main()
