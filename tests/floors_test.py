"""The floors hold: no file includes anything from a floor above its own.

Link lines catch calls upwards; this catches headers too, and libraries that only one folder may
know. Run from anywhere: python3 tests/floors_test.py
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What each folder may include from the project, besides itself.
TENSOR = {"engine/tensor"}
ENGINE = TENSOR | {
    "engine/parallel",
    "engine/simd",
    "engine/onednn",
    "engine/checkpoint",
    "engine/attention",
}
PROTO = {"headwise/v1", "grpc/health/v1"}
ALLOWED = {
    "engine/tensor": set(),
    "engine/parallel": set(),
    "engine/simd": TENSOR,
    "engine/onednn": TENSOR | {"engine/parallel"},
    "engine/checkpoint": TENSOR,
    "engine/attention": ENGINE,
    "client/library": PROTO,
    "client/picture": set(),
    "client/command": ENGINE | PROTO | {"client/library", "client/picture"},
}

# The server's own floors, bottom to top: each may use those before it.
SERVER = ["admit", "log", "options", "convert", "metrics", "models", "batch", "services", "lifecycle"]
FREE_OF_PROTO = {"admit", "log", "options", "metrics", "models"}
for index, name in enumerate(SERVER):
    below = {f"server/{lower}" for lower in SERVER[:index]}
    proto = set() if name in FREE_OF_PROTO else PROTO
    engine = {"admit": set(), "log": set(), "options": TENSOR}.get(name, ENGINE)
    ALLOWED[f"server/{name}"] = below | proto | engine

# Headers that only these folders may include.
LIBRARIES = {
    r"dnnl": {"engine/onednn"},
    r"hwy/": {"engine/simd"},
    r"grpc": {
        "client/library",
        "server/convert",
        "server/services",
        "server/lifecycle",
        "server/batch",
    },
    r"prometheus/": {"server/metrics"},
    r"spdlog/": {"server/log"},
    r"png": {"client/picture"},
    r"CLI/": {"server/options", "client/command"},
    r"toml\+\+/": {"server/options"},
    r"nlohmann/": {"engine/checkpoint", "client/command"},
}

INCLUDE = re.compile(r'^\s*#include\s+["<]([^">]+)[">]', re.MULTILINE)


def sources():
    for top in ("engine", "client", "server"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".h", ".cc") and path.parent != ROOT / top:
                yield path


def includes(path):
    return INCLUDE.findall(path.read_text())


def folder_of(path):
    return path.parent.relative_to(ROOT).as_posix()


class FloorsTest(unittest.TestCase):
    def test_every_folder_is_known(self):
        self.assertEqual({folder_of(path) for path in sources()}, set(ALLOWED))

    def test_includes_go_down(self):
        for path in sources():
            own = folder_of(path)
            for header in includes(path):
                floor = "/".join(header.split("/")[:-1])
                if floor in ALLOWED and floor != own:
                    self.assertIn(floor, ALLOWED[own], f"{path} includes {header}")

    def test_libraries_stay_in_their_folders(self):
        for path in sources():
            for header in includes(path):
                for pattern, folders in LIBRARIES.items():
                    generated = header.startswith(("grpc/health/v1/", "headwise/"))
                    if re.match(pattern, header) and not generated:
                        self.assertIn(folder_of(path), folders, f"{path} includes {header}")

    def test_the_engine_knows_no_server(self):
        for path in sources():
            if folder_of(path).startswith("engine/"):
                for header in includes(path):
                    self.assertNotRegex(header, r"\.pb\.h$|^grpc|^prometheus", str(path))


if __name__ == "__main__":
    unittest.main()
