"""A page that shows texts before and after, side by side, every span coloured by its label.

Pointing at a span, or moving to it with the keyboard, shows who found it and why, and lights up its counterpart. The
page can be searched, narrowed to a label or to what is doubtful, stepped through, and printed. It is one file, loads
nothing, and holds the originals: it is for eyes that may see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib import resources

from maskerad.core import Document, Doubt, Quarantined, Released, Span, load_scheme
from maskerad.pages.frame import facts, html_page, masthead, section, table

# Classes of labels that share a hue and a kind of underline; the label itself can be written beside every span.
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
LEAD = (
    "<p>Left as it came, right as it may leave. Point at a coloured span to see which recogniser found it and why, or "
    "move from span to span with the arrow keys; its counterpart lights up on the other side.</p>"
    '<p class="warning"><strong>This page holds the originals.</strong> Keep it where the notes are kept.</p>'
)
# What the page can be narrowed to: key of the script, and what it is called.
LOOKS = (
    ("", "all spans"),
    ("0.9", "score below 0.90"),
    ("0.7", "score below 0.70"),
    ("0.5", "score below 0.50"),
    ("doubt", "who is who: in doubt"),
    ("kept", "left as they are"),
)


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
    counts = Counter(span.label for pair in pairs for span in pair.released.spans)
    head = masthead(title, LEAD + _facts(pairs, quarantined) + _legend(counts))
    documents = "".join(_document(number, pair) for number, pair in enumerate(pairs))
    body = f'{head}{_tools(counts)}<p id="none" hidden>No document fits.</p>{documents}{_quarantined(quarantined)}'
    return html_page(title, body + '<div id="why" role="tooltip" hidden></div>', _asset("js"), _asset("css"))


def _asset(kind: str) -> str:
    return resources.files(__package__).joinpath(f"before_after.{kind}").read_text(encoding="utf-8")


def _facts(pairs: Sequence[Pair], quarantined: Sequence[Quarantined]) -> str:
    numbers = (
        (len(pairs), "documents"),
        (sum(len(pair.released.spans) for pair in pairs), "spans"),
        (sum(len(pair.released.doubts) for pair in pairs), "in doubt who is who"),
        (len(quarantined), "quarantined"),
    )
    return facts((f"{n:,}", name) for n, name in numbers)


def _legend(counts: Counter[str]) -> str:
    items = "".join(
        f'<li><span class="hue of-{_hue(label)}">{escape(label)}</span> {n:,}</li>' for label, n in counts.most_common()
    )
    return f'<ul class="legend" aria-label="Spans by label">{items}</ul>' if items else ""


def _tools(counts: Counter[str]) -> str:
    labels = "".join(f'<option value="{escape(label)}">{escape(label)}</option>' for label in sorted(counts))
    looks = "".join(f'<option value="{key}">{escape(name)}</option>' for key, name in LOOKS)
    return (
        '<div class="filters tools" role="search">'
        '<label>search <input type="search" id="query" autocomplete="off" spellcheck="false"> <kbd>/</kbd></label>'
        f'<label>label <select id="label"><option value="">all</option>{labels}</select></label>'
        f'<label>show <select id="look">{looks}</select></label>'
        '<label><input type="checkbox" id="written"> write labels</label>'
        '<div class="steps"><button type="button" id="previous">Previous <kbd>P</kbd></button>'
        '<output id="place" aria-live="polite"></output>'
        '<button type="button" id="next">Next <kbd>N</kbd></button></div></div>'
    )


def _document(number: int, pair: Pair) -> str:
    partners = _partners(pair.released)
    before = [
        _Mark(span, f"{number}-{at}", _notes(pair, span, partners.get(at)))
        for at, span in enumerate(pair.released.spans)
    ]
    numbers = {new.start: at for at, new in partners.items()}
    after = [_Mark(new, f"{number}-{numbers.get(new.start, f'new{new.start}')}") for new in pair.released.new_spans]
    lang = escape(pair.language or pair.document.language)
    return (
        f'<section class="document"><h2>{escape(pair.document.id)} <small>{lang}</small></h2><div class="pair">'
        f'<article><h3>Before</h3><pre lang="{lang}" dir="auto">\n{_marked(pair.document.text, before)}</pre></article>'
        f'<article><h3>After</h3><pre lang="{lang}" dir="auto">\n{_marked(pair.released.text, after)}</pre></article>'
        "</div></section>"
    )


def _partners(released: Released) -> dict[int, Span]:
    """The new span of each old one, by its number, in the order of the text; what was taken out has none.

    A span that was taken out comes to lie where the next one begins: the last one there is the one that stayed.
    """
    old = {released.offsets.to_new(span.start): at for at, span in enumerate(released.spans)}
    return {old[new.start]: new for new in released.new_spans if new.start in old}


@dataclass(frozen=True, slots=True)
class _Mark:
    """A span of one side. What there is to say about it is said once, on the side of the original."""

    span: Span
    pair: str
    notes: str = field(default="", repr=False)

    def html(self, text: str) -> str:
        label = escape(self.span.label)
        return (
            f'<mark class="of-{_hue(self.span.label)}" tabindex="-1" data-pair="{self.pair}" data-label="{label}"'
            f"{self.notes}>{escape(text)}</mark>"
        )


def _marked(text: str, marks: Iterable[_Mark]) -> str:
    parts, at = [], 0
    for mark in marks:
        parts.append(escape(text[at : mark.span.start]))
        parts.append(mark.html(text[mark.span.start : mark.span.end]))
        at = mark.span.end
    parts.append(escape(text[at:]))
    return "".join(parts)


def _notes(pair: Pair, span: Span, new: Span | None) -> str:
    """Attributes: score, whether anything about the span is in doubt or it was kept, and why it was found."""
    doubts = [doubt for doubt in pair.released.doubts if doubt.start < span.end and span.start < doubt.end]
    is_kept = new is not None and pair.released.text[new.start : new.end] == pair.document.text[span.start : span.end]
    flags = " data-doubt" * bool(doubts) + " data-kept" * is_kept
    why = "\n".join([*_said(span), *map(_doubted, doubts), *(["left as it is"] if is_kept else [])])
    return f' data-score="{span.score:.2f}"{flags} data-why="{escape(why)}"'


def _said(span: Span) -> Iterator[str]:
    source = span.source
    yield f"{span.label} · score {span.score:.2f}" + (f" · {span.entity}" if span.entity else "")
    yield f"{source.recogniser} · {source.rule}" if source.rule else source.recogniser
    if source.evidence:
        yield source.evidence


def _doubted(doubt: Doubt) -> str:
    return f"in doubt ({doubt.kind}): {', '.join(doubt.between)}"


def _quarantined(quarantined: Sequence[Quarantined]) -> str:
    if not quarantined:
        return ""
    rows = [(held.document, held.stage, held.code, held.reason) for held in quarantined]
    words = "<p>These documents did not leave. Each is listed with the stage at which it was stopped, and why.</p>"
    listed = table(("document", "stage", "code", "reason"), rows, text={0, 1, 2, 3})
    return section("Quarantined", words + listed)


@cache
def _hue(label: str) -> str:
    core = load_scheme("core")
    root = core.lineage(label)[-1] if label in core.labels else label
    return HUES.get(root) or GROUPS.get(label, "other")
