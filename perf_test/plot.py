#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws what isomer_perf has measured, from any number of its JSON files; needs matplotlib.

    isomer_perf --suite=in_place --peers --benchmark_out=in_place.json
    perf_test/plot.py in_place.json --out=plots

For each suite and type in the files: bars (of_copy per case, beside others that were timed), a
histogram, a heat map where cases are matrices, predicted and actual times where every case was
predicted; and bandwidth over cases used once, over the number of calls and over sizes where a suite
has measured these. A case that several files hold appears once, with the others of all of them.
"""

import argparse
import json
import os
import re
import statistics
import sys

try:
    import matplotlib
except ImportError:
    sys.exit("plot.py: needs matplotlib (Debian: python3-matplotlib), which this python3 lacks")
matplotlib.use("Agg")
from matplotlib import pyplot

TYPES = ("u8", "u16", "u32", "u64", "f32", "f64", "c64", "c128")
OURS, MIDDLE = "#2563ab", "#c0392b"
OTHERS = ["#e08a3c", "#7aa85a", "#a56cb4", "#8a8a8a", "#c9b037", "#4aa3a2", "#b5533c"]
STYLE = {"font.size": 9, "axes.titlesize": 10, "axes.spines.top": False, "axes.grid": True,
         "axes.spines.right": False, "axes.axisbelow": True, "grid.color": "#dddddd",
         "svg.hashsalt": "isomer", "svg.fonttype": "none", "figure.dpi": 110}
FIGURES = ("calls", "array_bytes", "once_gigabytes_per_second", "once_predicted_over_actual",
           "repeated_gigabytes_per_second")  # of some suites
FASTEST_SHOWN = 1.5  # bars and bins of what is faster still end here


class Case:
    """One line of a result: what was moved, and how fast beside a copy and beside others."""

    def __init__(self, entry, context):
        self.context = context
        words = entry["name"].split("/iterations")[0].split("/")
        self.suite, self.name = words[0], " ".join(words[1:])
        self.type = next((word for word in words if word in TYPES), "")
        self.of_copy = entry["of_copy"]
        unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[entry["time_unit"]]
        self.seconds = entry["real_time"] * unit
        self.predicted = entry.get("predicted_over_actual", 0) * self.seconds
        self.others = {key[len("times_"):]: self.of_copy / value for key, value in entry.items()
                       if key.startswith("times_") and value > 0}
        self.gigabytes = entry.get("gigabytes_per_second", 0)
        self.predicted_gigabytes = (self.gigabytes / entry["predicted_over_actual"]
                                    if entry.get("predicted_over_actual", 0) > 0 else None)
        self.figures = {name: entry[name] for name in FIGURES if name in entry}
        matrices = [word for word in words if re.fullmatch(r"\d+x\d+", word)]
        self.rows_and_columns = tuple(map(int, matrices[0].split("x"))) if matrices else None


def groups(results):
    """The cases by suite and type, in the order in which they were measured."""
    found = {}
    for result in results:
        for entry in result["benchmarks"]:
            if entry.get("of_copy", 0) > 0:
                case = Case(entry, result["context"])
                group = found.setdefault((case.suite, case.type), {})
                group.setdefault(case.name, case).others.update(case.others)
    return {key: list(group.values()) for key, group in found.items()}


def figure(title, cases, width, height):
    fig, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    context = cases[0].context
    known = [("cpu", "{}"), ("threads", "{} threads"), ("pages", "{} pages"),
             ("kokkos_version", "Kokkos {}"), ("isomer_commit", "commit {}"), ("seed", "seed {}")]
    caption = ", ".join(text.format(context[key]) for key, text in known if key in context)
    fig.supxlabel(caption, fontsize=7, color="#666666")
    axes.set_title(title, loc="left")
    return fig, axes


def mark_copy_and_median(axes, ratios):
    axes.axvline(1, color="#222222", linewidth=1)
    axes.axvline(statistics.median(ratios), color=MIDDLE, linewidth=1, linestyle="--")


def bars(title, cases):
    others = list(dict.fromkeys(name for case in cases for name in case.others))
    colours = {name: OTHERS[k % len(OTHERS)] for k, name in enumerate(others)}
    height = 1.3 + 0.2 * len(cases) + 0.08 * sum(len(case.others) for case in cases)
    ratios = [case.of_copy for case in cases]
    fig, axes = figure(f"{title}: of_copy, geomean {statistics.geometric_mean(ratios):.2f}, median "
                       f"{statistics.median(ratios):.2f}, least {min(ratios):.2f}", cases, 9,
                       height)
    ends, y = [], 0.0
    for case in cases:
        top = y
        for name, ratio in [("Isomer", case.of_copy), *case.others.items()]:
            thickness = 0.8 if name == "Isomer" else 0.4
            axes.barh(y, min(ratio, FASTEST_SHOWN), thickness, align="edge",
                      color=colours.get(name, OURS))
            y += thickness
        axes.text(min(case.of_copy, FASTEST_SHOWN), top + 0.4, f" {case.of_copy:.2f}",
                  va="center", fontsize=7,
                  bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5})
        ends.append((top + y) / 2)
        y += 0.3
    axes.set_yticks(ends, [case.name for case in cases], fontsize=7)
    axes.set_ylim(y, -0.3)
    axes.grid(axis="y", visible=False)
    mark_copy_and_median(axes, ratios)
    axes.tick_params(labeltop=True)
    if others:
        names = ["Isomer", *others]
        handles = [pyplot.Rectangle((0, 0), 1, 1, color=colours.get(name, OURS)) for name in names]
        axes.legend(handles, names, loc="upper right", bbox_to_anchor=(1, -0.15 / height), ncol=7,
                    fontsize=8, frameon=False)
    return fig


def histogram(title, cases):
    ratios = [case.of_copy for case in cases]
    fig, axes = figure(f"{title}: {len(ratios)} cases, median of_copy "
                       f"{statistics.median(ratios):.2f}", cases, 7, 3)
    axes.hist([min(ratio, FASTEST_SHOWN - 1e-9) for ratio in ratios], color=OURS, rwidth=0.92,
              bins=[k * 0.05 for k in range(round(FASTEST_SHOWN / 0.05) + 1)])
    axes.set(xlabel="of_copy", ylabel="cases", xlim=(0, max(1.05, min(max(ratios), FASTEST_SHOWN))))
    axes.yaxis.get_major_locator().set_params(integer=True)
    mark_copy_and_median(axes, ratios)
    return fig


def heat_map(title, cases):
    places = [case for case in cases if case.rows_and_columns]
    if len(places) < 3:
        return None
    fig, axes = figure(title + ": of_copy over rows and columns", places, 6.4, 5.6)
    rows, columns = zip(*(case.rows_and_columns for case in places))
    dots = axes.scatter(columns, rows, c=[case.of_copy for case in places], vmin=0, vmax=1, s=55,
                        marker="s", cmap="viridis")
    if max(rows + columns) > 100 * min(rows + columns):
        axes.set(xscale="log", yscale="log")
    else:
        axes.set(xlim=(0, 1.04 * max(rows + columns)), ylim=(0, 1.04 * max(rows + columns)))
    axes.set(xlabel="columns", ylabel="rows", aspect="equal")
    fig.colorbar(dots, label="of_copy", extend="max")
    return fig


def model(title, cases):
    if not all(case.predicted > 0 for case in cases):
        return None
    cases = sorted(cases, key=lambda case: case.seconds)
    chosen = min(range(len(cases)), key=lambda k: cases[k].predicted)
    fig, axes = figure(f"{title}: predicted and actual time", cases, 8, 3.8)
    for label, colour, times in [("actual", OURS, [1e3 * case.seconds for case in cases]),
                                 ("predicted", OTHERS[0], [1e3 * case.predicted for case in cases])]:
        axes.plot(times, "o-", color=colour, label=label, markersize=4, linewidth=1)
    if all(" variant " in case.name for case in cases):  # of one thing to do
        times = cases[chosen].seconds / cases[0].seconds
        axes.axvline(chosen, color=MIDDLE, linewidth=1, linestyle="--",
                     label=f"the model's choice: {times:.2f} times the fastest")
    axes.set(xlabel="cases, fastest first", ylabel="milliseconds")
    if cases[-1].seconds > 30 * cases[0].seconds:
        axes.set_yscale("log")
    else:
        axes.set_ylim(0, None)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend(fontsize=8)
    return fig


def all_have(cases, *names):
    return all(name in case.figures for case in cases for name in names)


def single_use(title, cases):
    if not all_have(cases, "repeated_gigabytes_per_second"):
        return None
    cases = sorted(cases, key=lambda case: case.figures["repeated_gigabytes_per_second"])
    fig, axes = figure(f"{title}: bandwidth, planning included", cases, 8, 3.8)
    lines = [("repeated", OURS, [case.figures["repeated_gigabytes_per_second"] for case in cases]),
             ("once", MIDDLE, [case.gigabytes for case in cases]),
             ("once, predicted", OTHERS[0], [case.predicted_gigabytes for case in cases])]
    for label, colour, values in lines:
        axes.plot(values, "o", color=colour, label=label, markersize=4)
    axes.set(xlabel="cases, slowest first", ylabel="GB/s", ylim=(0, None))
    axes.legend(fontsize=8)
    return fig


def by_tensor(cases):
    """The cases by what they have in common: their names up to the figure that varies."""
    found = {}
    for case in cases:
        found.setdefault(case.name.split(" calls ")[0], []).append(case)
    return found


def calls(title, cases):
    if not all_have(cases, "calls"):
        return None
    fig, axes = figure(f"{title}: bandwidth over the number of calls, planning included", cases, 8,
                       4.2)
    for k, (name, of_one) in enumerate(by_tensor(cases).items()):
        colour = [OURS, *OTHERS][k % (len(OTHERS) + 1)]
        of_one = sorted(of_one, key=lambda case: case.figures["calls"])
        counts = [case.figures["calls"] for case in of_one]
        axes.plot(counts, [case.gigabytes for case in of_one], "o-", color=colour, label=name,
                  markersize=4, linewidth=1)
        axes.plot(counts, [case.predicted_gigabytes for case in of_one], "--", color=colour,
                  linewidth=1, label="predicted" if k == 0 else None)
    axes.set(xlabel="calls", ylabel="GB/s", ylim=(0, None))
    axes.set_xscale("log", base=2)
    axes.legend(fontsize=7)
    return fig


def sizes(title, cases):
    if not all_have(cases, "array_bytes", "once_gigabytes_per_second"):
        return None
    fig, axes = figure(f"{title}: bandwidth over sizes, repeated (full) and once (hollow)", cases, 8,
                       4.2)
    orders = {}
    for case in cases:
        orders.setdefault(case.name.split()[0], []).append(case)
    for k, (order, of_one) in enumerate(orders.items()):
        colour = [OURS, *OTHERS][k % (len(OTHERS) + 1)]
        of_one = sorted(of_one, key=lambda case: case.figures["array_bytes"])
        places = [case.figures["array_bytes"] for case in of_one]
        once = [case.figures["once_gigabytes_per_second"] for case in of_one]
        predicted = [case.figures["once_gigabytes_per_second"] /
                     case.figures["once_predicted_over_actual"] for case in of_one]
        axes.plot(places, [case.gigabytes for case in of_one], "o-", color=colour, markersize=4,
                  linewidth=1, label=f"axes {order}, repeated")
        axes.plot(places, [case.predicted_gigabytes for case in of_one], "--", color=colour,
                  linewidth=1, label="predicted" if k == 0 else None)
        axes.plot(places, once, "o-", color=colour, markerfacecolor="white", markersize=4,
                  linewidth=1, label=f"axes {order}, once")
        axes.plot(places, predicted, ":", color=colour, linewidth=1,
                  label="once, predicted" if k == 0 else None)
    axes.set(xlabel="bytes of the tensor", ylabel="GB/s", ylim=(0, None))
    axes.set_xscale("log", base=2)
    axes.legend(fontsize=7)
    return fig


KINDS = {"bars": bars, "histogram": histogram, "heat_map": heat_map, "model": model,
         "single_use": single_use, "calls": calls, "sizes": sizes}


def draw(results, folder, kinds, file_format):
    """Writes the files and gives their names."""
    os.makedirs(folder, exist_ok=True)
    written = []
    with pyplot.rc_context(STYLE):
        for (suite, element_type), cases in groups(results).items():
            for kind in kinds:
                fig = KINDS[kind](f"{suite} {element_type}", cases)
                if fig is not None:
                    written.append(os.path.join(
                        folder, f"{suite}_{element_type}_{kind}.{file_format}"))
                    fig.savefig(written[-1], metadata={"Date": None} if file_format == "svg" else {})
                    pyplot.close(fig)
    return written


def read(path, parser):
    try:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
        return {"benchmarks": result["benchmarks"], "context": result.get("context", {})}
    except (OSError, ValueError, KeyError, TypeError) as error:
        return parser.error(f"{path}: has to be JSON of isomer_perf: {error}")


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", nargs="+", help="JSON files of isomer_perf --benchmark_out")
    parser.add_argument("--out", default=".", metavar="DIR", help="where the files go (here)")
    parser.add_argument("--kind", action="append", choices=list(KINDS),
                        help="may be repeated; all that the data has unless given")
    parser.add_argument("--format", choices=["svg", "png", "pdf"], default="svg")
    options = parser.parse_args(words)
    results = [read(path, parser) for path in options.results]
    written = draw(results, options.out, options.kind or list(KINDS), options.format)
    if not written:
        parser.error("none of the files has a case that was measured beside a copy")
    print("\n".join(written))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
