"""A headwise server on the demo model, watched by a Prometheus with the shipped files."""

import json
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

LAYERS = 4
HEADS = 8


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(what, condition, seconds=20):
    """The condition's first true value; an error that names `what` if it stays false."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"expected within {seconds} s: {what}")
        time.sleep(0.1)


class MonitoredServer:
    """Starts both programs on free ports of this machine; `stop` ends them and removes files."""

    def __init__(self, programs, source):
        self.programs = programs
        self.source = pathlib.Path(source)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="headwise-dashboards-"))
        self.processes = []
        try:
            self._start_server()
            self._start_prometheus()
        except BaseException:
            self.stop()
            raise

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in reversed(self.processes):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self, name, arguments):
        log = self.folder / name
        with log.open("w") as out:
            process = subprocess.Popen(arguments, stdout=out, stderr=out, cwd=self.folder)
        self.processes.append(process)

        def alive_log():
            text = log.read_text()
            if process.poll() is not None:
                raise AssertionError(f"{name} ended with status {process.returncode}: {text}")
            return text

        return alive_log

    def _start_server(self):
        demo = self.source / "deploy" / "demo"
        log = self._start("server.log", [
            self.programs.server, "--model", f"demo={demo}", "--listen", "127.0.0.1:0",
            "--metrics-address", "127.0.0.1:0"])
        pattern = re.compile(r"^listening on (\S+)$.*^metrics on http://(\S+)/metrics$",
                             re.M | re.S)
        started = wait_for("the server's addresses", lambda: pattern.search(log()))
        self.address, self.metrics_address = started.groups()
        wait_for("a ready model", lambda: self.command("healthcheck").returncode == 0)

    def _start_prometheus(self):
        shutil.copytree(self.source / "deploy" / "prometheus", self.folder / "prometheus")
        config = self.folder / "prometheus" / "prometheus.yml"
        text = config.read_text()
        for old, new in (("localhost:9464", self.metrics_address),
                         ("interval: 15s", "interval: 1s")):
            if old not in text:
                raise AssertionError(f"expected {old} in prometheus.yml")
            text = text.replace(old, new)
        config.write_text(text)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        log = self._start("prometheus.log", [
            self.programs.prometheus, f"--config.file={config}",
            f"--storage.tsdb.path={self.folder / 'data'}", f"--web.listen-address=127.0.0.1:{port}",
            f"--web.console.templates={config.parent / 'consoles'}",
            f"--web.console.libraries={config.parent / 'console_libraries'}"])
        wait_for("a ready Prometheus", lambda: log() and self.get("/-/ready")[0] == 200)
        # Counters must have been seen at zero, or the load shows no increase.
        wait_for("a first scrape", lambda: self.values('up{job="headwise"} == 1'))

    def command(self, *arguments):
        return subprocess.run(
            [self.programs.command, "--server", self.address, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30, check=False)

    def load(self, seconds):
        """Asks every layer in turn, and now and then for what there is not."""
        inputs = self.source / "deploy" / "demo" / "activations.safetensors"
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for layer in range(LAYERS):
                answer = self.command("attend", "demo", str(layer), "--input",
                                      f"{inputs}:layer.{layer}.input")
                if answer.returncode != 0:
                    raise AssertionError(f"attend failed: {answer.stdout}")
            self.command("models")
            self.command("attend", "absent", "0", "--input", f"{inputs}:layer.0.input")

    def get(self, path):
        """Status and text of a page of Prometheus; status 0 while nothing listens."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def api(self, path, **parameters):
        status, text = self.get(f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
        if status != 200:
            raise AssertionError(f"{parameters or path}: {text}")
        return json.loads(text)["data"]

    def values(self, expression):
        """The numbers that an expression has now, without NaN."""
        data = self.api("query", query=expression)
        result = data["result"]
        pairs = [result] if data["resultType"] == "scalar" else [one["value"] for one in result]
        return [float(text) for _, text in pairs if text != "NaN"]
