"""Hospitals and organisations: new names, the same kinds, other numbers.

A known one becomes another known one of its kind, in the same form, long, short or acronym. Of all others what names
them is replaced and the rest stays: "Tallåsens VC" and "Tallåsens vårdcentral" share the new name, and a hospital named
after a town that the record mentions is named after that town's surrogate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.listed import entries
from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.elision import elided
from maskerad.surrogates.atlas.kinds import kind_of
from maskerad.surrogates.atlas.known import known_institutions
from maskerad.surrogates.atlas.naming import ACRONYM, NAME, NUMBER, Piece, naming_rules
from maskerad.surrogates.atlas.segments import TABLES
from maskerad.surrogates.atlas.town_forms import town_stem
from maskerad.surrogates.atlas.words import FILE, place_grammar, strings, without_article
from maskerad.surrogates.candidates import proposal
from maskerad.surrogates.institutions.borrowed_names import borrowed, short_forms
from maskerad.surrogates.institutions.known_choice import with_known
from maskerad.surrogates.institutions.names import CANDIDATES_MIN, candidates
from maskerad.surrogates.institutions.public_bodies import institution_stays, regional_body
from maskerad.surrogates.institutions.segments import segments_of, town_acronym
from maskerad.surrogates.institutions.towns import record_towns, region_of
from maskerad.surrogates.near_numbers import near_letter, near_number
from maskerad.surrogates.request import Original, RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, in_case_of, in_class_of
from maskerad.text.folding import fold
from maskerad.text.scripts import is_cjk

WHOLE = {"HOSPITAL": ("hospitals", "hospital_short"), "ORGANIZATION": ("organizations",)}
WHOLE_MAX = 2000
ACRONYM_CHARS_MIN = 2
ACRONYMS_MIN = 6  # listed ones to choose among; where there are fewer, other letters stand for an acronym


def institution(request: Request) -> str:
    """The mention with its names, numbers and letters replaced.

    Raises:
        SurrogateError: If no name is left, or it is not told what names it.
    """
    whole = _generic(request) or regional_body(request) or _of_listed_kind(request)
    if whole or institution_stays(request):
        return whole or request.text
    segments, text = segments_of(request.record, request.original), ""
    if not any(segment.known or segment.pieces for segment in segments):
        return _from_list(request)
    for match in segments:
        start = match.start + _n_genitive(text, request, match.start)
        new = with_known(request, match) if match.known else _replaced(request, start, match.end, match.pieces)
        text += _told_once(text, new)
    return text


def _told_once(before: str, following: str) -> str:
    """A text without its first word where that is the last of the text before: a new house may bear the town behind."""
    last, word = before.rpartition(" ")[2], following.split()[:1]
    return following[len(last) + 1 :] if last and word == [last] and following.startswith(" ") else following


def _n_genitive(before: str, request: Request, at: int) -> int:
    """Length of a genitive ending behind a known institution whose new name takes none."""
    rules, rest = name_conventions(request.pack), request.text[at:]
    if not at or not rules.bare_after or not before.lower().endswith(rules.bare_after):
        return 0
    return next((len(end) for end in rules.endings if rest.startswith(end) and not rest[len(end) :][:1].isalpha()), 0)


def _generic(request: Request) -> str:
    """Another word for an institution that is not named ("our hospital"), where the pack has a group of such words."""
    groups = request.pack.late_table(FILE, "generic").get("groups", [])
    for group in groups if isinstance(groups, list) else []:
        if request.text in group:
            others = [word for word in group if word != request.text]
            return str(others[request.record.keyed.number(len(others), request.record.scope, "generic", request.text)])
    return ""


def _replaced(request: Request, start: int, end: int, pieces: Sequence[Piece]) -> str:
    """A stretch of the mention with its pieces replaced."""
    parts, at, text = list[str](), start, request.text
    for piece in pieces:
        between, new = text[at : piece.start], _new(request, piece, text[piece.start : piece.end])
        parts += [elided(between, new, request.pack), _before_rest(new, text[piece.end : end])]
        at = piece.end
        if (
            text[at : at + 1] in ("s", "S")
            and not text[at + 1 : at + 2].isalpha()
            and _is_bare(parts[-1], request.pack)
        ):
            at += 1  # no genitive after these letters
    return "".join([*parts, text[at:end]])


def _before_rest(new: str, rest: str) -> str:
    """A Japanese name without the mark of a kind that follows it anyway: あけぼの会 before 会."""
    return new[:-1] if len(new) > 1 and is_cjk(new) and rest.startswith(new[-1]) else new


def _is_bare(name: str, pack: LanguagePack) -> bool:
    """Whether a name takes no genitive ending before what it names: "Umeå kommun"."""
    return name.lower().endswith(tuple(str(pack.late_table(FILE, "places").get("attribute_bare_after", "sxz"))))


def _new(request: Request, piece: Piece, old: str) -> str:
    record, label = request.record, request.original.label
    if piece.kind in (NAME, ACRONYM):
        key, is_bare = _key(request.original, piece), without_article(old, request.pack) == old
        new = _new_names(record, label).get(key)
        if new is None:
            raise request.refusal("no candidate is left for a name")
        if is_bare and (key in _with_article(record, label) or _is_behind_article(request, piece)):
            new = without_article(new, request.pack)
        return in_case_of(new, old) if piece.kind == ACRONYM else _attribute(capitalised_as(new, old), request, piece)
    fields = (record.scope, label, piece.key)
    if piece.kind == NUMBER:
        return near_number(old, record.keyed, *fields)
    if old.islower() and label == "ORGANIZATION":
        return old  # an ordinal: 519e
    return near_letter(old, record.keyed, *fields) if len(old) == 1 else in_class_of(old, record.keyed, *fields)


def _is_behind_article(request: Request, piece: Piece) -> bool:
    """Whether an article stays before the piece: a new "La Plaza" for "Chana" would give "CS La La Plaza"."""
    before = request.text[: piece.start].lower()
    short = strings(request.pack.late_table(FILE, "places"), "short_articles")  # "'t Heem"
    articles = (*place_grammar(request.pack).articles, *short)
    return any(before.endswith(article) and not before[: -len(article)][-1:].isalpha() for article in articles)


def _attribute(new: str, request: Request, piece: Piece) -> str:
    """A town's name in the genitive where it stands before what it names and the old one had no such ending."""
    ending = str(request.pack.late_table(FILE, "places").get("attribute_ending", ""))
    after = request.text[piece.end : piece.end + 2]
    is_town = any(town_stem(key, request.pack)[0] for key in (piece.key, fold(new)))
    if not ending or not is_town or not (after[:1] == " " and after[1:].islower()):
        return new
    return new if _is_bare(new, request.pack) or request.text[: piece.start].endswith(" i ") else new + ending


