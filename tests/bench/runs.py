"""Rows of several runs of attention_bench --ratios or of peers/compare.py."""

import json
import pathlib


def read(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines() if line]


def shortfall(row):
    """The larger, the worse, whichever way the row's ratio is meant."""
    return -row["ratio"] if row["sense"] == "min" else row["ratio"]


def worst(paths):
    """Each row as its worst run has it, in the order of the first run."""
    rows = {}
    for path in paths:
        for row in read(path):
            rows.setdefault(row["name"], []).append(row)
    missing = [name for name, of_row in rows.items() if len(of_row) != len(paths)]
    if missing:
        raise SystemExit(f"runs.py: not in every run: {missing[0]}")
    return [max(of_row, key=shortfall) for of_row in rows.values()]
