#!/usr/bin/env python3
"""Times headwise beside ONNX Runtime, turn by turn in one run; one JSON object a line.

Both run all the time, on as many threads each, and take turns of at least 20 ms on the same
inputs. A ratio is headwise's rate over ONNX Runtime's: the median over the alternations, with the
95 % interval of the median. Before the first turn both must have computed the same numbers.
"""

import argparse
import array
import json
import math
import operator
import pathlib
import random
import select
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# B, H, T, hd
SHAPES = [
    (1, 12, 128, 64),
    (1, 12, 1024, 64),
    (8, 12, 256, 64),
    (1, 12, 4096, 64),
    (1, 32, 1024, 128),
]
TARGETS = {"full": (1.0, 1.15), "causal": (2.5, 3.5)}  # reach, goal
TOLERANCE = 1e-4
TURN_SECONDS = 0.02
LEAST_ALTERNATIONS = 5
# ONNX Runtime's threads stay awake for some 25 ms after a run: the other's turn begins later.
PAUSE_SECONDS = 0.05
ANSWER_SECONDS = 300


class Peer:
    """A program that answers the lines of serve_shapes.h."""

    def __init__(self, command):
        self.name = pathlib.Path(command[0]).name
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            sys.exit(f"compare.py: {error}; see {HERE / 'README.md'}")

    def ask(self, line):
        try:
            self.process.stdin.write((line + "\n").encode())
        except BrokenPipeError:
            sys.exit(f"compare.py: {self.name} has ended; see {HERE / 'README.md'}")
        if not select.select([self.process.stdout], [], [], ANSWER_SECONDS)[0]:
            sys.exit(f"compare.py: {self.name} did not answer '{line}'")
        answer = self.process.stdout.readline().decode().strip()
        if not answer:
            sys.exit(f"compare.py: {self.name} failed at '{line}'; see {HERE / 'README.md'}")
        return answer

    def run(self, times):
        """Seconds a run."""
        seconds = float(self.ask(f"run {times}")) / times
        time.sleep(PAUSE_SECONDS)
        return seconds

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def write_inputs(folder, count):
    """Numbers of mean 0 and variance 1."""
    source = random.Random(1).random
    width = math.sqrt(12)
    for name in "qkv":
        floats = array.array("f", [(source() - 0.5) * width for _ in range(count)])
        (folder / f"{name}.f32").write_bytes(floats.tobytes())


def read_floats(path):
    floats = array.array("f")
    floats.frombytes(path.read_bytes())
    return floats


def largest_difference(folder):
    """NaN if there is one anywhere."""
    ours, theirs = (read_floats(folder / f"{n}.f32") for n in ("headwise", "onnxruntime"))
    if len(ours) != len(theirs):
        return math.inf
    differences = list(map(abs, map(operator.sub, ours, theirs)))
    return math.nan if math.isnan(sum(differences)) else max(differences)


def ratio_of(values):
    """Median and its 95 % interval by ranks, as ratio.cc computes them."""
    values = sorted(values)
    last = len(values) - 1
    half = 0.98 * math.sqrt(len(values))
    low = max(0, math.floor(last / 2 - half))
    high = min(last, math.ceil(last / 2 + half))
    return values[len(values) // 2], values[low], values[high]


def alternate(ours, theirs, alternations):
    """Seconds a run of both, turn by turn."""
    repeats = [max(1, int(TURN_SECONDS / peer.run(1))) for peer in (ours, theirs)]
    return [(ours.run(repeats[0]), theirs.run(repeats[1])) for _ in range(alternations)]


def flops(shape, rule):
    """Useful operations: causal counts visible pairs only."""
    batch, heads, tokens, head_dim = shape
    pairs = tokens * (tokens + 1) / 2 if rule == "causal" else tokens * tokens
    return 4 * batch * heads * pairs * head_dim


def name_of(shape, rule):
    return "ONNX Runtime {4} B{0} H{1} T{2} hd{3}".format(*shape, rule)


def measure(peers, shape, rule, folder, alternations):
    """One row; ends the program if the two compute different numbers."""
    for peer in peers:
        peer.ask(f"core {' '.join(map(str, shape))} {rule} {folder}")
    difference = largest_difference(folder)
    if not difference < TOLERANCE:
        sys.exit(f"compare.py: {name_of(shape, rule)}: results differ by {difference}")
    seconds = alternate(*peers, alternations)
    ratio, low, high = ratio_of([theirs / ours for ours, theirs in seconds])
    reach, goal = TARGETS[rule]
    rates = [flops(shape, rule) / statistics.median(column) for column in zip(*seconds)]
    return {
        "name": name_of(shape, rule),
        "ratio": round(ratio, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "reach": reach,
        "goal": goal,
        "sense": "min",
        "yardstick": "ONNX Runtime",
        "yardstick_rate": float(f"{rates[1]:.6g}"),
        "ours": float(f"{rates[0]:.6g}"),
        "alternations": alternations,
        "largest_difference": float(f"{difference:.2g}"),
    }


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", default=ROOT / "build/release/tests/attention_bench")
    parser.add_argument("--alternations", type=int, default=31)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="", help="rows whose name has this text")
    parser.add_argument(
        "--check", action="store_true", help="exit with 1 if an interval falls short of its reach"
    )
    return parser.parse_args()


def rows(only, alternations, peers):
    for shape in SHAPES:
        rules = [rule for rule in TARGETS if only in name_of(shape, rule)]
        if not rules:
            continue
        with tempfile.TemporaryDirectory() as folder:
            write_inputs(pathlib.Path(folder), math.prod(shape))
            for rule in rules:
                yield measure(peers, shape, rule, pathlib.Path(folder), alternations)


def main():
    options = parse()
    alternations = max(LEAST_ALTERNATIONS, options.alternations)
    threads = str(options.threads)
    peers = [Peer([str(options.bench), "--serve-shapes", "--threads", threads])]
    falls_short = False
    try:
        peers.append(Peer(["node", str(HERE / "ort_serve.js"), threads]))
        for row in rows(options.only, alternations, peers):
            print(json.dumps(row, separators=(",", ":")), flush=True)
            falls_short |= row["high"] < row["reach"]
    finally:
        for peer in peers:
            peer.close()
    return 1 if options.check and falls_short else 0


if __name__ == "__main__":
    sys.exit(main())
