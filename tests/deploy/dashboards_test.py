#!/usr/bin/env python3
"""Every rule, console page and Grafana panel shows data of a real server under load."""

import argparse
import html.parser
import itertools
import json
import os
import pathlib
import re
import subprocess
import unittest

from monitored_server import HEADS, LAYERS, MonitoredServer, wait_for

LOAD_SECONDS = 5
VOID_ELEMENTS = {"meta", "link", "br"}

programs = None  # the command line
server = None  # one for all tests: MonitoredServer


def setUpModule():
    global server
    server = MonitoredServer(programs, programs.source)
    try:
        server.load(LOAD_SECONDS)
        # Written from other recorded series, so the last to appear.
        wait_for("recorded series", lambda: len(server.values(
            "model_layer:headwise_head_duration_seconds:sum_mean_5m")) == LAYERS)
        wait_for("an error ratio", lambda: server.values(
            "service_method:grpc_server_errors:ratio_5m"))
    except BaseException:
        server.stop()
        raise


def tearDownModule():
    server.stop()


def without_data(expressions):
    return [expression for expression in expressions if not server.values(expression)]


class ConsolePage(html.parser.HTMLParser):
    """Expressions, heat cells and empty cells of a page; fails on wrong nesting."""

    def __init__(self, text):
        super().__init__()
        self.open, self.expressions, self.heat, self.blanks, self.text = [], [], 0, 0, ""
        self.feed(text)
        self.close()
        if self.open:
            raise AssertionError(f"expected every element closed, got open {self.open}")

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if "data-expr" in attributes:
            self.expressions.append(attributes["data-expr"])
        if tag == "td" and "--v" in (attributes.get("style") or ""):
            self.heat += 1
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"expected </{tag}> to close the last opened element")

    def handle_data(self, data):
        if self.open[-1:] not in (["script"], ["style"]):
            self.text += data
            self.blanks += data.strip() == "–"


