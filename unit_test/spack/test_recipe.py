# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Spack recipe says of this project what its CMake files say."""

import pathlib
import re
import shutil
import subprocess
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPOSITORY = ROOT / "packaging" / "spack"


class Spec:
    """A spec with the variants that are on."""

    def __init__(self, on):
        self.on = on

    def __contains__(self, text):
        return (text[1:] in self.on) == (text[0] == "+")

    def satisfies(self, text):
        return text == "^kokkos+wrapper" and "wrapper" in self.on


class Package:
    """What a recipe inherits: definitions as Spack writes them."""

    run_tests = False

    def __init__(self, on):
        self.spec = Spec(on)

    def __getitem__(self, name):
        return types.SimpleNamespace(kokkos_cxx="/wrapper/of/" + name)

    @staticmethod
    def define(name, value):
        if isinstance(value, bool):
            return f"-D{name}:BOOL={'ON' if value else 'OFF'}"
        return f"-D{name}:STRING={value}"

    def define_from_variant(self, name, variant):
        assert variant in DIRECTIVES["variant"], variant
        return self.define(name, "+" + variant in self.spec)


DIRECTIVES = {}


def directive(name):
    def record(*words, **settings):
        DIRECTIVES.setdefault(name, {})[words[0]] = settings

    return record


def recipe():
    """The recipe's class, executed with the stand-in."""
    DIRECTIVES.clear()
    stand_in = types.ModuleType("spack.package")
    stand_in.CMakePackage = Package
    for name in ("version", "variant", "depends_on", "conflicts", "license"):
        setattr(stand_in, name, directive(name))
    sys.modules["spack"] = types.ModuleType("spack")
    sys.modules["spack.package"] = stand_in
    path = REPOSITORY / "packages" / "isomer" / "package.py"
    names = {"__file__": str(path), "__name__": "recipe"}
    exec(compile(path.read_text(), str(path), "exec"), names)
    del sys.modules["spack"], sys.modules["spack.package"]
    return names["Isomer"]


def values(*on):
    """The definitions for a spec with these variants, by name."""
    pattern = re.compile(r"-D([^:]+):[A-Z]+=(.*)")
    return dict(pattern.fullmatch(word).groups() for word in recipe()(on).cmake_args())


class Recipe(unittest.TestCase):
    def test_gives_cmake_what_the_variants_say(self):
        plain = values("openmp", "serial", "program")
        self.assertEqual(plain["Isomer_ENABLE_PROGRAM"], "ON")
        self.assertEqual(plain["Isomer_ENABLE_EXAMPLES"], "OFF")
        self.assertEqual(plain["Isomer_ENABLE_TESTS"], "OFF")
        self.assertEqual(plain["BUILD_SHARED_LIBS"], "OFF")
        self.assertEqual(plain["ISOMER_KOKKOS_PROVIDER"], "system")
        self.assertEqual(plain["CMAKE_DISABLE_FIND_PACKAGE_KokkosKernels"], "ON")
        self.assertNotIn("ISOMER_REQUIRE_DEVICE", plain)
        self.assertNotIn("CMAKE_CXX_COMPILER", plain)
        other = values("shared", "examples", "kokkos-kernels", "cuda", "wrapper")
        self.assertEqual(other["Isomer_ENABLE_PROGRAM"], "OFF")
        self.assertEqual(other["Isomer_ENABLE_EXAMPLES"], "ON")
        self.assertEqual(other["BUILD_SHARED_LIBS"], "ON")
        self.assertEqual(other["CMAKE_DISABLE_FIND_PACKAGE_KokkosKernels"], "OFF")
        self.assertEqual(other["ISOMER_REQUIRE_DEVICE"], "CUDA")
        self.assertEqual(other["CMAKE_CXX_COMPILER"], "/wrapper/of/kokkos")

    def test_names_options_that_there_are(self):
        options = (ROOT / "cmake" / "options.cmake").read_text()
        kokkos = (ROOT / "cmake" / "kokkos" / "kokkos.cmake").read_text()
        for name in values("cuda"):
            if name.startswith(("Isomer_", "ISOMER_", "BUILD_SHARED")):
                self.assertRegex(options + kokkos, rf"\b{name}\b")

    def test_asks_for_the_versions_that_cmake_asks_for(self):
        recipe()
        needed = DIRECTIVES["depends_on"]
        kokkos = (ROOT / "cmake" / "kokkos" / "kokkos.cmake").read_text()
        least = re.search(r"ISOMER_KOKKOS_MINIMUM (\S+)\)", kokkos)[1]
        newest = re.search(r"ISOMER_KOKKOS_RELEASE (\d+\.\d+)", kokkos)[1]
        self.assertIn(f"kokkos@{least}:{newest}", needed)
        self.assertIn(f"kokkos-kernels@{least}:{newest}", needed)
        cmake = re.search(r"cmake_minimum_required\(VERSION (\S+)\)",
                          (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertIn(f"cmake@{cmake}:", needed)

    def test_takes_a_kokkos_with_the_devices_of_its_variants(self):
        recipe()
        for device in ("openmp", "serial", "threads", "cuda"):
            self.assertIn(device, DIRECTIVES["variant"])
            self.assertEqual(DIRECTIVES["depends_on"][f"kokkos+{device}"], {"when": f"+{device}"})
            self.assertEqual(DIRECTIVES["depends_on"][f"kokkos~{device}"], {"when": f"~{device}"})

    def test_fetches_the_checkout_that_it_lies_in(self):
        self.assertEqual(recipe().git, f"file://{ROOT}")

    @unittest.skipUnless(shutil.which("spack"), "Spack is not installed")
    def test_is_understood_by_spack(self):
        subprocess.run(["spack", "-c", f"repos:[{REPOSITORY}]", "info", "isomer"], check=True,
                       stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main()
