#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws of_copy per case, ours and everybody else's, from isomer_perf's JSON files into one SVG.

    isomer_perf --suite=in_place --peers --benchmark_out=in_place.json
    perf_test/plot_peers.py in_place.json permute.json --out peers.svg

Cases that several files hold are merged; a `times_NAME` counter becomes a bar called NAME.
"""

import argparse
import html
import json
import sys

COLOURS = ["#2563ab", "#e08a3c", "#7aa85a", "#a56cb4", "#8a8a8a", "#c9b037", "#4aa3a2", "#b5533c"]
LONGEST = 1.5  # bars of what is faster still end here
MARGIN, LABELS, BARS, BAR, GAP, FONT = 16, 300, 460, 7, 6, 11


def case_name(entry):
    return entry["name"].split("/iterations")[0].replace("/", " ")


def ratios_of(entry):
    """of_copy by name; ours first."""
    ratios = {"isomer": entry["of_copy"]}
    for key, value in entry.items():
        if key.startswith("times_") and value > 0:
            ratios[key[len("times_"):]] = entry["of_copy"] / value
    return ratios


def merged_cases(results):
    cases = {}
    for result in results:
        for entry in result["benchmarks"]:
            if "of_copy" in entry:
                cases.setdefault(case_name(entry), {}).update(ratios_of(entry))
    return cases


def caption(context):
    wanted = ["cpu", "threads", "pages", "isomer_commit", "kokkos_version"]
    return ", ".join(f"{key.replace('isomer_', '')} {context[key]}" for key in wanted
                     if key in context)


def text(x, y, content, anchor="start", size=FONT):
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}">'
            f"{html.escape(content)}</text>")


def rectangle(x, y, width, height, colour, title=""):
    return (f'<rect x="{x:g}" y="{y:g}" width="{width:.2f}" height="{height:g}" fill="{colour}">'
            f"<title>{html.escape(title)}</title></rect>")


def svg_of(results):
    cases = merged_cases(results)
    names = []
    for ratios in cases.values():
        names += [name for name in ratios if name not in names]
    colours = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(names)}
    fastest = max([1.0] + [ratio for ratios in cases.values() for ratio in ratios.values()])
    end = min(fastest, LONGEST)
    left, top = MARGIN + LABELS, 5 * MARGIN + 10
    body, y = [], top
    for case, ratios in cases.items():
        body.append(text(left - 6, y + FONT - 1, case, "end"))
        for name, ratio in ratios.items():
            body.append(rectangle(left, y, min(ratio / end, 1) * BARS, BAR, colours[name],
                                  f"{name} {ratio:.2f}"))
            y += BAR
        y += GAP + max(0, FONT - BAR * len(ratios))
    grid = []
    for quarter in range(int(end * 4) + 1):
        x = left + quarter * 0.25 / end * BARS
        colour = "#222222" if quarter == 4 else "#dddddd"
        grid.append(f'<line x1="{x:g}" y1="{top}" x2="{x:g}" y2="{y:g}" stroke="{colour}"/>')
        grid.append(text(x, top - 4, "copy" if quarter == 4 else f"{quarter * 0.25:g}", "middle"))
    head = [text(MARGIN, 2 * MARGIN, "Speed relative to the streaming copy of the same bytes",
                 size=FONT + 5),
            text(MARGIN, 3 * MARGIN, caption(results[-1]["context"]) if results else "")]
    x = MARGIN
    for name in names:
        head.append(rectangle(x, 3.5 * MARGIN, FONT, FONT, colours[name]))
        head.append(text(x + FONT + 4, 3.5 * MARGIN + FONT - 1, name))
        x += FONT + 24 + 6.5 * len(name)
    width, height = left + BARS + 3 * MARGIN, y + MARGIN
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
         f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" fill="#222222">',
         '<rect width="100%" height="100%" fill="#ffffff"/>'] + head + grid + body + ["</svg>", ""])


def write(path, results):
    with open(path, "w", encoding="utf-8") as file:
        file.write(svg_of(results))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", nargs="+", help="JSON files of isomer_perf --benchmark_out")
    parser.add_argument("--out", required=True, help="the SVG to write")
    options = parser.parse_args()
    results = []
    for path in options.results:
        try:
            with open(path, encoding="utf-8") as file:
                results.append(json.load(file))
        except (OSError, ValueError) as error:
            parser.error(f"{path}: has to be JSON of isomer_perf: {error}")
    write(options.out, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
