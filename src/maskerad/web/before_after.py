"""A page that shows texts before and after, side by side, every span coloured by its label.

Pointing at a span, or moving to it with the keyboard, shows who found it and why, and lights up its counterpart.
The page is one file, loads nothing, and holds the originals: it is for eyes that may see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from string import Template

from maskerad.core import Document, Quarantined, Released, Span, load_scheme

# Classes of labels that share a hue; the label itself is always written, so colour is never the only sign.
HUES = {"PERSON": "person", "LOCATION": "place"}
GROUPS = {
    "INITIALS": "person",
    "USERNAME": "person",
    "HOSPITAL": "care",
    "ORGANIZATION": "care",
    "DATE": "time",
    "TIME": "time",
    "AGE": "time",
    "PHONE": "contact",
    "EMAIL": "contact",
    "URL": "contact",
    "IP": "contact",
    "ID": "number",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """One document and its release."""

    document: Document = field(repr=False)
    released: Released = field(repr=False)
    language: str = ""


def before_after_page(title: str, pairs: Sequence[Pair], quarantined: Sequence[Quarantined] = ()) -> str:
    """The whole page as HTML.

    Args:
        title: Its heading.
        pairs: What is shown, in order.
        quarantined: Documents that did not leave; they are listed with the reason.
    """
    template = Template(resources.files(__package__).joinpath("before_after.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=escape(title),
        summary=_summary(pairs),
        documents="\n".join(_document(number, pair) for number, pair in enumerate(pairs)),
        quarantined="\n".join(_quarantined(one) for one in quarantined),
    )


def _summary(pairs: Iterable[Pair]) -> str:
    counts = Counter(span.label for pair in pairs for span in pair.released.spans)
    rows = (
        f'<tr><td><mark class="{_hue(label)}">{label}</mark></td><td class="n">{n}</td></tr>'
        for label, n in counts.most_common()
    )
    return "".join(rows)


def _document(number: int, pair: Pair) -> str:
    old, new = pair.released.spans, pair.released.new_spans
    before = _marked(pair.document.text, old, number)
    after = _marked(pair.released.text, new, number)
    lang = escape(pair.language or pair.document.language)
    return (
        f'<section lang="{lang}"><h2>{escape(pair.document.id)} <small>{lang}</small></h2>'
        f'<div class="pair"><article><h3 lang="en">Before</h3><pre>{before}</pre></article>'
        f'<article><h3 lang="en">After</h3><pre>{after}</pre></article></div></section>'
    )


def _quarantined(one: Quarantined) -> str:
    why = escape(f"quarantined at {one.stage} [{one.code}]: {one.reason}")
    return f"<section><h2>{escape(one.document)} <small>{why}</small></h2></section>"


def _marked(text: str, spans: Iterable[Span], number: int) -> str:
    parts, at = [], 0
    for index, span in enumerate(spans):
        parts.append(escape(text[at : span.start]))
        parts.append(_mark(span, text[span.start : span.end], f"{number}-{index}"))
        at = span.end
    parts.append(escape(text[at:]))
    return "".join(parts)


def _mark(span: Span, text: str, pair: str) -> str:
    source = span.source
    why = f"{span.label} · {source.recogniser} · {source.rule}" + (f" · {source.evidence}" if source.evidence else "")
    return (
        f'<mark class="{_hue(span.label)}" tabindex="0" data-pair="{pair}" data-why="{escape(why)}" '
        f'aria-label="{escape(why)}">{escape(text)}</mark>'
    )


def _hue(label: str) -> str:
    core = load_scheme("core")
    root = core.lineage(label)[-1] if label in core.labels else label
    return HUES.get(root) or GROUPS.get(label, "other")
