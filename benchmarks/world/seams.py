"""Where a surrogate meets the text: articles, elision, genitive, script, blanks, case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from benchmarks.world.record import Fault, Mention, Page, World
from benchmarks.world.words import is_eastern, listed, plain, words

VOWELS = "aeiouyàâäáæèéêëìíîïòóôöœùúûü"
FR_MUTE = re.compile(r"(?:d|l|qu|jusqu|lorsqu|puisqu|s|n|j|m|t|c)['’]$", re.IGNORECASE)
FR_FULL = re.compile(r"(?:^|[\s(«\"'’])(?:de|le|la|que|jusque)\s+$", re.IGNORECASE)
IT_MUTE = re.compile(r"(?:\b|[a-z])l['’]$|\b(?:d|un|quest|sant)['’]$", re.IGNORECASE)
IT_FULL = re.compile(r"(?:^|\s)(?:lo|la|dello|della|allo|alla|nello|nella|sullo|sulla|dallo|dalla)\s+$", re.IGNORECASE)
IT_JOINT = re.compile(r"(?:^|\s)(?:ad|ed|od)\s+$", re.IGNORECASE)
ES_SPLIT = re.compile(r"(?:^|\s)(?:de|a)\s+$", re.IGNORECASE)
DOUBLE = re.compile(r"([^\W\d_]+) $")
NAMED = frozenset({"PATIENT", "RELATIVE", "CLINICIAN", "OTHER_PERSON", "CITY", "STREET", "HOSPITAL", "ORGANIZATION"})
N_ACRONYM = 5
ACRONYM = re.compile(r"[A-Z]{2,5}(?![^\W\d_]|-)")  # which some spell and others read
SPOKEN_VOWEL = frozenset({"8", "11"})


def seam_faults(world: World) -> Iterator[Fault]:
    """All faults of seams; what was so in the old text is none."""
    for mention in world.replaced:
        if mention.old == mention.new:
            continue
        page = world.pages[mention.page]
        before, old_before = page.before(mention), page.before_old(mention)
        for why in sorted(
            _whys(before, mention.new, world.language, mention.is_person)
            - _whys(old_before, mention.old, world.language, mention.is_person)
        ):
            yield Fault("seams", mention, why)
        yield from _shape_faults(mention, page, world)


def _whys(before: str, text: str, language: str, is_person: bool) -> set[str]:
    """What is wrong where a mention stands."""
    rules = {"en": _english, "fr": _french, "it": _italian, "es": _spanish}
    found = set(rules[language](before, text)) if language in rules else set()
    if is_person:  # whose particles are not those of the language
        found.discard("elision inside")
    last = DOUBLE.search(before)
    first = words(text)[:1]
    if last and first and plain(last[1]) == first[0] and text[:1].isalpha() and len(last[1]) > 1 and not is_person:
        found.add("a word stands twice")
    inside = re.search(r"\b(the|de|den|het|der|die|das|le|la|les|el|los|il|i|på)\s+\1\b", text, re.IGNORECASE)
    if inside:
        found.add("a word stands twice")
    if "  " in text or text != text.strip(" \t"):  # a break of the old text is kept, if need be in front
        found.add("blanks")
    return found | set(_one_of_many(text, language))


def _english(before: str, text: str) -> Iterator[str]:
    if ACRONYM.match(text):
        return
    number = re.match(r"\d+", text)
    if number:
        has_vowel = number[0] in ("8", "11", "18") or (len(number[0]) == 2 and text.startswith("8"))
    else:
        has_vowel = bool(re.match(r"[aeio]|u(?!ni|se|r|k)", text.casefold())) and not re.match(
            r"eu|one\b", text.casefold()
        )
    if re.search(r"(?:^|\s)an $", before.casefold()) and not has_vowel and text[:1].casefold() not in "hu":
        yield "article"
    if re.search(r"(?:^|\s)a $", before.casefold()) and has_vowel:
        yield "article"


def _french(before: str, text: str) -> Iterator[str]:
    first = text[:1].casefold()
    if ACRONYM.match(text):
        return
    if not first.isalpha():
        if FR_MUTE.search(before) and first.isdigit() and not text.startswith(("8", "11", "1 ")):
            yield "elision"
        return
    if FR_MUTE.search(before) and first not in VOWELS + "h":
        yield "elision"
    if FR_FULL.search(before) and first in VOWELS.replace("y", "") and not re.match("on(?:ze|zième)|oui|un\\b", text):
        yield "elision"
    if re.search(r"(?:^|\s)(?:de|à)\s+$", before, re.IGNORECASE) and re.match(r"les?\s", text):
        yield "article"
    if re.search(r"\b(?:de les?|à les?|du les?|au les?|du la|au la|de de|du de)\s", text, re.IGNORECASE):
        yield "article"
    if re.search(r"\b(?:de|le|la) [aeéèêiouâîôû]\w", text) and not re.search(r"\bde (?:onz|oui|un)", text):
        yield "elision inside"


def _italian(before: str, text: str) -> Iterator[str]:
    first = text[:1].casefold()
    if ACRONYM.match(text):
        return
    number = re.match(r"\d+", text)
    has_vowel = (number[0] in SPOKEN_VOWEL if number else first in VOWELS.replace("y", "") + "h") if first else False
    if IT_MUTE.search(before) and not has_vowel and first.isalnum():
        yield "elision"
    if number and number[0] in SPOKEN_VOWEL and re.search(r"(?:^|\s)(?:il|del|al|dal|nel|sul)\s+$", before.casefold()):
        yield "elision"
    if re.search(r"(?:^|\s)(?:il|del|al|dal|nel|sul)\s+$", before.casefold()) and first in "aeiou" and first.isalpha():
        yield "elision"
    if IT_JOINT.search(before) and first not in VOWELS:
        yield "joint"
    if re.match(r"(?:ad|ed)\s+[^aeiouàèéìòù\W]", text.casefold()):
        yield "joint"
    if re.search(r"\b(?:di il|a il|in il|da il|su il|di lo|a lo|di la|a la|in la)\s", text.casefold()):
        yield "article"


def _spanish(before: str, text: str) -> Iterator[str]:
    first = plain(text[:2])
    if ACRONYM.match(text):
        return
    if ES_SPLIT.search(before) and re.match(r"el\s", text):
        yield "article"
    if re.search(r"(?:^|\s)y\s+$", before) and re.match(r"h?i(?![aeo])", first + plain(text[2:3])):
        yield "joint"
    if re.search(r"(?:^|\s)e\s+$", before) and not re.match(r"h?i", first):
        yield "joint"


def _one_of_many(text: str, language: str) -> Iterator[str]:
    """One with a plural, and several with a singular."""
    wrong = "".join(listed(language, "wrong_number"))
    if wrong and re.search(wrong, text.casefold()):
        yield "number"


def _shape_faults(mention: Mention, page: Page, world: World) -> Iterator[Fault]:
    old, new = mention.old, mention.new
    if mention.label in NAMED and _is_foreign(mention):
        yield Fault("shapes", mention, "another script")
    if mention.label in NAMED and len([char for char in old if char.isalpha()]) > N_ACRONYM:
        if is_eastern(old) or is_eastern(new):
            pass
        elif old.isupper() and not new.isupper():
            yield Fault("shapes", mention, "capitals were lost")
        elif old.islower() and not new.islower():
            yield Fault("shapes", mention, "capitals were added")
        elif old[:1].isupper() and new[:1].islower() and mention.label not in ("HOSPITAL", "ORGANIZATION"):
            yield Fault("shapes", mention, "the first capital was lost")
    if _glued(page.new, mention.new_start, mention.new_end) - _glued(page.old, mention.start, mention.end):
        yield Fault("seams", mention, "glued to what stands beside it")
    if world.language in ("sv", "de", "nl") and mention.is_person:
        yield from _genitive_faults(mention, world)


def _is_foreign(mention: Mention) -> bool:
    """Whether the letters are of another script: a name's of any, those of other things Latin ones against Japanese."""
    old, new = _scripts(mention.old), _scripts(mention.new)
    if not old or not new:
        return False
    return (
        not new <= old
        if mention.is_person
        else ("LATIN" in old and new.isdisjoint(old) and "LATIN" not in new) or ("LATIN" in new and "LATIN" not in old)
    )