class PromtoolTest(unittest.TestCase):
    def check(self, *arguments):
        folder = pathlib.Path(programs.source) / "deploy" / "prometheus"
        done = subprocess.run([programs.promtool, *arguments], cwd=folder, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_config_and_rules_are_valid(self):
        self.check("check", "config", "prometheus.yml")

    def test_rules_compute_what_they_should(self):
        self.check("test", "rules", "rules/headwise_test.yml")


class RulesTest(unittest.TestCase):
    def rules(self, kind):
        groups = server.api("rules")["groups"]
        return [rule for group in groups for rule in group["rules"] if rule["type"] == kind]

    def test_every_rule_evaluates(self):
        for rule in self.rules("recording") + self.rules("alerting"):
            self.assertEqual(rule["health"], "ok", f"{rule['name']}: {rule.get('lastError')}")

    def test_every_recorded_series_has_data(self):
        names = [rule["name"] for rule in self.rules("recording")]
        self.assertGreater(len(names), 20)
        self.assertEqual(without_data(names), [])

    def test_every_head_is_recorded(self):
        for operation in ("mean", "p50", "p90", "p99"):
            name = f"model_layer_head:headwise_head_duration_seconds:{operation}_5m"
            self.assertEqual(len(server.values(name)), LAYERS * HEADS, name)

    def test_every_alert_compares_something_there_with_a_threshold(self):
        for alert in self.rules("alerting"):
            compared = re.fullmatch(r"(.*) (?:>|==) [0-9.]+", alert["query"], re.S)
            self.assertTrue(compared, alert["query"])
            self.assertTrue(server.values(compared[1]), alert["name"])
            self.assertLessEqual({"summary", "description"}, set(alert["annotations"]))

    def test_a_healthy_server_raises_no_critical_alert(self):
        active = [alert["labels"] for alert in server.api("alerts")["alerts"]]
        self.assertEqual([one for one in active if one["severity"] == "critical"], [])


class ConsolesTest(unittest.TestCase):
    def page(self, path):
        status, text = server.get(f"/consoles/{path}")
        self.assertEqual(status, 200, text)
        self.assertNotRegex(text, r"(?i)error (?:executing|parsing)|%!|ZgotmplZ|no value")
        return ConsolePage(text)

    def test_every_value_of_the_pages_is_there(self):
        for path, least in (("overview.html", 50), ("heads.html", 50)):
            page = self.page(path)
            self.assertGreater(len(page.expressions), least, path)
            self.assertEqual(without_data(page.expressions), [], path)
            self.assertEqual(page.blanks, 0, path)

    def test_the_heat_table_has_a_cell_for_every_head(self):
        for stat in ("mean", "p50", "p90", "p99"):
            page = self.page(f"heads.html?model=demo&stat={stat}")
            self.assertEqual(page.heat, LAYERS * HEADS, stat)

    def test_a_chosen_head_is_drawn(self):
        page = self.page("heads.html?model=demo&layer=2&head=5")
        self.assertIn("Layer 2, head 5", page.text)
        self.assertEqual(sum('layer="2", head="5"' in one for one in page.expressions[-8:]), 4)

    def test_a_model_without_requests_is_explained(self):
        self.assertIn("has been timed", self.page('heads.html?model=%22%7D<b>').text)


class GrafanaTest(unittest.TestCase):
    VARIABLES = {"$__rate_interval": "5m", "$model": ".*", "$layer": ".*", "$head": ".*"}

    def boards(self):
        folder = pathlib.Path(programs.source) / "deploy" / "grafana" / "dashboards"
        return {path.name: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}

    def targets(self):
        for name, board in self.boards().items():
            for panel in board["panels"]:
                for target in panel["targets"]:
                    yield f"{name}: {panel['title']}", target["expr"]

    def test_every_panel_has_data(self):
        expressions = dict.fromkeys(expression for _, expression in self.targets())
        self.assertGreater(len(expressions), 40)
        for expression in expressions:
            shown = expression
            for variable, value in self.VARIABLES.items():
                shown = shown.replace(variable, value)
            self.assertNotIn("$", shown)
            self.assertTrue(server.values(shown), expression)

    def test_every_variable_has_values(self):
        for board in self.boards().values():
            for variable in board["templating"]["list"]:
                if variable["type"] != "query":
                    continue
                asked = re.fullmatch(r"label_values\((.*), (\w+)\)", variable["query"]["query"])
                selector = asked[1].replace("$model", ".*").replace("$layer", ".*")
                self.assertTrue(server.values(f"count by ({asked[2]}) ({selector})"), asked[0])

    def test_panels_neither_share_ids_nor_space(self):
        for name, board in self.boards().items():
            ids = [panel["id"] for panel in board["panels"]]
            self.assertEqual(len(ids), len(set(ids)), name)
            boxes = [(panel["title"], panel["gridPos"]) for panel in board["panels"]]
            for (one, a), (other, b) in itertools.combinations(boxes, 2):
                apart = (a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"] or
                         a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"])
                self.assertTrue(apart, f"{name}: {one} and {other}")
            self.assertLessEqual(max(box["x"] + box["w"] for _, box in boxes), 24, name)

    def test_panels_have_units(self):
        for name, board in self.boards().items():
            for panel in board["panels"]:
                self.assertIn("unit", panel["fieldConfig"]["defaults"], f"{name}: {panel['title']}")

    def test_boards_have_ids_of_their_own_and_link_each_other(self):
        uids = {board["uid"] for board in self.boards().values()}
        self.assertEqual(uids, {"headwise-heads", "headwise-overview"})
        for board in self.boards().values():
            self.assertIn(board["links"][0]["url"].rpartition("/")[2], uids - {board["uid"]})


class NoDataTest(unittest.TestCase):
    """The yardstick itself: what is not there is seen as missing."""

    def test_absent_series_have_no_data(self):
        self.assertEqual(without_data(["headwise_no_such_series", "up"]),
                         ["headwise_no_such_series"])

    def test_nan_is_no_data(self):
        self.assertEqual(without_data(["vector(0) / 0"]), ["vector(0) / 0"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("server", "command", "prometheus", "promtool", "source"):
        parser.add_argument(f"--{name}", required=True, type=os.path.abspath)
    programs, rest = parser.parse_known_args()
    unittest.main(argv=[__file__, *rest])
