"""A mention of an institution cut into the known institutions it holds and what names the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.known import KnownForm, find_known
from maskerad.surrogates.atlas.naming import NAME, Piece, is_kept, naming_rules, pieces
from maskerad.surrogates.atlas.town_forms import is_larger, town_stem
from maskerad.surrogates.atlas.words import FILE, place_grammar, strings
from maskerad.text.folding import fold

TABLES = {"HOSPITAL": "institutions", "ORGANIZATION": "organizations"}
NONE: frozenset[str] = frozenset()


class Segment(NamedTuple):
    """A stretch of a mention: a known institution, or text with its naming pieces (places in the whole mention)."""

    start: int
    end: int
    known: KnownForm | None
    pieces: tuple[Piece, ...]


@lru_cache(maxsize=20_000)
def segments(
    text: str, label: str, pack: LanguagePack, by_words: frozenset[str] = NONE, towns: frozenset[str] = NONE
) -> tuple[Segment, ...]:
    """The segments of a mention, in order.

    Args:
        text: The mention.
        label: HOSPITAL or ORGANIZATION.
        pack: Its language.
        by_words: Long forms of known institutions that are taken by their words.
        told: Folded names of towns in it besides those that the language lists.

    Example:
        >>> from maskerad.languages import load_pack
        >>> [one.known.name for one in segments("SUS Lund", "HOSPITAL", load_pack("sv")) if one.known]
        ['Skånes universitetssjukhus']
    """
    return tuple(_cut(text, 0, len(text), label, pack, by_words, towns))


def _cut(
    text: str, start: int, end: int, label: str, pack: LanguagePack, by_words: frozenset[str], towns: frozenset[str]
) -> Iterator[Segment]:
    part, rules = text[start:end], naming_rules(pack, TABLES[label])
    known = find_known(part, label, pack) if part.strip() else None
    if known is not None and known.name in by_words:
        known = None
    if known is not None and known.end - known.start < len(part) and is_kept(part[known.start : known.end], rules):
        known = None  # an agency of somewhere: "CPAM de l'Hérault"
    if known is None:
        cut = _pieces(part, label, pack, towns) if part.strip() else []
        moved = [piece._replace(start=piece.start + start, end=piece.end + start) for piece in cut]
        yield Segment(start, end, None, tuple(moved))
        return
    at, to = start + known.start, start + known.end
    yield from _cut(text, start, at, label, pack, by_words, towns) if at > start else ()
    yield Segment(at, to, known, ())
    yield from _cut(text, to, end, label, pack, by_words, towns) if to < end else ()


def _pieces(text: str, label: str, pack: LanguagePack, towns: frozenset[str]) -> list[Piece]:
    """What names a stretch, without all words for a kind of house or body.

    Without those of its own label alone where the rest would be nothing ("Park House", a firm).
    """
    tests = _town_tests(pack, towns)
    cut = pieces(text, naming_rules(pack, *TABLES.values()), *tests) or pieces(
        text, naming_rules(pack, TABLES[label]), *tests
    )
    return [_with_article(piece, text, pack) if piece.kind == NAME else piece for piece in cut]


def _with_article(piece: Piece, text: str, pack: LanguagePack) -> Piece:
    """A place with the article that is a part of its name: "La Palma" of "Hospital General de La Palma"."""
    grammar, before = place_grammar(pack), text[: piece.start]
    article = next((form for form in grammar.articles if before.lower().endswith(form)), "")
    is_own = (
        article and before[-len(article)].isupper() and fold(article + text[piece.start : piece.end]) in grammar.listed
    )
    return piece._replace(start=piece.start - len(article)) if is_own else piece


def _town_tests(pack: LanguagePack, towns: frozenset[str]) -> tuple[Callable[[str], bool], Callable[[str], bool]]:
    """Whether a folded word is the name of a town; whether it is that of a larger one, or of one that is told."""

    def is_stem(stem: str) -> bool:
        return stem in towns or town_stem(stem, pack)[0] == stem

    def is_town(word: str) -> bool:
        return word in towns or is_larger(word, pack)

    return is_stem, is_town


@lru_cache(maxsize=20_000)
def towns_in(text: str, label: str, pack: LanguagePack) -> tuple[str, ...]:
    """Folded towns after which an institution is named, in order; an adjective of a town is one too.

    Example:
        >>> from maskerad.languages import load_pack
        >>> towns_in("Falu lasarett", "HOSPITAL", load_pack("sv"))
        ('falun',)
    """
    every = (piece for segment in segments(text, label, pack) for piece in segment.pieces if piece.kind == NAME)
    named = (piece for piece in every if not _is_no_village(text, piece, pack))
    stems = ((town_stem(piece.key, pack)[0], piece.start == 0 and piece.end == len(text)) for piece in named)
    return tuple(stem for stem, is_whole in stems if stem and not (is_whole and label == "ORGANIZATION"))


def _is_no_village(text: str, piece: Piece, pack: LanguagePack) -> bool:
    """Whether it is a saint, or stands behind an article and is no larger town: San Marco, de la Gare.

    A name that begins with the word for a saint is that of a town only where there is one at home: "Saint-Denis".
    """
    last, table = fold(text[: piece.start].rstrip(" .").rpartition(" ")[2]), pack.late_table(FILE, "names")
    first, places = re.split(r"[ .-]", piece.key, maxsplit=1), gazetteer(pack)
    if len(first) > 1 and first[0] in strings(table, "saints") and not places.is_home(places.where(piece.key).country):
        return True
    is_articled = last in strings(table, "articles") and not is_larger(piece.key, pack)
    return bool(last) and (is_articled or last in strings(table, "saints"))
