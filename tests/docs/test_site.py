"""The documentation site: every page is in it, every link and anchor leads somewhere, nothing is loaded from afar."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("mkdocs")
pytest.importorskip("material")

ROOT = Path(__file__).parent.parent.parent


def build(configuration: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(configuration)]
    return subprocess.run([*command, "-d", str(site)], capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Page(HTMLParser):
    """What a page loads, where it leads, and where it can be led to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        self.loaded += [given["src"]] if "src" in given else []
        if "href" in given:
            (self.links if tag == "a" else self.loaded).append(given["href"])


def test_every_page_is_in_the_site(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    built = {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")}
    assert {page.with_name("index") if page.name == "README" else page for page in pages} <= built


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages, styles = list(site.rglob("*.html")), list(site.rglob("*.css"))
    assert any(Page(path).loaded for path in pages)
    assert styles
    for path in pages:
        assert not [url for url in Page(path).loaded if urlsplit(url).netloc], path
    for path in styles:
        assert not re.search(r"url\(\s*[\"']?(https?:)?//|@import", path.read_text(encoding="utf-8")), path


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    pages = {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}
    lost = [
        f"{path.relative_to(site)} → {link}"
        for path, page in pages.items()
        for link in page.links
        if not urlsplit(link).netloc and not is_there(path, link, pages)
    ]
    assert lost == []


def is_there(path: Path, link: str, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme:
        return parts.scheme == "mailto"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    target = target / "index.html" if target.is_dir() else target
    return target.is_file() and (not parts.fragment or target not in pages or parts.fragment in pages[target].ids)


def test_code_blocks_that_stand_for_a_file_are_blocks(site: Path) -> None:
    page = (site / "how-to" / "show.html").read_text(encoding="utf-8")
    assert '<span class="filename">note.txt</span>' in page and "```" not in page


@pytest.mark.parametrize("wrong", ["[x](nowhere.md)", "[x](index.md#nowhere)"])
def test_a_broken_link_or_anchor_fails_the_build(wrong: str, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# A page\n\n{wrong}\n", encoding="utf-8")
    checks = re.search(r"^validation:\n(?:  .*\n)+", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert checks is not None
    (tmp_path / "mkdocs.yml").write_text(f"site_name: x\ntheme: null\n{checks[0]}", encoding="utf-8")
    assert build(tmp_path / "mkdocs.yml", tmp_path / "site").returncode != 0


def readme_links() -> Iterator[str]:
    return (found for found in re.findall(r"\]\(([^)\s]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")))


def test_the_links_of_the_readme_lead_somewhere() -> None:
    local = [link for link in readme_links() if not urlsplit(link).netloc]
    assert local and all((ROOT / urlsplit(link).path).exists() for link in local)
