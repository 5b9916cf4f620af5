"""The before/after page in a real browser: keys, filters and search. Skipped where no Chromium is installed."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S
from typer.testing import CliRunner

from maskerad.cli.main import app

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
QUIET = ("--disable-background-networking", "--disable-component-update", "--window-size=1280,900", "--dump-dom")
SCRIPT = """<script>
const log = [], at = (id) => document.getElementById(id);
const key = (name, target) => (target || document.activeElement).dispatchEvent(
  new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const set = (id, value) => { at(id).value = value; at(id).dispatchEvent(new Event("input")); };
const say = (name) => log.push(`${name}: ${at("place").textContent}`);
const stops = () => document.querySelectorAll('pre [tabindex="0"]').length;
const documents = () => document.querySelectorAll(".document:not([hidden])").length;
say("start"); log.push(`stops: ${stops()}`);
key("n", document.body); say("n"); log.push(`why: ${at("why").textContent.split("\\n")[0]}`);
key("ArrowRight"); say("right"); key("ArrowLeft"); say("left"); key("End"); say("end"); key("Home"); say("home");
key("Enter"); log.push(`other side: ${document.activeElement.dataset.why === undefined}`); say("same span");
at("next").focus(); at("next").click(); at("next").click(); say("clicked twice"); log.push(`stops: ${stops()}`);
set("label", "PHONE"); say("phones"); set("label", "");
set("look", "0.7"); say("unsure"); set("look", "doubt"); say("doubt"); set("look", "");
set("query", "NEUSTADT"); say("search"); log.push(`documents: ${documents()}`);
key("Enter", at("query")); say("next place");
set("query", "nowhere (at all"); say("nothing"); log.push(`told: ${!at("none").hidden}`);
set("query", ""); say("end");
document.body.innerHTML = "<pre id=log></pre>"; at("log").textContent = log.join("\\n");
</script>"""


@pytest.mark.skipif(BROWSER is None, reason="no Chromium")
def test_the_page_goes_by_keys_filters_and_search(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["demo", str(tmp_path)]).exit_code == 0
    page = tmp_path / "report.html"
    page.write_text(page.read_text("utf-8").replace("</body>", f"{SCRIPT}</body>"), "utf-8")
    command = [str(BROWSER), *FLAGS, *QUIET, f"--user-data-dir={tmp_path / 'profile'}", page.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False).stdout
    found = re.search(r'<pre id="log">(.*?)</pre>', shown, re.DOTALL)
    assert found is not None
    said = [line.partition(": ")[::2] for line in html.unescape(found[1]).splitlines()]
    n = int(said[0][1].split()[0])
    assert n > 100
    assert [value for name, value in said if name == "stops"] == ["1", "1"]
    steps = [f"1 of {n} spans", f"2 of {n} spans", f"1 of {n} spans", f"{n} of {n} spans", f"1 of {n} spans"]
    assert [value for name, value in said if name in ("n", "right", "left", "end", "home")][:5] == steps
    told = dict(said)
    assert told["why"].startswith("HOSPITAL · score")
    assert told["other side"] == "true" and told["same span"] == steps[0]
    assert told["clicked twice"] == f"3 of {n} spans"
    assert told["phones"] == "9 spans"
    assert 0 < int(told["unsure"].split()[0]) < n and told["doubt"] == "1 span"
    assert told["search"] == "3 places" and told["documents"] == "1" and told["next place"] == "1 of 3 places"
    assert told["nothing"] == "0 spans" and told["told"] == "true" and told["end"] == f"{n} spans"