def _key(original: Original, piece: Piece) -> str:
    """What is the same for all mentions that share a name: a town's own name, else the name without its article."""
    return town_stem(piece.key, original.pack)[0] or without_article(piece.key, original.pack)


def _pieces(record: RecordContext, original: Original) -> Iterator[Piece]:
    """Every naming piece of a mention."""
    for segment in segments_of(record, original):
        yield from segment.pieces


def _with_article(record: RecordContext, label: str) -> frozenset[str]:
    """Keys of the names that stand with an article somewhere in the record."""
    return record.once(("with article", label), lambda: frozenset(_find_articles(record, label)))


def _find_articles(record: RecordContext, label: str) -> Iterator[str]:
    for original in record.originals:
        for piece in _pieces(record, original) if original.label == label else ():
            if without_article(piece.key, original.pack) != piece.key:
                yield _key(original, piece)


def _new_names(record: RecordContext, label: str) -> Mapping[str, str]:
    """New names for all naming words of the record's mentions of one label."""
    return record.once(("names of", label), lambda: _make_names(record, label))


def _make_names(record: RecordContext, label: str) -> Mapping[str, str]:
    named: dict[str, tuple[Original, Piece]] = {}
    for original in sorted((o for o in record.originals if o.label == label), key=_kind_first):
        for piece in _pieces(record, original):
            if piece.kind in (NAME, ACRONYM):
                named.setdefault(_key(original, piece), (original, piece))
    lent = borrowed(record, named)
    shorts = short_forms(key for key, (_, piece) in named.items() if piece.kind == NAME and key not in lent)
    own = [key for key in named if key not in lent and key not in shorts]
    other_towns = {fold(town.name) for town in record_towns(record).values()}

    def propose(key: str, attempt: int) -> str | None:
        original, piece = named[key]
        if piece.kind == ACRONYM:
            return _acronym(record, original, key, attempt)
        new = proposal(record.keyed, record.scope, label, key, _candidates(record, original, piece), attempt)
        return "" if new and fold(new) in other_towns else new

    served = {**record.distinct(label, own, propose), **lent}
    served |= {key: served[long] for key, long in shorts.items() if long in served}
    return {**served, **_acronyms(record, label, named, served)}


def _candidates(record: RecordContext, original: Original, piece: Piece) -> tuple[str, ...]:
    label, pack = original.label, original.pack
    kind = kind_of(original.text, label, pack) or kind_of(original.before, label, pack)
    before = original.text[: piece.start] or original.before
    region = region_of(record, town_stem(piece.key, pack)[0], pack)
    listed = candidates(original.text[piece.start : piece.end], piece.key, kind, label, before, pack, region)
    return _without_kinds(listed, label, pack) if original.text[piece.end : piece.end + 1].isalpha() else listed


