"""A browser of single places: a list that can be narrowed by kind and by label, with text only where it was asked for.

It serves mistakes, disagreements of annotators, and what one system got wrong and the other did not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from itertools import pairwise

from maskerad.core import Span
from maskerad.evaluation.mistakes import Excerpt, Kind, Mistake

MAX_SHOWN = 2000
# A sign beside each kind, so that no kind is told by its colour alone.
KIND_SIGNS = {Kind.MISSED: "○", Kind.SPURIOUS: "+", Kind.BOUNDARY: "↔", Kind.LABEL: "≠"}

_LINE_END = str.maketrans({"\n": "⏎", "\r": "", "\t": " "})


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake, and whose it is.

    Attributes:
        mistake: Two spans of one place, or one of them.
        sides: What these spans are called.
        group: Whose mistake it is, for lists of several; "" in a list of one.
    """

    mistake: Mistake
    sides: tuple[str, str] = ("gold", "predicted")
    group: str = ""


@dataclass(frozen=True, slots=True)
class Browser:
    """What is looked through.

    Attributes:
        findings: In order.
        title: Heading.
        group_name: What ``Finding.group`` is.
        kind_names: What the kinds are called here; by their own names where not given.
        max_shown: Most that are listed; the page says how many there are in all.
    """

    findings: Sequence[Finding] = field(repr=False)
    title: str = "Mistakes"
    group_name: str = ""
    kind_names: dict[Kind, str] = field(default_factory=dict)
    max_shown: int = MAX_SHOWN

    def name(self, kind: Kind) -> str:
        """What a kind is called, with its sign."""
        return f"{KIND_SIGNS[kind]} {self.kind_names.get(kind, kind.value)}"


def browser_script() -> str:
    """What narrows the list."""
    return resources.files(__package__).joinpath("mistake_list.js").read_text(encoding="utf-8")


def browser_style() -> str:
    """What the list adds to the style of all pages."""
    return resources.files(__package__).joinpath("mistake_list.css").read_text(encoding="utf-8")


def mistake_browser(browser: Browser) -> str:
    """The section with all findings, or the first ``max_shown`` of them."""
    total = len(browser.findings)
    heading = f"<h2>{escape(browser.title)}</h2>"
    if not total:
        return f"<section>{heading}<p>None.</p></section>"
    shown = browser.findings[: browser.max_shown]
    cut = f"<p>Listed are the first {len(shown):,} of {total:,}.</p>" if len(shown) < total else ""
    items = "".join(_item(finding, browser) for finding in shown)
    return (
        f'<section id="mistakes">{heading}{_about_text(shown)}{cut}'
        f'<div class="filters">{_choosers(browser, shown)}'
        f'<p aria-live="polite"><output id="shown">{len(shown):,}</output> of {len(shown):,} shown</p></div>'
        f'<ol class="mistakes">{items}</ol></section>'
    )


def _about_text(findings: Sequence[Finding]) -> str:
    if not any(finding.mistake.excerpt for finding in findings):
        return '<p class="quiet">The text around these places was not asked for: this page holds none.</p>'
    sides = list(dict.fromkeys(finding.sides for finding in findings))
    first, second = sides[0] if len(sides) == 1 else ("The first named", "the second")
    return (
        '<p class="warning"><strong>This page holds text of the documents.</strong> Keep it where they are kept. '
        f'<mark class="gold">{escape(first.capitalize() if len(sides) == 1 else first)}</mark> is underlined, '
        f'<mark class="predicted">{escape(second)}</mark> is framed.</p>'
    )


def _choosers(browser: Browser, shown: Sequence[Finding]) -> str:
    counts = {kind: sum(finding.mistake.kind == kind for finding in shown) for kind in Kind}
    kinds = [(kind.value, f"{browser.name(kind)} ({n:,})") for kind, n in counts.items() if n]
    labels = sorted(
        {span.label for finding in shown for span in (finding.mistake.gold, finding.mistake.predicted) if span}
    )
    groups = list(dict.fromkeys(finding.group for finding in shown if finding.group))
    choosers = _chooser("kind", "kind", kinds) + _chooser("label", "label", [(label, label) for label in labels])
    return choosers + (_chooser("group", browser.group_name, [(name, name) for name in groups]) if groups else "")


def _chooser(key: str, name: str, options: Iterable[tuple[str, str]]) -> str:
    listed = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options)
    return f'<label>{escape(name)} <select data-by="{key}"><option value="">all</option>{listed}</select></label>'


def _item(finding: Finding, browser: Browser) -> str:
    mistake = finding.mistake
    labels = " ".join(dict.fromkeys(span.label for span in (mistake.gold, mistake.predicted) if span))
    excerpt = _excerpt(mistake.excerpt, mistake) if mistake.excerpt else ""
    whose = f'<span class="whose">{escape(finding.group)}</span> ' if finding.group else ""
    first, second = finding.sides
    return (
        f'<li data-kind="{mistake.kind.value}" data-label="{escape(labels)}" data-group="{escape(finding.group)}">'
        f'<p class="what"><span class="kind {mistake.kind.value}">{escape(browser.name(mistake.kind))}</span> {whose}'
        f"{_said(first, mistake.gold)}{_said(second, mistake.predicted)}"
        f'<span class="where">{escape(mistake.document)}</span></p>{excerpt}</li>'
    )


def _said(side: str, span: Span | None) -> str:
    if span is None:
        return ""
    place = f"{span.start}–{span.end}"
    return f'<span class="said">{escape(side)} <b>{escape(span.label)}</b> <span class="place">{place}</span></span> '


def _excerpt(excerpt: Excerpt, mistake: Mistake) -> str:
    """The piece of text, cut at the ends of both spans, each part marked by what covers it."""
    bounds = {excerpt.offset, excerpt.offset + len(excerpt.text)}
    for span in (mistake.gold, mistake.predicted):
        if span:
            bounds |= {_clipped(span.start, excerpt), _clipped(span.end, excerpt)}
    cuts = sorted(bounds)
    parts = (_part(excerpt, mistake, start, end) for start, end in pairwise(cuts))
    return f'<p class="excerpt" lang="" dir="auto">{"".join(parts)}</p>'


def _clipped(offset: int, excerpt: Excerpt) -> int:
    return min(max(offset, excerpt.offset), excerpt.offset + len(excerpt.text))


def _part(excerpt: Excerpt, mistake: Mistake, start: int, end: int) -> str:
    text = escape(excerpt.text[start - excerpt.offset : end - excerpt.offset].translate(_LINE_END))
    sides = [
        side
        for side, span in (("gold", mistake.gold), ("predicted", mistake.predicted))
        if span and span.start <= start and end <= span.end
    ]
    return f'<mark class="{" ".join(sides)}">{text}</mark>' if sides else text
