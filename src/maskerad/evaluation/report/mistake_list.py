"""The browser of mistakes: a list that can be narrowed by kind and by label, with text only where it was asked for."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import pairwise

from maskerad.core import Span
from maskerad.evaluation.mistakes import Excerpt, Kind, Mistake
from maskerad.evaluation.result import Evaluation

# A sign beside each kind, so that no kind is told by its colour alone.
KIND_SIGNS = {Kind.MISSED: "○", Kind.SPURIOUS: "+", Kind.BOUNDARY: "↔", Kind.LABEL: "≠"}

_LINE_END = str.maketrans({"\n": "⏎", "\r": "", "\t": " "})


def mistake_browser(evaluation: Evaluation, max_mistakes: int) -> str:
    """The section with all mistakes, or the first ``max_mistakes`` of them."""
    total = len(evaluation.mistakes)
    if not total:
        return "<section><h2>Mistakes</h2><p>None.</p></section>"
    shown = evaluation.mistakes[:max_mistakes]
    labels = sorted({span.label for m in shown for span in (m.gold, m.predicted) if span})
    cut = f"<p>Listed are the first {len(shown):,} of {total:,}.</p>" if len(shown) < total else ""
    items = "".join(_item(mistake) for mistake in shown)
    return (
        f'<section id="mistakes"><h2>Mistakes</h2>{_about_text(shown)}{cut}'
        f'<div class="filters">{_chooser("kind", _kind_options(shown))}'
        f"{_chooser('label', [(label, label) for label in labels])}"
        f'<p aria-live="polite"><output id="shown">{len(shown):,}</output> of {len(shown):,} shown</p></div>'
        f'<ol class="mistakes">{items}</ol></section>'
    )


def _about_text(mistakes: Iterable[Mistake]) -> str:
    if any(mistake.excerpt for mistake in mistakes):
        return (
            '<p class="warning"><strong>This page holds text of the documents.</strong> Keep it where they are kept. '
            '<mark class="gold">Gold</mark> is underlined, <mark class="predicted">predicted</mark> is framed.</p>'
        )
    return '<p class="quiet">The text around the mistakes was not asked for: this page holds none.</p>'


def _kind_options(mistakes: tuple[Mistake, ...]) -> list[tuple[str, str]]:
    counts = {kind: sum(m.kind == kind for m in mistakes) for kind in Kind}
    return [(kind.value, f"{KIND_SIGNS[kind]} {kind.value} ({n:,})") for kind, n in counts.items() if n]


def _chooser(name: str, options: list[tuple[str, str]]) -> str:
    listed = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options)
    return f'<label>{name} <select id="by-{name}"><option value="">all</option>{listed}</select></label>'


def _item(mistake: Mistake) -> str:
    labels = " ".join(dict.fromkeys(span.label for span in (mistake.gold, mistake.predicted) if span))
    kind = mistake.kind.value
    excerpt = _excerpt(mistake.excerpt, mistake) if mistake.excerpt else ""
    return (
        f'<li data-kind="{kind}" data-labels="{escape(labels)}">'
        f'<p class="what"><span class="kind {kind}">{KIND_SIGNS[mistake.kind]} {kind}</span> '
        f"{_said('gold', mistake.gold)}{_said('predicted', mistake.predicted)}"
        f'<span class="where">{escape(mistake.document)}</span></p>{excerpt}</li>'
    )


def _said(side: str, span: Span | None) -> str:
    if span is None:
        return ""
    place = f"{span.start}–{span.end}"
    return f'<span class="said">{side} <b>{escape(span.label)}</b> <span class="place">{place}</span></span> '


def _excerpt(excerpt: Excerpt, mistake: Mistake) -> str:
    """The piece of text, cut at the ends of both spans, each part marked by what covers it."""
    bounds = {excerpt.offset, excerpt.offset + len(excerpt.text)}
    for span in (mistake.gold, mistake.predicted):
        if span:
            bounds |= {_clipped(span.start, excerpt), _clipped(span.end, excerpt)}
    cuts = sorted(bounds)
    parts = (_part(excerpt, mistake, start, end) for start, end in pairwise(cuts))
    return f'<p class="excerpt" dir="auto">{"".join(parts)}</p>'


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
