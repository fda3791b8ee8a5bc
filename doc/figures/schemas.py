# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures of doc/schemas.md: the four schemas of TTLG and the tile of a processor."""

from svg_figure import BLUE, GREEN, ORANGE, PAPER, PURPLE, SOFT, TONES, Figure


def fvi_match_large():
    """[a, b, c] -> [a, c, b]: each run of a on its own."""
    figure = Figure(760, 210)
    b_count, c_count, width = 3, 2, 104
    left, top, bottom = 116, 44, 140
    source = [(b, c) for c in range(c_count) for b in range(b_count)]
    target = [(b, c) for b in range(b_count) for c in range(c_count)]
    for y, places in ((top, source), (bottom, target)):
        for k, (b, c) in enumerate(places):
            figure.cell(left + k * width, y, width, 30, f"a..  b={b} c={c}", TONES[b][0], 12)
    for k, (b, c) in enumerate(target):
        start = left + (source.index((b, c)) + 0.5) * width
        figure.arrow(start, top + 31, left + (k + 0.5) * width, bottom - 1, TONES[b][1])
    figure.text(16, top + 20, "[a, b, c]", anchor="start", bold=True)
    figure.text(16, bottom + 20, "[a, c, b]", anchor="start", bold=True)
    figure.span(left, left + width, top - 12, "256 bytes or more")
    figure.note(left, bottom + 52, "No buffer: each run goes from where it lies to where it belongs.")
    return figure


def name_the_places(figure, y, first, second):
    """What stands above source, buffer and destination, and what happens between them."""
    figure.text(130, 28, "source", bold=True)
    figure.text(392, 28, "buffer, in cache", bold=True)
    figure.text(630, 28, "destination", bold=True)
    figure.step(246, 326, y, *first)
    figure.step(460, 536, y, *second)


def fvi_match_small():
    """[a, b, c] -> [a, c, b] with a of two words."""
    figure = Figure(760, 256)
    word, high = 16, 24

    def run(x, y, b, c, inside):
        figure.cell(x, y, 2 * word, high, f"b{b}c{c}" if inside else "",
                    TONES[b][0] if inside else PAPER, 10)

    for c in range(5):
        for b in range(6):
            run(36 + b * 2 * word, 66 + c * high, b % 4, c, b < 4 and c < 3)
    figure.frame(36, 66, 8 * word, 3 * high)
    figure.span(36, 36 + 2 * word, 58, "a")
    figure.text(132, 206, "runs of a, along b, then c", fill=SOFT)
    for b in range(4):
        for c in range(3):
            run(344 + c * 2 * word, 78 + b * high, b, c, True)
    for b in range(4):
        for c in range(5):
            run(552 + c * 2 * word, 78 + b * high, b, c, c < 3)
    figure.frame(552, 78, 6 * word, 4 * high)
    figure.span(552, 552 + 6 * word, 70, "long runs")
    figure.text(632, 206, "runs of a, along c, then b", fill=SOFT)
    name_the_places(figure, 126, ("gather", "whole runs"), ("stream",))
    figure.note(36, 238, "Runs of a are too short to be written one by one. In the buffer those meet "
                "that are neighbours in the output.")
    return figure


def orthogonal_distinct():
    """[a, b, c] -> [c, b, a]: rows and columns of a slice are different axes."""
    figure = Figure(760, 266)
    side, rows, cols = 24, 4, 3

    def word(r, c):
        return "abcdefghijkl"[r * cols + c] if r < rows and c < cols else ""

    def tone(r, c):
        return TONES[c][0] if r < rows and c < cols else PAPER

    figure.grid(56, 62, 6, 7, side, word, tone)
    figure.frame(56, 62, cols * side, rows * side)
    figure.span(56, 56 + cols * side, 54, "columns: a")
    figure.text(30, 106, "rows:", 12, fill=SOFT)
    figure.text(30, 121, "c", 12, fill=SOFT)
    figure.grid(344, 78, cols, rows, side, lambda r, c: word(c, r), lambda r, c: tone(c, r))
    figure.grid(552, 78, 5, 6, side, lambda r, c: word(c, r), lambda r, c: tone(c, r))
    figure.frame(552, 78, rows * side, cols * side)
    figure.span(552, 552 + rows * side, 70, "runs: c")
    name_the_places(figure, 118, ("transpose", "in registers"), ("stream",))
    figure.note(36, 232, "[a, b, c] -> [c, b, a]: the input's runs come from a, the output's from c; "
                "no axis serves both.", "b is walked from tile to tile.")
    return figure


def side_of_arbitrary(figure, y, title, order, taken):
    """The axes of one side, fastest first, and those that its run takes."""
    extents = {"a": 8, "b": 2, "c": 8, "d": 8}
    tones = {"a": BLUE, "b": PURPLE, "c": PURPLE, "d": ORANGE}
    figure.text(20, y + 22, title, anchor="start", bold=True)
    x = 96
    for name in order:
        width = 64 if name == "b" else 112
        figure.cell(x, y, width, 34, f"{name}: {extents[name]}",
                    tones[name][0] if name in taken else PAPER, 12)
        x += width
    run = sum(64 if name == "b" else 112 for name in taken)
    figure.frame(96, y, run, 34)
    figure.span(96, 96 + run, y - 10, f"{{{', '.join(taken)}}}: 128 words")


