#!/usr/bin/env python3
"""Draws a roofline as SVG from the rows that attention_bench --ratios printed.

    attention_bench --ratios > RATIOS.jsonl      # several runs, each into a file of its own
    roofline.py RATIOS.jsonl ... > roofline.svg

A row is drawn as its worst run has it. The roofs are the rows' median G (matmul) and R (reading) themselves. A machine's speed drifts
between rows, so a point stands at its ratio times its yardstick's roof, its bar over the 95 %
interval. Rows without flops_per_byte have no place here.
"""

import argparse
import math
import statistics
import sys
from xml.sax.saxutils import escape

import runs

WIDTH, HEIGHT = 1120, 560
LEFT, RIGHT, TOP, BOTTOM = 70, 330, 56, 64
RADIUS = 7
X_RANGE = (0.25, 2048)
STYLE = """
text { font: 12px sans-serif; fill: #333 }
.title { font-size: 16px; font-weight: bold }
.small { font-size: 11px; fill: #666 }
.number { font-size: 9px; fill: #fff; text-anchor: middle }
.grid { stroke: #e4e4e4 }
.roof { stroke: #222; stroke-width: 2; fill: none }
.goal { stroke: #888; stroke-dasharray: 3 3 }
"""
COLOURS = [
    ("core full", "#1f6fb4"),
    ("core causal", "#d1652c"),
    ("64 sequences", "#7a4fa3"),
    ("layer", "#2c8a57"),
    ("one row", "#b3273e"),
]


def read(paths):
    return [row for row in runs.worst(paths) if "flops_per_byte" in row]


def roofs(rows):
    """G in GFLOP/s and R in GB/s: medians of what the rows were held against."""
    rates = {}
    for row in rows:
        rates.setdefault(row["yardstick"], []).append(row["yardstick_rate"] * 1e-9)
    missing = {"G", "R"} - rates.keys()
    if missing:
        sys.exit(f"roofline.py: no row against {', '.join(sorted(missing))}")
    return statistics.median(rates["G"]), statistics.median(rates["R"])


def colour(row):
    return next((c for start, c in COLOURS if row["name"].startswith(start)), "#555")


def roof_of(row, g, r):
    """What the row's yardstick comes to, in GFLOP/s."""
    return g if row["yardstick"] == "G" else r * row["flops_per_byte"]


class Axes:
    """Logarithmic both ways."""

    def __init__(self, y_range):
        self.y_range = y_range

    def x(self, value):
        return LEFT + (WIDTH - LEFT - RIGHT) * self._part(value, X_RANGE)

    def y(self, value):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * self._part(value, self.y_range)

    @staticmethod
    def _part(value, ends):
        return math.log(value / ends[0]) / math.log(ends[1] / ends[0])


def line(x1, y1, x2, y2, kind, extra=""):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"{extra}/>'


def text(x, y, words, kind="", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}"{extra}>{escape(words)}</text>'


def grid(axes):
    parts = []
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    for power in range(-2, 12):
        x = axes.x(2.0**power)
        parts.append(line(x, TOP, x, bottom, "grid"))
        label = f"{2.0**power:g}"
        parts.append(text(x, bottom + 18, label, "", ' text-anchor="middle"'))
    for value in (1, 2, 5, 10, 20, 50, 100, 150, 200, 300, 500, 1000):
        if axes.y_range[0] <= value <= axes.y_range[1]:
            parts.append(line(LEFT, axes.y(value), right, axes.y(value), "grid"))
            extra = ' text-anchor="end"'
            parts.append(text(LEFT - 8, axes.y(value) + 4, str(value), "", extra))
    middle = (LEFT + right) / 2
    parts.append(
        text(middle, bottom + 44, "FLOP for each byte that has to be moved (points too close together stand side by side)", "", ' text-anchor="middle"')
    )
    turn = f' text-anchor="middle" transform="rotate(-90 20 {HEIGHT / 2})"'
    parts.append(text(20, HEIGHT / 2, "GFLOP/s", "", turn))
    return parts


def roof_lines(axes, g, r):
    ridge = g / r
    start = max(X_RANGE[0], axes.y_range[0] / r)
    points = [(start, start * r), (ridge, g), (X_RANGE[1], g)]
    path = " ".join(f"{axes.x(x):.1f},{axes.y(y):.1f}" for x, y in points)
    middle = math.sqrt(start * ridge)
    return [
        f'<polyline points="{path}" class="roof"/>',
        text(axes.x(ridge * 1.3), axes.y(g) - 10, f"G = {g:.0f} GFLOP/s"),
        text(axes.x(middle) + 8, axes.y(middle * r) + 18, f"R = {r:.1f} GB/s"),
    ]


def free_x(x, y, taken):
    """The place nearest to x where a point at y hides none of those taken."""
    for step in sorted(range(-6, 7), key=abs):
        moved = x + 7 * step
        if all(math.hypot(moved - a, y - b) >= 2 * RADIUS for a, b in taken):
            return moved
    return x


def points(axes, rows, g, r):
    """Rows that would hide one another stand side by side."""
    parts, taken = [], []
    for number, row in enumerate(rows, 1):
        roof = roof_of(row, g, r)
        y, low, high = (axes.y(row[key] * roof) for key in ("ratio", "low", "high"))
        x = free_x(axes.x(row["flops_per_byte"]), y, taken)
        taken.append((x, y))
        goal = axes.y(row["goal"] * roof)
        parts += [
            line(x - 7, goal, x + 7, goal, "goal"),
            line(x, low, x, high, "", f' stroke="{colour(row)}" stroke-width="2"'),
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{colour(row)}"/>',
            text(x, y + 3.2, str(number), "number"),
        ]
    return parts


def legend(rows):
    x, parts = WIDTH - RIGHT + 24, []
    for number, row in enumerate(rows, 1):
        y = TOP + 8 + 30 * (number - 1)
        held = f"{row['ratio']:.2f} {row['yardstick']} ({row['low']:.2f} to {row['high']:.2f})"
        parts += [
            f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{colour(row)}"/>',
            text(x, y + 3.2, str(number), "number"),
            text(x + 16, y, row["name"]),
            text(x + 16, y + 13, held, "small"),
        ]
    return parts


def draw(rows):
    g, r = roofs(rows)
    lowest = min(row["low"] * roof_of(row, g, r) for row in rows)
    axes = Axes((min(4.0, lowest / 1.3), g * 1.5))
    alternations = min(row["alternations"] for row in rows)
    note = f"medians of {alternations} alternations, bars: 95 % interval, dashes: goal"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}">',
            f"<style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            text(LEFT, 24, "headwise under its roofs", "title"),
            text(LEFT, 42, note, "small"),
            *grid(axes),
            *roof_lines(axes, g, r),
            *points(axes, rows, g, r),
            *legend(rows),
            "</svg>",
            "",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ratios", nargs="+", help="of attention_bench --ratios")
    sys.stdout.write(draw(read(parser.parse_args().ratios)))


if __name__ == "__main__":
    main()
