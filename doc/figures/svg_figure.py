# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The few shapes that the figures are made of, and their common look.

A figure stands on a light card of its own, so it reads the same on white and dark pages.
"""

from xml.sax.saxutils import escape

INK = "#1f2937"
SOFT = "#6b7280"
GRID = "#9ca3af"
PAPER = "#ffffff"
GREY = "#e5e7eb"
# A light and a strong tone each.
BLUE = ("#cfe0f3", "#4c82c3")
ORANGE = ("#fbe0c4", "#e08a3c")
GREEN = ("#d5e8cd", "#6aa35a")
PURPLE = ("#e8d5ec", "#a56cb4")
TONES = (BLUE, ORANGE, GREEN, PURPLE)


class Figure:
    def __init__(self, width, height):
        self.width, self.height, self.body = width, height, []

    def box(self, x, y, width, height, fill=PAPER, stroke=GRID, thickness=1):
        self.body.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
                         f'fill="{fill}" stroke="{stroke}" stroke-width="{thickness:g}"/>')

    def frame(self, x, y, width, height, stroke=INK, thickness=2):
        self.box(x, y, width, height, "none", stroke, thickness)

    def text(self, x, y, content, size=12, anchor="middle", fill=INK, bold=False):
        weight = ' font-weight="bold"' if bold else ""
        self.body.append(f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
                         f'fill="{fill}"{weight}>{escape(content)}</text>')

    def note(self, x, y, *lines, anchor="start", size=12):
        for k, line in enumerate(lines):
            self.text(x, y + k * (size + 4), line, size, anchor, SOFT)

    def path(self, d, stroke=INK, thickness=1.5, arrow=True):
        tip = ' marker-end="url(#tip)"' if arrow else ""
        self.body.append(f'<path d="{d}" fill="none" stroke="{stroke}" '
                         f'stroke-width="{thickness:g}"{tip}/>')

    def arrow(self, x1, y1, x2, y2, stroke=INK, thickness=1.5):
        self.path(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", stroke, thickness)

    def step(self, x1, x2, y, *lines):
        """An arrow to the right with what happens on the way above it."""
        self.arrow(x1, y, x2, y, thickness=2)
        for k, line in enumerate(reversed(lines)):
            self.text((x1 + x2) / 2, y - 8 - 15 * k, line)

    def span(self, x1, x2, y, label):
        """How far something reaches, with its name."""
        self.path(f"M{x1:g} {y - 4:g}v8M{x1:g} {y:g}H{x2:g}M{x2:g} {y - 4:g}v8", SOFT, 1, False)
        self.text((x1 + x2) / 2, y - 6, label, 12, fill=SOFT)

    def cell(self, x, y, width, height, content="", fill=PAPER, size=11, ink=INK):
        self.box(x, y, width, height, fill)
        if content != "":
            self.text(x + width / 2, y + height / 2 + size * 0.36, str(content), size, fill=ink)

    def grid(self, x, y, rows, cols, side, content, fill, size=11):
        for r in range(rows):
            for c in range(cols):
                self.cell(x + c * side, y + r * side, side, side, content(r, c), fill(r, c), size)

    def finished(self, name):
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="Helvetica, Arial, sans-serif">',
            f"<title>{escape(name)}</title>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" '
            'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">'
            f'<path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>',
            f'<rect x="0.5" y="0.5" width="{self.width - 1}" height="{self.height - 1}" rx="8" '
            'fill="#f8f8f5" stroke="#d1d5db"/>', *self.body, "</svg>", ""])