def orthogonal_arbitrary():
    """[a, b, c, d] -> [c, b, d, a] with 8, 2, 8, 8: the example of TTLG's section III."""
    figure = Figure(760, 290)
    side_of_arbitrary(figure, 42, "input", "abcd", "abc")
    side_of_arbitrary(figure, 118, "output", "cbda", "cbd")
    figure.note(532, 56, "b and c serve both sides. Slices", "without common axes have runs",
                "of less than 32 words on one of", "the sides: 16 x 8, 8 x 16, 8 x 128.")
    rows = (("row", "source"), ("c = 0", "0"), ("c = 1", "16"), ("c = 2", "32"), ("..", ".."))
    columns = (("column", "buffer"), ("a = 0", "0"), ("a = 1", "128"), ("a = 2", "256"), ("..", ".."))
    for x, table, tone in ((96, rows, ORANGE), (270, columns, BLUE)):
        for k, pair in enumerate(table):
            for j, content in enumerate(pair):
                figure.cell(x + 74 * j, 178 + 19 * k, 74, 19, content, tone[0] if k == 0 else PAPER)
    figure.note(450, 192, "Tables in words: where each row comes from",
                "and where each column goes. A block adds them",
                "to two addresses; the axes that are neither", "(b, d) are walked around it.")
    return figure


def cpu_tile():
    """Rows, columns, blocks, the staging buffer and its runs, for a matrix."""
    figure = Figure(760, 388)
    side, rows, cols, high = 20, 8, 4, 4

    def name(r, c):
        return f"{'abcdefgh'[r]}{c}" if r < rows and c < cols else ""

    def tone(r, c):
        return (BLUE if r < high else PURPLE)[0] if r < rows and c < cols else PAPER

    figure.text(146, 28, "source", bold=True)
    figure.grid(56, 76, 9, 9, side, name, tone, 10)
    figure.frame(56, 76, cols * side, rows * side)
    figure.span(56, 56 + cols * side, 66, "columns")
    figure.text(30, 152, "rows,", 12, fill=SOFT)
    figure.text(30, 167, "~64", 12, fill=SOFT)
    figure.frame(56, 76, cols * side, high * side, ORANGE[1], 3)
    figure.arrow(150, 246, 230, 246, thickness=2)
    figure.text(146, 278, "tiles are walked along the rows,", 11, fill=SOFT)
    figure.text(146, 293, "which are prefetched", 11, fill=SOFT)

    figure.text(400, 28, "two staging buffers", bold=True)
    figure.step(246, 308, 116, "block", "by block")
    for k, title in enumerate(("tile n, being gathered", "tile n - 1, leaving")):
        top = 70 + 140 * k
        figure.text(400, top - 10, title, 12, fill=SOFT)
        figure.grid(320, top, cols, rows, side, lambda r, c: name(c, r),
                    lambda r, c, k=k: tone(c, r) if k == 0 else GREEN[0], 10)
        figure.frame(320, top, rows * side, cols * side)
    figure.frame(320, 70, high * side, cols * side, ORANGE[1], 3)
    figure.text(400, 166, "the tile in output order", 11, fill=SOFT)

    figure.text(640, 28, "destination", bold=True)
    figure.grid(560, 130, 8, 8, side, lambda r, c: "",
                lambda r, c: GREEN[0] if 4 <= r < 4 + cols else PAPER)
    for r in range(cols):
        figure.arrow(482, 220 + side * r, 558, 220 + side * r, GREEN[1], 2)
    figure.frame(560, 210, rows * side, cols * side, GREEN[1], 3)
    figure.text(640, 118, "runs, streamed in whole lines", 11, fill=SOFT)
    figure.note(36, 330, "Orange: one block, as many rows as a vector has words, transposed in "
                "registers and stored by columns.",
                "While one tile is gathered, the one before leaves the other buffer past the caches: "
                "reads and writes overlap.",
                "A line of the destination is written once, as a whole: it never has to be read.")
    return figure


def skewed_tile():
    """A tile whose columns are cut where lines of the output begin: lines of four words."""
    figure = Figure(760, 356)
    side, line, cols, tile, rows = 22, 4, 5, 8, 13
    # Columns of 13 words: each begins a word later in its line than the one before.
    to_line = [-rows * c % line for c in range(cols)]

    def line_of(r, c):
        return (r - to_line[c]) // line

    def tone(r, c):
        begins = to_line[c] + line_of(r, c) * line
        return TONES[line_of(r, c)][0] if 0 <= begins < tile else PAPER

    figure.text(146, 28, "source", bold=True)
    figure.grid(92, 60, rows, cols, side, lambda r, c: "abcde"[c] + str(r), tone, 10)
    figure.frame(92, 60, cols * side, tile * side)
    figure.text(84, 60 + 4.5 * side, "rows of", 12, "end", SOFT)
    figure.text(84, 60 + 5.2 * side, "the tile", 12, "end", SOFT)
    figure.text(84, 60 + 9.5 * side, "rows of", 12, "end", SOFT)
    figure.text(84, 60 + 10.2 * side, "the next", 12, "end", SOFT)
    figure.step(222, 306, 150, "a word of each", "of four rows")

    figure.text(540, 28, "destination, a column after the other", bold=True)
    for c in range(cols):
        top = 60 + c * 40
        start = 320 + rows * c % line * side
        for r in range(rows):
            figure.cell(start + r * side, top, side, side, "abcde"[c] + str(r), tone(r, c), 10)
        for k in range(5):
            figure.path(f"M{320 + k * line * side:g} {top - 5:g}v{side + 10:g}", ORANGE[1], 2, False)
    figure.text(320, 274, "lines begin (orange)", 11, "start", SOFT)
    figure.note(320, 300, "What has a colour leaves with this tile, as whole lines.",
                "The last line of a column takes words of the next tile's rows;",
                "what stands before its first went with the tile before.")
    return figure


def figures():
    all_figures = (fvi_match_large, fvi_match_small, orthogonal_distinct, orthogonal_arbitrary,
                   cpu_tile, skewed_tile)
    return {draw.__name__: draw().finished(draw.__doc__) for draw in all_figures}