def _without_kinds(listed: tuple[str, ...], label: str, pack: LanguagePack) -> tuple[str, ...]:
    """Names that tell no kind themselves, for one that a kind is joined to: no "Rosengårdengården"."""
    suffixes = naming_rules(pack, *TABLES.values()).suffixes
    plain = tuple(name for name in listed if not name.lower().endswith(suffixes))
    return plain if len(plain) >= CANDIDATES_MIN else listed


@lru_cache(maxsize=512)
def _listed_acronyms(pack: LanguagePack, label: str, n_chars: int, starts: str) -> tuple[str, ...]:
    listed = known_institutions(pack, label).acronyms
    near = (acronym for acronym in listed if abs(len(acronym) - n_chars) <= 1)
    return tuple(acronym for acronym in near if not starts or fold(acronym[0]) in starts)


def _starts(key: str, pack: LanguagePack) -> str:
    """First letters before which an article stays as it is before an acronym; "" for any."""
    groups = strings(pack.late_table(FILE, "names"), "acronym_starts")
    return next((letters for letters in groups if key[0] in letters), "")


def _acronym(record: RecordContext, original: Original, key: str, attempt: int) -> str:
    """A listed acronym while there are some, else letters."""
    label, starts = original.label, _starts(key, original.pack)
    listed = _listed_acronyms(original.pack, label, len(key), starts)
    if len(listed) >= ACRONYMS_MIN and attempt < len(listed):
        return listed[record.keyed.choice(record.scope, label, key, len(listed), attempt)]
    letters = in_class_of(key.upper().replace(".", ""), record.keyed, record.scope, label, key, str(attempt))
    if not starts:
        return letters
    return starts[record.keyed.number(len(starts), record.scope, label, key, str(attempt))].upper() + letters[1:]


def _of_listed_kind(request: Request) -> str:
    """A listed body for an unlisted one of a kind of which all are known by name: an insurer."""
    pack, label = request.pack, request.original.label
    signs = request.pack.late_table(FILE, "listed_kinds") if label == "ORGANIZATION" else {}
    table, folded = known_institutions(pack, label), fold(request.text)
    kind = next((kind for kind in signs if any(sign in folded for sign in strings(signs, kind))), "")
    if not kind or any(segment.known for segment in segments_of(request.record, request.original)):
        return ""
    listed = [
        known.name for known in table.by_name.values() if known.kind == kind and request.record.is_free(known.name)
    ]
    return listed[request.record.keyed.number(len(listed), request.record.scope, kind, folded)] if listed else ""


def _kind_first(original: Original) -> tuple[bool, str, str, str]:
    """Mentions that tell their kind before bare ones, in an order of their own."""
    text, is_bare = original.text, not kind_of(original.text, original.label, original.pack)
    return is_bare, fold(text), text, original.before


def _acronyms(
    record: RecordContext, label: str, named: Mapping[str, tuple[Original, Piece]], served: Mapping[str, str]
) -> dict[str, str]:
    """Acronyms made of the new name of the long form that the record has beside them."""
    new: dict[str, str] = {}
    for key, (_, piece) in named.items():
        if piece.kind == ACRONYM and len(piece.key) >= ACRONYM_CHARS_MIN:
            letters = town_acronym(record, named[key][0], piece.key)
            if letters:
                new[key] = letters
                continue
            for original, other in named.values():
                letters = _initials(original, other, served.get(_key(original, other), ""), piece.key)
                if other.kind == NAME and letters and letters != piece.key and record.is_free(letters):
                    new[key] = letters.upper()
                    break
    return new


def _initials(original: Original, piece: Piece, new: str, acronym: str) -> str:
    """The acronym of a long form with its name replaced; "" where the old one is not the acronym of the old form."""
    words = [word for word in fold(original.text).replace("-", " ").split(" ") if word]
    is_one_word = not any(char in " -" for char in original.text[piece.start : piece.end])
    if not new or not is_one_word or "".join(word[0] for word in words) != acronym or len(words) != len(acronym):
        return ""
    at = original.text[: piece.start].replace("-", " ").count(" ")
    return acronym[:at] + fold(new)[0] + acronym[at + 1 :]


def _from_list(request: Request) -> str:
    """A name from the language's list, for a mention in which nothing tells what names it."""
    record, label, pack = request.record, request.original.label, request.pack
    listed = tuple(entry for name in WHOLE[label] for entry in entries(pack, name, WHOLE_MAX))
    for attempt in range(50):
        found = proposal(record.keyed, record.scope, label, request.key, listed, attempt)
        if found and record.is_free(found):
            return capitalised_as(found, request.text)
    raise request.refusal("nothing names it, and the language has no list of such names")
