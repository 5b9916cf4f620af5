"""HTML in a text: which characters are mark-up, and what they stand for.

Nothing that could name a person is ever hidden: a tag goes, but the values of its attributes stay (``href``, ``alt``,
``title`` …), all but those that only lay out. Whatever is not surely mark-up is text: "RR<90 och >120", "<Anna>".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.entities import html5, name2codepoint

Edit = tuple[int, int, str]

# Tags of HTML 4 and 5 that exports of record systems hold, and Word's o:p. No name that is also a given name (mark).
_BLOCK = (
    "address article aside blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 head header "
    "hr html li main nav ol option p pre script section select style table tbody tfoot thead title tr ul"
)
_CELL = "td th"
_INLINE = (
    "a abbr b big code del em font i img input ins kbd label link meta o:p q s small span strike strong sub sup tt u"
)
_BARE = "checked|disabled|hidden|noshade|nowrap|readonly|required|selected"
_LAYOUT = frozenset(
    {"align", "bgcolor", "border", "cellpadding", "cellspacing", "charset", "class", "color", "colspan", "dir"}
    | {"face", "height", "http-equiv", "lang", "rel", "rowspan", "size", "style", "valign", "width"}
)

_BREAK = dict.fromkeys(_BLOCK.split(), "\n") | dict.fromkeys(_CELL.split(), " ") | dict.fromkeys(_INLINE.split(), "")
_NAMES = "|".join(sorted(_BREAK, key=len, reverse=True))
_VALUE = r"\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'|[^\s\"'<>=`]++)"
_TAG = re.compile(
    rf"<(?=[/a-z])/?({_NAMES})(?=[\s/>])((?:\s++(?:[a-z][\w:.\-]*+{_VALUE}|(?:{_BARE})(?=[\s/>])))*+)\s*+/?>",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"([a-z][\w:.\-]*+)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'<>=`]++))",
    re.IGNORECASE,
)
# "&amp;eacute;": exports that were escaped twice, or more, are undone at once.
_ENTITY = re.compile(r"&(?:amp;){0,3}(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_ESCAPED_AMPERSAND = "&amp;"


def tag_edits(text: str) -> Iterator[Edit]:
    """Which pieces of the text to replace, and by what, so that no tag is left.

    A tag of a block gives a line end, one of a table cell a space, any other nothing; each value of an attribute
    that could hold something of a person stays, set off by spaces.

    Example:
        >>> list(tag_edits("Anna<br>Berg"))
        [(4, 8, '\\n')]
    """
    for match in _TAG.finditer(text):
        gap = _BREAK[match[1].lower()]
        if match[2]:
            yield from _attribute_edits(text, match, gap)
        else:
            yield match.start(), match.end(), gap


def _attribute_edits(text: str, tag: re.Match[str], gap: str) -> Iterator[Edit]:
    """Edits around the values that stay; the last one closes the tag."""
    done, is_first = tag.start(), True
    for attribute in _ATTRIBUTE.finditer(text, tag.start(2), tag.end(2)):
        start, end = attribute.span(attribute.lastindex or 0)
        if attribute[1].lower() in _LAYOUT or start == end:
            continue
        yield done, start, gap or " " if is_first else " "
        done, is_first = end, False
    yield done, tag.end(), gap if is_first else gap or " "


def entity_edits(text: str) -> Iterator[Edit]:
    """Which pieces of the text are entities, and the character each stands for.

    Example:
        >>> list(entity_edits("Andr&eacute; & AT&T;"))
        [(4, 12, 'é')]
    """
    for match in _ENTITY.finditer(text):
        name = match[1]
        char = unescape(f"&{name};") if name[0] == "#" else _named().get(name)
        if char is not None:
            yield match.start(), match.end(), char
        elif match[0].startswith(_ESCAPED_AMPERSAND):
            yield match.start(), match.start() + len(_ESCAPED_AMPERSAND), "&"


@cache
def _named() -> dict[str, str]:
    """Entities of HTML 4, and of HTML 5 those for Latin letters.

    The rest of HTML 5 is left out: it holds names of people (``&Lang;``) that stand for signs nobody writes in notes.
    """
    latin = {
        name[:-1]: char for name, char in html5.items() if name.endswith(";") and char < "\u0250" and len(char) == 1
    }
    return latin | {name: chr(code) for name, code in name2codepoint.items()} | {"ZeroWidthSpace": "\u200b"}