def _scripts(text: str) -> set[str]:
    """Latin, hiragana, katakana, Chinese characters and so on, of letters; width as well."""
    found = set()
    for char in text:
        if char.isalpha() and char not in "ー々ヶヵ":
            name = unicodedata.name(char, "")
            found.add(name.split()[0] if not name.startswith("FULLWIDTH") else "FULLWIDTH")
    return found


def _glued(text: str, start: int, end: int) -> set[str]:
    """Where a digit meets a digit, or a Latin letter a Latin letter, at the edges of a mention."""
    found = set()
    for side, at in (("left", start), ("right", end)):
        if 0 < at < len(text) and start < end:
            one, other = text[at - 1], text[at]
            if (one.isdigit() and other.isdigit()) or (one.isascii() and other.isascii() and (one + other).isalpha()):
                found.add(side)
    return found


def _genitive_faults(mention: Mention, world: World) -> Iterator[Fault]:
    """A name that was a genitive beside the same name without one."""
    bare = listed(world.language, "genitive_bare")
    line = plain(mention.old)
    if not line.endswith("s") or len(line) < 4 or mention.new[-1:].casefold() in (*bare, "'", "’"):
        return
    others = {plain(one.old) for one in world.people.get(mention.entity, [])}
    if any(
        other == line[:-1] or other.startswith(line[:-1] + " ") or other.endswith(" " + line[:-1]) for other in others
    ):
        yield Fault("seams", mention, "genitive")
