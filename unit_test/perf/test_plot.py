# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""perf_test/plot.py on plot_data.json, a few cases of a run of isomer_perf; CTest says where it is."""

import contextlib
import copy
import importlib.util
import io
import json
import os
import pathlib
import tempfile
import unittest

PLOT = os.environ["ISOMER_PERF_SCRIPT"]
DATA = pathlib.Path(__file__).parent / "plot_data.json"


def load_plot():
    spec = importlib.util.spec_from_file_location("plot", PLOT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@unittest.skipIf(importlib.util.find_spec("matplotlib") is None,
                 "matplotlib is missing (Debian: python3-matplotlib)")
class Plot(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.plot = load_plot()
        self.data = json.loads(DATA.read_text(encoding="utf-8"))

    def run_script(self, *words):
        """Exit code and the names that were printed."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()) as told:
            try:
                code = self.plot.main([*map(str, words), f"--out={self.folder / 'out'}"])
            except SystemExit as stop:
                code = stop.code
        self.errors = told.getvalue()
        return code, [pathlib.Path(line).name for line in printed.getvalue().split()]

    def svg(self, name):
        return (self.folder / "out" / name).read_text(encoding="utf-8")

    def test_draws_every_kind_that_the_data_has(self):
        code, names = self.run_script(DATA)
        self.assertEqual(code, 0)
        self.assertEqual(names, [
            "permute_f32_bars.svg", "permute_f32_histogram.svg", "permute_f32_model.svg",
            "in_place_f64_bars.svg", "in_place_f64_histogram.svg", "in_place_f64_heat_map.svg",
            "in_place_f64_model.svg",
            "model_check_f32_bars.svg", "model_check_f32_histogram.svg", "model_check_f32_model.svg"])
        self.assertEqual(sorted(names), sorted(os.listdir(self.folder / "out")))

    def test_writes_png_that_is_png(self):
        self.run_script(DATA, "--format=png", "--kind=heat_map")
        self.assertEqual(os.listdir(self.folder / "out"), ["in_place_f64_heat_map.png"])
        image = (self.folder / "out" / "in_place_f64_heat_map.png").read_bytes()
        self.assertEqual(image[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreater(len(image), 5000)

    def test_bars_name_cases_others_and_the_machine(self):
        self.run_script(DATA, "--kind=bars")
        text = self.svg("in_place_f64_bars.svg")
        for entry in self.data["benchmarks"]:
            if entry["name"].startswith("in_place/"):
                name = entry["name"].split("/iterations")[0].split("/", 1)[1].replace("/", " ")
                self.assertIn(f">{name}<", text)
                self.assertIn(f"{entry['of_copy']:.2f}<", text)
        self.assertIn(">permute_and_copy_back<", text)
        self.assertIn("2 threads", text)

    def test_gives_the_same_file_for_the_same_data(self):
        self.run_script(DATA, "--kind=histogram")
        first = self.svg("in_place_f64_histogram.svg")
        self.run_script(DATA, "--kind=histogram")
        self.assertEqual(first, self.svg("in_place_f64_histogram.svg"))

    def test_says_what_the_choice_of_the_model_costs(self):
        entries = [entry for entry in self.data["benchmarks"]
                   if entry["name"].startswith("model_check/")]
        chosen = min(entries, key=lambda e: e["predicted_over_actual"] * e["real_time"])
        cost = chosen["real_time"] / min(entry["real_time"] for entry in entries)
        self.run_script(DATA, "--kind=model")
        self.assertIn(f"the model's choice: {cost:.2f} times the fastest",
                      self.svg("model_check_f32_model.svg"))

    def entries(self, suite, figures):
        """A result of a suite whose cases have figures of their own."""
        made = []
        for k, own in enumerate(figures):
            made.append({"name": f"{suite}/{own.pop('case')}/iterations:1/manual_time",
                         "real_time": 1e6 * (k + 1), "time_unit": "ns", "of_copy": 0.5,
                         "gigabytes_per_second": 10.0 + k, "predicted_over_actual": 0.8, **own})
        return {"benchmarks": made, "context": {"threads": "2"}}

    def test_draws_bandwidth_over_the_number_of_calls(self):
        figures = [{"case": f"025143/f64/7x7x7x7x7x7/calls/{n}", "calls": n} for n in (1, 4, 16)]
        path = self.folder / "calls.json"
        path.write_text(json.dumps(self.entries("call_count", figures)))
        code, names = self.run_script(path, "--kind=calls", "--kind=sizes", "--kind=single_use")
        self.assertEqual((code, names), (0, ["call_count_f64_calls.svg"]))
        text = self.svg(names[0])
        self.assertIn(">025143 f64 7x7x7x7x7x7<", text)
        self.assertIn(">predicted<", text)
        self.assertIn(">calls<", text)

    def test_draws_bandwidth_over_sizes_repeated_and_once(self):
        figures = [{"case": f"025143/f64/{n}x{n}", "array_bytes": 8 * n * n,
                    "once_gigabytes_per_second": 2.0, "once_predicted_over_actual": 0.5}
                   for n in (2, 20, 200)]
        path = self.folder / "sizes.json"
        path.write_text(json.dumps(self.entries("size_sweep", figures)))
        code, names = self.run_script(path, "--kind=calls", "--kind=sizes", "--kind=single_use")
        self.assertEqual((code, names), (0, ["size_sweep_f64_sizes.svg"]))
        text = self.svg(names[0])
        for label in ("axes 025143, repeated", "axes 025143, once", "predicted",
                      "once, predicted"):
            self.assertIn(f">{label}<", text)

    def test_draws_single_uses_beside_repeated_ones(self):
        figures = [{"case": f"025143/f64/{n}x{n}", "repeated_gigabytes_per_second": 30.0}
                   for n in (2, 20, 200)]
        path = self.folder / "once.json"
        path.write_text(json.dumps(self.entries("single_use", figures)))
        code, names = self.run_script(path, "--kind=calls", "--kind=sizes", "--kind=single_use")
        self.assertEqual((code, names), (0, ["single_use_f64_single_use.svg"]))
        self.assertIn(">once, predicted<", self.svg(names[0]))

    def test_a_case_of_several_files_has_the_others_of_all(self):
        more = copy.deepcopy(self.data)
        for entry in more["benchmarks"]:
            entry["times_somebody"] = 2.0
        groups = self.plot.groups([self.data, more])
        cases = groups["in_place", "f64"]
        self.assertEqual(len(cases), sum(entry["name"].startswith("in_place/")
                                         for entry in self.data["benchmarks"]))
        for case in cases:
            self.assertEqual(list(case.others), ["permute_and_copy_back", "somebody"])
            self.assertAlmostEqual(case.others["somebody"], case.of_copy / 2)

    def test_leaves_out_what_has_no_copy_beside_it(self):
        self.data["benchmarks"][0]["error_occurred"] = True
        del self.data["benchmarks"][0]["of_copy"]
        groups = self.plot.groups([self.data])
        self.assertEqual(sum(map(len, groups.values())), len(self.data["benchmarks"]) - 1)

    def test_refuses_what_is_no_result(self):
        for text in ("", "[]", "{}", '{"benchmarks": []}'):
            path = self.folder / "wrong.json"
            path.write_text(text)
            code, names = self.run_script(path)
            self.assertEqual((code, names), (2, []), text)
            self.assertIn("error: ", self.errors)
        self.assertEqual(self.run_script(self.folder / "none.json")[0], 2)


if __name__ == "__main__":
    unittest.main()
