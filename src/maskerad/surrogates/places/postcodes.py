"""Postcodes: of the new town where the old one stood beside a town, of the old area elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.gazetteer import Town, gazetteer
from maskerad.surrogates.places.area_codes import n_alike
from maskerad.surrogates.places.keys import key_beside, linked_towns
from maskerad.surrogates.places.towns import new_towns
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import half_width, in_class_of, in_width_of

ATTEMPTS = 20
DISTRICTS = 9
KEPT_CHARS = 2  # of a postcode that stands alone: enough for its region, and shared by thousands
_COUNTRY = re.compile(r"[A-Z]{1,2}[- ](?=\d{4,5}$)")  # "CH-1011": a sign of the country, no part of the code
GB_INWARD_LETTERS = "ABDEFGHJLNPQRSTUWXYZ"  # letters of the second half; C, I, K, M, O and V are not used (Royal Mail)


def postcode(request: Request) -> str:
    """Another postcode of the same form.

    Raises:
        SurrogateError: If there is no digit in it.
    """
    if not any(map(str.isdecimal, request.text)):
        raise request.refusal("no digit in the postcode")
    taken = request.record.base.once("old postcodes", lambda: _old(request.record.base))
    beginnings = _beginnings(request.record)
    beginning = beginnings.get((_key(request.text), key_beside(request.original, request.record)), "")
    beginning = beginning or beginnings.get((_key(request.text), ""), "")
    for attempt in range(ATTEMPTS):
        new = _beginning_with(beginning, request, attempt)
        if _key(new) not in taken and _key(new) != _key(request.text):
            return new
    raise request.refusal("no other postcode was found")


def _old(record: RecordContext) -> frozenset[str]:
    return frozenset(_key(original.text) for original in record.originals if original.label == "ZIP")


def _key(text: str) -> str:
    return "".join(filter(str.isalnum, half_width(text))).upper()


def _beginnings(record: RecordContext) -> Mapping[tuple[str, str], str]:
    """What the new postcodes begin with, by the old ones and the town beside; by "" for one that stands alone."""
    return record.once("postcodes", lambda: _make_beginnings(record))


def _make_beginnings(record: RecordContext) -> Mapping[tuple[str, str], str]:
    beginnings: dict[tuple[str, str], str] = {}
    towns = new_towns(record.context_of("CITY"))
    for original in sorted(record.originals, key=lambda mention: (mention.text, mention.beside)):
        town = key_beside(original, record) if original.label == "ZIP" else ""
        if town in towns and towns[town].postcode:
            beginnings[_key(original.text), town] = towns[town].postcode
            beginnings.setdefault((_key(original.text), ""), towns[town].postcode)
    for original in record.originals:
        if original.label == "ZIP" and (_key(original.text), "") not in beginnings:
            olds = _old_postcodes(record, original.pack, towns)
            beginning = _beginning_alone(_key(original.text), olds, towns)
            if beginning:
                beginnings[_key(original.text), ""] = beginning
    return beginnings


def _old_postcodes(record: RecordContext, pack: LanguagePack, towns: Mapping[str, Town]) -> Mapping[str, str]:
    """What the postcodes of the record's old towns begin with, by key, as far as they are listed."""
    listed, linked = gazetteer(pack).by_name, linked_towns(record, pack)
    named = [*((linked[name], name) for name in sorted(linked)), *((key, key) for key in sorted(towns))]
    return {key: listed[name].postcode for key, name in named if key in towns and name in listed}


def _beginning_alone(code: str, olds: Mapping[str, str], towns: Mapping[str, Town]) -> str:
    """What the new postcode for one without a town beside it begins with; "" where it is of no town of the record.

    It is of the town with whose postcodes it has most in common; of one near that town, the new one is near it too.
    """
    alike = {key: n_alike(code, old) for key, old in olds.items()}
    nearest = max(alike, key=lambda key: (alike[key], key), default="")
    if not nearest or alike[nearest] < KEPT_CHARS:
        return ""
    new = towns[nearest].postcode
    is_whole = alike[nearest] == len(olds[nearest]) or not new.isdecimal()  # letters are never cut
    return new if is_whole else new[:KEPT_CHARS]


def _beginning_with(beginning: str, request: Request, attempt: int) -> str:
    """A postcode in the layout of the old one, its first characters given, its others drawn."""
    country = _COUNTRY.match(half_width(request.text))
    head = country.end() if country else 0
    old, record = half_width(request.text)[head:], request.record
    beginning = beginning if _is_of_form(beginning, old) else ""
    if beginning.isalpha() and " " in old:  # "KW": its towns have districts of many numbers
        beginning += str(1 + record.keyed.number(DISTRICTS, record.scope, "ZIP", _key(old), "district"))
    if beginning and not beginning.isdecimal() and " " in old:
        return in_width_of(f"{beginning} {_inward(request, old.partition(' ')[2], attempt)}", request.text)
    beginning = beginning or _key(old)[:KEPT_CHARS]
    drawn = in_class_of(old, record.keyed, record.scope, "ZIP", _key(old), str(attempt))
    given = iter(beginning)
    parts = [next(given, new) if new.isalnum() else char for new, char in zip(drawn, request.text[head:], strict=True)]
    return in_width_of(request.text[:head] + "".join(parts), request.text)


def _is_of_form(beginning: str, old: str) -> bool:
    """Whether a postcode of this form can begin so: letters where letters stand, and fewer characters."""
    return bool(beginning) and beginning[0].isalpha() == _key(old)[0].isalpha() and len(beginning) < len(_key(old))


def _inward(request: Request, old: str, attempt: int) -> str:
    """The second half of a British postcode: a digit and two of the letters in use."""
    record, parts = request.record, list[str]()
    for at, char in enumerate(old):
        alphabet = "123456789" if char.isdecimal() else GB_INWARD_LETTERS
        fields = (record.scope, "ZIP", _key(request.text), str(attempt), str(at))
        parts.append(alphabet[record.keyed.number(len(alphabet), *fields)])
    return "".join(parts)
