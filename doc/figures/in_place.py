# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures of doc/in_place.md: how each decomposition moves data.

Cells hold the place that an element had before. Where everything ends up is computed by the steps
that are drawn, and compared with the transpose.
"""

from math import gcd

from svg_figure import BLUE, GREY, INK, ORANGE, SOFT, TONES, Figure


def halve_triangle(first, tiles, order):
    """The pairs (i, j), i < j, as src/in_place/square/pair_order.hpp visits them."""
    if tiles > 1:
        half = tiles // 2
        halve_triangle(first, half, order)
        halve_rectangle(first, half, first + half, tiles - half, order)
        halve_triangle(first + half, tiles - half, order)


def halve_rectangle(i, rows, j, cols, order):
    if rows == 1 and cols <= 4:
        order += [(i, j + k) for k in range(cols)]
    elif rows >= cols or cols <= 4:
        halve_rectangle(i, rows // 2, j, cols, order)
        halve_rectangle(i + rows // 2, rows - rows // 2, j, cols, order)
    else:
        halve_rectangle(i, rows, j, cols // 2, order)
        halve_rectangle(i, rows, j + cols // 2, cols - cols // 2, order)


def square():
    """Square matrices in place: pairs of tiles change places."""
    figure = Figure(760, 236)
    tiles, side, left, top = 4, 44, 32, 30
    order = []
    halve_triangle(0, tiles, order)
    for row in range(tiles):
        for col in range(tiles):
            x, y = left + col * side, top + row * side
            if row == col:
                figure.cell(x, y, side, side, "", GREY)
                figure.path(f"M{x + 10:g} {y + 10:g}l{side - 20:g} {side - 20:g}", SOFT, 1.5, False)
            else:
                number = order.index((min(row, col), max(row, col))) + 1
                figure.cell(x, y, side, side, f"{number}" if row > col else f"{number}'",
                            TONES[(number - 1) % 4][0], 14)
    figure.text(352, 44, "one pair of tiles", bold=True)
    word = 20

    def lower(r, c):
        return "abcdefghi"[3 * r + c]

    def upper(r, c):
        return "ABCDEFGHI"[3 * r + c]

    for x, flip in ((262, False), (442, True)):
        for y, place in ((64, 0), (148, 1)):
            name, tone = ((lower, BLUE), (upper, ORANGE))[place ^ flip]
            figure.grid(x, y, 3, 3, word,
                        lambda r, c, n=name, f=flip: n(c, r) if f else n(r, c),
                        lambda r, c, t=tone: t[0])
    for x in (250, 516):
        figure.text(x, 98, "3")
        figure.text(x, 182, "3'")
    figure.arrow(326, 94, 438, 178)
    figure.arrow(326, 178, 438, 94)
    figure.text(382, 76, "load both,")
    figure.text(382, 204, "transpose in")
    figure.text(382, 219, "registers, store")
    figure.note(560, 64, "1 to 6 is the order: a halving", "of the triangle over and over,",
                "so that neighbours stay in", "every level of cache.", "",
                "Tiles on the diagonal are", "transposed where they lie.", "",
                "One pass, no workspace.")
    return figure


def panel():
    """A matrix in panels: pieces of columns into slots, then cycles of pieces."""
    figure = Figure(760, 424)
    rows, cols, height = 6, 4, 3
    panels = rows // height
    side = 26

    def cell(x, y, width, high, number, size):
        p, j = number // cols // height, number % cols
        figure.cell(x, y, width, high, number, TONES[j][p], size, "#ffffff" if p else INK)

    figure.text(92, 28, f"{rows} x {cols}, two panels", bold=True)
    for r in range(rows):
        for c in range(cols):
            cell(40 + c * side, 44 + r * side, side, side, r * cols + c, 11)
    for p in range(panels):
        figure.frame(40, 44 + p * height * side, cols * side, height * side)

    pieces = [(p, j) for p in range(panels) for j in range(cols)]
    word, left, first_top, last_top = 17, 316, 84, 270

    def strip(top, held):
        for slot, (p, j) in enumerate(held):
            for k in range(height):
                cell(left + (slot * height + k) * word, top, word, 26, (p * height + k) * cols + j,
                     9)
            figure.frame(left + slot * height * word, top, height * word, 26, thickness=1.5)

    figure.step(158, 306, 97, "first pass: panels", "through registers")
    figure.text(left, 66, "pieces of columns, in slots that have been read already",
                anchor="start", fill=SOFT)
    strip(first_top, pieces)

    # Piece (p, j) is part p of column j: it belongs into slot j * panels + p.
    home = [j * panels + p for p, j in pieces]
    tone = {}
    for start in range(len(home)):
        at, colour = start, TONES[len(set(tone.values())) % 4][1]
        while at not in tone and home[at] != at:
            tone[at] = colour
            at = home[at]
    for at, to in enumerate(home):
        a, b = (left + (slot + 0.5) * height * word for slot in (at, to))
        figure.path(f"M{a:g} 112C{a:g} 190 {b:g} 190 {b:g} {last_top - 2:g}", tone.get(at, SOFT), 2)
    figure.text(232, 186, "second pass: pieces")
    figure.text(232, 202, "follow their cycles")
    last = [None] * len(pieces)
    for piece, slot in zip(pieces, home):
        last[slot] = piece
    strip(last_top, last)
    flat = [(p * height + k) * cols + j for p, j in last for k in range(height)]
    assert flat == [r * cols + c for c in range(cols) for r in range(rows)]

    figure.text(92, 248, f"{cols} x {rows}", bold=True)
    small = 20
    for slot, number in enumerate(flat):
        cell(32 + slot % rows * small, 262 + slot // rows * small, small, small, number, 10)
    figure.arrow(306, 302, 164, 302, thickness=2)
    figure.text(236, 320, "is the transpose")
    figure.note(32, 374, "A piece is one column of a panel, contiguous in the result. Slots of the second "
                "pass are final places.", "Long cycles are cut into segments for the threads; what "
                "does not divide waits in the workspace.",
                "The mirror, for the other direction, takes both passes in reverse order.")
    return figure


def skinny():
    """Records to columns in place: panels of records, then cycles of pieces."""
    figure = Figure(760, 258)
    fields, records, vector, side, left = 3, 8, 4, 25, 100
    groups = records // vector

    def row(y, title, elements, group):
        figure.text(20, y + 16, title, anchor="start", bold=True)
        for k, (f, n) in enumerate(elements):
            figure.cell(left + k * side, y, side, 24, f"{'xyz'[f]}{n}", TONES[f][0], 10)
        for k in range(0, len(elements), group):
            figure.frame(left + k * side, y, group * side, 24, thickness=1.5)

    pieces = [(g, f) for g in range(groups) for f in range(fields)]
    columns = [(g, f) for f in range(fields) for g in range(groups)]

    def elements_of(order):
        return [(f, g * vector + k) for g, f in order for k in range(vector)]

    row(54, "records", [(f, n) for n in range(records) for f in range(fields)], fields * vector)
    for g in range(groups):
        start = left + g * fields * vector * side
        figure.span(start, start + fields * vector * side, 44, "a panel of records")
    figure.note(left, 104, "first pass: loads, shuffles within registers, stores")
    row(118, "pieces", elements_of(pieces), vector)
    for at, piece in enumerate(pieces):
        to = columns.index(piece)
        a, b = (left + (slot + 0.5) * vector * side for slot in (at, to))
        figure.arrow(a, 143, b, 192, TONES[piece[1]][1], 2)
    row(194, "columns", elements_of(columns), records)
    figure.note(left, 242, "second pass: pieces follow their cycles. Columns become records by the two "
                "passes in reverse order.")
    return figure


def blocks():
    """Blocks in place: each goes through a buffer in cache."""
    figure = Figure(760, 196)
    side, left, rows, cols, count = 22, 120, 2, 4, 3
    size = rows * cols
    figure.text(16, 60, "memory", anchor="start", bold=True)
    figure.text(16, 140, "buffer", anchor="start", bold=True)
    for block in range(count):
        for k in range(size):
            number = k if block == 2 else k % rows * cols + k // rows
            figure.cell(left + (block * size + k) * side, 44, side, 26, number,
                        GREY if block == 1 else TONES[number // cols][0])
        figure.frame(left + block * size * side, 44, size * side, 26)
    x = left + size * side
    for k in range(size):
        number = k % rows * cols + k // rows
        figure.cell(x + k * side, 124, side, 26, number, TONES[number // cols][0])
    figure.frame(x, 124, size * side, 26)
    figure.arrow(x + 40, 72, x + 40, 121, thickness=2)
    figure.arrow(x + 136, 122, x + 136, 73, thickness=2)
    figure.text(x + 30, 101, "permute", anchor="end")
    figure.text(x + 146, 101, "copy back", anchor="start")
    for block, text in enumerate(("done", "in cache, with the buffer", "prefetched")):
        figure.text(left + (block + 0.5) * size * side, 32, text, 12, fill=SOFT)
    figure.note(left, 180, "Each block is read from memory once and written once: one pass.")
    return figure


def memory_lines(figure, x, y, cells, cols, side, tone):
    """Memory, `cols` cells a line; what is free is grey."""
    for k, number in enumerate(cells):
        fill = GREY if number is None else tone(number)
        figure.cell(x + k % cols * side, y + k // cols * side, side, side,
                    "" if number is None else number, fill, 10)


def cut():
    """Cut in place: what juts out of the square is saved."""
    figure = Figure(760, 272)
    m, n, side, top = 4, 6, 22, 62
    extra = n - m

    def tone(number):
        return (ORANGE if number % n >= m else BLUE)[0]

    start = list(range(m * n))
    saved = [i * n + m + j for j in range(extra) for i in range(m)]
    together = [i * n + j for i in range(m) for j in range(m)] + [None] * (m * extra)
    turned = [j * n + i for i in range(m) for j in range(m)] + [None] * (m * extra)
    done = turned[:m * m] + saved
    assert done == [i * n + j for j in range(n) for i in range(m)]
    places = ((24, start, n, "4 x 6"), (232, together, m, "pushed together"),
              (424, turned, m, "square transposed"), (616, done, m, "6 x 4"))
    for x, cells, cols, title in places:
        figure.text(x + cols * side / 2, 44, title, bold=True)
        memory_lines(figure, x, top, cells, cols, side, tone)
    figure.frame(24, top, m * side, m * side)
    for x in (232, 424, 616):
        figure.frame(x, top, m * side, m * side)
    figure.step(164, 222, top + 50, "save,", "push")
    figure.step(328, 414, top + 50, "transpose")
    figure.step(520, 606, top + 50, "append")
    figure.text(108, 184, "saved, transposed:", 12, fill=SOFT)
    memory_lines(figure, 24 + side, 194, saved, m, side, tone)
    figure.path("M156 216C320 240 520 240 640 200", ORANGE[1], 2)
    figure.note(24, 260, "Tall matrices take the same steps backwards.")
    return figure


def gcd_pass():
    """Sides with a common divisor in place: small blocks, one square of chunks, small blocks."""
    figure = Figure(760, 254)
    d, p, q, side, top = 2, 2, 3, 25, 62
    rows, cols = d * p, d * q

    def tone(number):
        return TONES[number // cols // p * d + number % cols // q][0]

    def block_permuted(cells, extents, axes):
        """Each of d blocks as an array with these extents, its axes in another order."""
        size, result = len(cells) // d, []
        to = [extents[a] for a in axes]
        for block in range(d):
            for a in range(to[0]):
                for b in range(to[1]):
                    for c in range(to[2]):
                        index = [0] * 3
                        for axis, value in zip(axes, (a, b, c)):
                            index[axis] = value
                        i, j, k = index
                        place = (i * extents[1] + j) * extents[2] + k
                        result.append(cells[block * size + place])
        return result

    start = list(range(rows * cols))
    split = block_permuted(start, (p, d, q), (1, 0, 2))
    chunk = p * q
    turned = [split[(j * d + i) * chunk + k] for i in range(d) for j in range(d)
              for k in range(chunk)]
    done = block_permuted(turned, (d, p, q), (2, 0, 1))
    assert done == [i * cols + j for j in range(cols) for i in range(rows)]
    stages = ((start, "4 x 6 = [d][p][d][q]"), (split, "[d][d][p][q]"), (turned, "[d][d][p][q]"),
              (done, "6 x 4 = [d][q][d][p]"))
    for k, (cells, title) in enumerate(stages):
        x = 18 + k * 191
        figure.text(x + cols * side / 2, 44, title, bold=True)
        memory_lines(figure, x, top, cells, cols, side, tone)
        for block in range(d):
            figure.frame(x, top + block * p * side, cols * side, p * side)
        if k > 0:
            figure.arrow(x - 37, top + rows * side / 2, x - 4, top + rows * side / 2, thickness=2)
    for k, lines in enumerate((("each block", "through cache"), ("a square of", "long chunks"),
                               ("each block", "through cache"))):
        figure.note(190 + k * 191, top + rows * side + 26, *lines, anchor="middle")
    figure.note(18, 240, "Memory, six cells a line, with d = 2, p = 2, q = 3; a tone for each chunk "
                "that the square moves as a whole.")
    return figure


def c2r_steps(m, n):
    """The m x n array, row by row, after each step of C2R (Catanzaro, Keller and Garland, 2014)."""
    c = gcd(m, n)
    a, b = m // c, n // c
    steps = [[[i * n + j for j in range(n)] for i in range(m)]]

    def columns_take(place):
        last = steps[-1]
        steps.append([[last[place(i, j) % m][j] for j in range(n)] for i in range(m)])

    columns_take(lambda i, j: i + j // b)  # eq. 23
    shuffled = [[0] * n for _ in range(m)]
    for i in range(m):
        for j in range(n):
            shuffled[i][((i + j // b) % m + j * m) % n] = steps[-1][i][j]  # eq. 24
    steps.append(shuffled)
    columns_take(lambda i, j: i + j)  # eq. 32
    columns_take(lambda i, j: i * n - i // a)  # eq. 33
    return steps


def c2r():
    """C2R in place for 4 x 6: gcd 2, so there is a rotation before."""
    m, n, side, gap = 4, 6, 20, 26
    figure = Figure(760, 262)
    steps = c2r_steps(m, n)
    # Read by columns before, by rows afterwards: the memory of a transposed matrix.
    assert [x for row in steps[-1] for x in row] == [
        steps[0][k % m][k // m] for k in range(m * n)]
    row_at_last = {x: i for i, row in enumerate(steps[-1]) for x in row}
    texts = (("4 x 6", "read by columns:", "0 6 12 18 1 7 .."),
             ("rotate columns", "column j up by", "j / (n / gcd);", "only if gcd > 1"),
             ("shuffle rows", "within each row", "to the column where", "it belongs (eq. 24)"),
             ("rotate columns", "column j up by j", "(eq. 32)"),
             ("permute rows", "the same for all", "columns (eq. 33);", "now read by rows"))
    for k, (step, (title, *lines)) in enumerate(zip(steps, texts)):
        x, y = 18 + k * (n * side + gap), 62
        figure.text(x + n * side / 2, y - 16, title, bold=True)
        figure.grid(x, y, m, n, side, lambda r, c, s=step: s[r][c],
                    lambda r, c, s=step: TONES[row_at_last[s[r][c]]][0], 10)
        if k > 0:
            figure.arrow(x - gap + 4, y + m * side / 2, x - 4, y + m * side / 2, thickness=2)
        figure.note(x + n * side / 2, y + m * side + 24, *lines, anchor="middle")
    figure.note(18, 240, "A tone for each row of the result. R2C takes the inverse steps from right to "
                "left. Columns move in groups.")
    return figure


def cycles():
    """2 x 4 to 4 x 2 by following cycles."""
    figure = Figure(760, 246)
    m, n, side, left, top = 2, 4, 76, 100, 84
    takes = [k % m * n + k // m for k in range(m * n)]
    loops = []
    for start in range(m * n):
        if any(start in loop for loop in loops):
            continue
        loops.append([start])
        while takes[loops[-1][-1]] != start:
            loops[-1].append(takes[loops[-1][-1]])
    moving = [loop for loop in loops if len(loop) > 1]
    # Companions: a position's mirror image moves as it does.
    assert sorted(m * n - 1 - at for at in moving[0]) == sorted(moving[1])
    tone = {at: TONES[k] for k, loop in enumerate(moving) for at in loop}
    for at in range(m * n):
        fill, stroke = tone.get(at, (GREY, SOFT))
        x = left + at * side
        figure.cell(x, top, side, 32, at, fill, 13)
        figure.cell(x, top + 96, side, 32, takes[at], fill, 13)
        figure.arrow(left + (takes[at] + 0.5) * side, top + 33, x + side / 2, top + 94, stroke, 2)
    figure.text(16, top + 21, "2 x 4", anchor="start", bold=True)
    figure.text(16, top + 117, "4 x 2", anchor="start", bold=True)
    named = "  ".join("(" + " ".join(map(str, loop)) + ")" for loop in loops)
    figure.text(left, 34, f"Cycles {named}: each position takes what the next one in its cycle has.",
                anchor="start")
    figure.note(left, 56, "Save the first chunk of a cycle, move the others along, put the saved one "
                "last.")
    figure.note(left, 234, "(3 5 6) is the companion of (1 4 2): positions 7 - 1, 7 - 4, 7 - 2 in "
                "another order. One leader moves both.")
    return figure


def figures():
    all_figures = (square, blocks, panel, skinny, cut, gcd_pass, c2r, cycles)
    return {f"in_place_{draw.__name__}": draw().finished(draw.__doc__) for draw in all_figures}
