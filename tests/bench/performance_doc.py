#!/usr/bin/env python3
"""Writes the tables of docs/performance.md from what was measured.

    attention_bench --ratios > RATIOS.jsonl      # several runs, each into a file of its own
    peers/compare.py > PEERS.jsonl               # likewise
    performance_doc.py --ratios RATIOS.jsonl ... --peers PEERS.jsonl ...

A row is shown as its worst run has it. Each table stands between two markers, <!-- NAME --> and <!-- /NAME -->; all else stays as it is.
Figures of fewer than 31 alternations are printed with --print, but never written.
"""

import argparse
import pathlib
import re
import sys

import runs

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/performance.md"
LEAST_ALTERNATIONS = 31
# Units of rates, and how many of ours make one; any other yardstick is a time.
UNITS = {
    "G": ("GFLOP/s", 1e-9),
    "R": ("GB/s", 1e-9),
    "ONNX Runtime": ("GFLOP/s", 1e-9),
    "f32 weights": ("runs/s", 1),
    "oneDNN's": ("runs/s", 1),
    "64 MiB": ("MiB", 1 / 2**20),
    "their rms": ("", 1),
}
TIME = ("ms", 1e3)


def reaches(row, target):
    if row["sense"] == "min":
        return row["ratio"] >= row[target]
    return row["ratio"] <= row[target]


def falls_short(row):
    """As ratio.cc: the whole interval lies short of reach."""
    return row["high"] < row["reach"] if row["sense"] == "min" else row["low"] > row["reach"]


def verdict(row):
    """The interval may still hold reach where the median does not: that is left open."""
    for key in ("goal", "reach"):
        if reaches(row, key):
            return key
    return "short" if falls_short(row) else "open"


def number(value, row):
    """Ratios that have to stay near 1 need a digit more."""
    if row["yardstick"] == "their rms":
        return f"{value:.1e}"
    return f"{value:.3f}" if row["sense"] == "max" else f"{value:.2f}"


def rate(value, row):
    unit, scale = UNITS.get(row["yardstick"], TIME)
    return f"{value * scale:.4g} {unit}".rstrip()


def target(row, key):
    return f"{'>=' if row['sense'] == 'min' else '<='} {row[key]:g}"


def cells(row):
    yardstick = row["yardstick"]
    return [
        row["name"],
        f"{rate(row['ours'], row)}",
        f"{yardstick}: {rate(row['yardstick_rate'], row)}",
        f"**{number(row['ratio'], row)}**",
        f"{number(row['low'], row)} to {number(row['high'], row)}",
        target(row, "reach"),
        target(row, "goal"),
        verdict(row),
    ]


def table(rows):
    heads = ["work", "headwise", "yardstick", "ratio", "95 % interval", "reach", "goal", "holds"]
    lines = [heads, ["---"] * len(heads), *map(cells, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def short_of_goal(rows):
    short = [row for row in rows if not reaches(row, "goal")]
    lines = [f"- {r['name']}: {number(r['ratio'], r)}, goal {target(r, 'goal')}" for r in short]
    return "\n".join(lines) or "Every row is at its goal."


def parts(results, peers):
    against = [row for row in results if row["yardstick"] in ("G", "R")]
    narrow = [row for row in results if row["yardstick"] in ("f32 weights", "their rms")]
    kernels = [row for row in results if row["yardstick"] == "oneDNN's"]
    options = [row for row in results if row not in against + narrow + kernels]
    return {
        "ratios": table(against),
        "kernels": table(kernels),
        "options": table(options),
        "weights": table(narrow),
        "peers": table(peers),
        "short": short_of_goal(results + peers),
    }


def put(page, name, text):
    pattern = re.compile(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    page, count = pattern.subn(lambda found: f"{found[1]}{text}\n{found[2]}", page)
    if count != 1:
        sys.exit(f"performance_doc.py: markers of '{name}' stand {count} times in the page")
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ratios", nargs="+", required=True, help="of attention_bench --ratios")
    parser.add_argument("--peers", nargs="+", required=True, help="of peers/compare.py")
    parser.add_argument("--print", action="store_true", help="to stdout, not into the page")
    options = parser.parse_args()
    results, peers = runs.worst(options.ratios), runs.worst(options.peers)
    # What does not drift (memory, errors) is measured once and has no interval.
    drifting = [row for row in results + peers if row["low"] != row["high"]]
    few = [r["name"] for r in drifting if r["alternations"] < LEAST_ALTERNATIONS]
    if few and not options.print:
        sys.exit(f"performance_doc.py: fewer than {LEAST_ALTERNATIONS} alternations: {few[0]}")
    page = PAGE.read_text()
    for name, text in parts(results, peers).items():
        page = put(page, name, text)
    if options.print:
        sys.stdout.write(page)
    else:
        PAGE.write_text(page)


if __name__ == "__main__":
    main()
