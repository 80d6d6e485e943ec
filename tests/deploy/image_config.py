"""image_config.py INSPECTED VERSION: checks an image's configuration, as `image inspect` tells it,
against what `headwise-server --version` says."""

import json
import re
import sys


def problems(image, version_text):
    """Yields a line for each way in which the configuration is not what it should be."""
    config = image["Config"]
    version = re.fullmatch(r"headwise-server (\S+) \((\S+)\)", version_text)
    if not version:
        yield f"expected 'headwise-server VERSION (REVISION)', got '{version_text}'"
        return
    labels = config.get("Labels") or {}
    label = "org.opencontainers.image."
    expected = {
        label + "title": "headwise",
        label + "description": "Multi-head attention as a service",
        label + "version": version[1],
        label + "revision": version[2],
        label + "licenses": "Apache-2.0",
    }
    for name, value in expected.items():
        if labels.get(name) != value:
            yield f"label {name}: expected '{value}', got '{labels.get(name)}'"
    if label + "source" in labels:
        yield f"label {label}source: expected none"
    if not re.fullmatch(r"[1-9]\d*(:[1-9]\d*)?", config.get("User", "")):
        yield f"User: expected numbers other than 0, got '{config.get('User')}'"
    if config.get("Entrypoint") != ["/usr/bin/headwise-server"]:
        yield f"Entrypoint: expected the server without a shell, got {config.get('Entrypoint')}"
    # Docker has it in the configuration, podman beside it.
    health = (config.get("Healthcheck") or image.get("Healthcheck") or {}).get("Test")
    if health != ["CMD", "/usr/bin/headwise", "healthcheck"]:
        yield f"Healthcheck: expected headwise healthcheck without a shell, got {health}"
    if config.get("StopSignal") not in ("SIGTERM", "15"):
        yield f"StopSignal: expected SIGTERM, got {config.get('StopSignal')}"
    if set(config.get("ExposedPorts") or {}) != {"50051/tcp", "9464/tcp"}:
        yield f"ExposedPorts: expected 50051 and 9464, got {config.get('ExposedPorts')}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        image = json.load(file)[0]
    found = list(problems(image, sys.argv[2]))
    for line in found:
        print(line, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
