"""The generator of every label of the core scheme, in one explicit table; and the invariants that hold for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maskerad.core.errors import UnknownNameError
from maskerad.surrogates.dates.ages import age_stays, age_surrogate
from maskerad.surrogates.dates.dates import date_stays, date_surrogate
from maskerad.surrogates.institutions.institutions import institution
from maskerad.surrogates.institutions.public_bodies import institution_stays
from maskerad.surrogates.numbers.contacts import email, ip_address, url, username
from maskerad.surrogates.numbers.identifiers import identifier, unanswerable
from maskerad.surrogates.numbers.phones import phone
from maskerad.surrogates.others.other_phi import other
from maskerad.surrogates.others.professions import profession
from maskerad.surrogates.people.initials import initials, person_or_initials
from maskerad.surrogates.people.persons import person
from maskerad.surrogates.places.postcodes import postcode
from maskerad.surrogates.places.regions import country, region
from maskerad.surrogates.places.streets import street
from maskerad.surrogates.places.towns import place
from maskerad.surrogates.request import MENTION_CHARS_MAX, Original, RecordContext, Request, SurrogateGenerator
from maskerad.text.folding import fold
from maskerad.text.writable import can_write, written_in

GENERATORS: Mapping[str, SurrogateGenerator] = {
    "PERSON": person_or_initials,
    "PATIENT": person_or_initials,
    "RELATIVE": person_or_initials,
    "CLINICIAN": person_or_initials,
    "OTHER_PERSON": person_or_initials,
    "GIVEN_NAME": person,
    "FAMILY_NAME": person,
    "INITIALS": initials,
    "USERNAME": username,
    "DATE": date_surrogate,
    "TIME": date_surrogate,
    "AGE": age_surrogate,
    "SEX": unanswerable,
    "LOCATION": place,
    "STREET": street,
    "ZIP": postcode,
    "CITY": place,
    "REGION": region,
    "COUNTRY": country,
    "HOSPITAL": institution,
    "ORGANIZATION": institution,
    "PROFESSION": profession,
    "PHONE": phone,
    "EMAIL": email,
    "URL": url,
    "IP": ip_address,
    "ID": identifier,
    "OTHER_PHI": other,
}
MOVED = frozenset({"DATE", "TIME", "AGE"})  # a moved day may be another day of the record
# Mentions that are right to stay: a weekday that moves by whole weeks, a decade that still holds the new age, a
# public body of which there is one.
STAYS: Mapping[str, Callable[[Request], bool]] = {
    "DATE": date_stays,
    "TIME": date_stays,
    "AGE": age_stays,
    "HOSPITAL": institution_stays,
    "ORGANIZATION": institution_stays,
}
TELLING_CHARS = 4  # shorter surrogates may chance to be an original elsewhere in the record


def surrogate_for(original: Original, record: RecordContext) -> str:
    """The surrogate of one mention, made once for each way it is written.

    It is never empty, never the original in another case, and never another original of the record (dates and ages
    aside).

    Args:
        original: A mention; the record need not hold it.
        record: All mentions of its record.

    Raises:
        SurrogateError: If there is none; put a placeholder.
        UnknownNameError: If the label has no generator.
    """
    if original.label not in GENERATORS:
        raise UnknownNameError("label", original.label, GENERATORS)
    if len(original.text) > MENTION_CHARS_MAX:
        raise Request(original, record).refusal(f"longer than {MENTION_CHARS_MAX} characters")
    text, label, pack, key, gender, written, *_, is_birth = original
    place = original.mention and (original.mention.document, original.mention.span.start) if label in MOVED else None
    name = ("surrogate", text, label, pack, key, gender, written, is_birth, place)
    return record.once(name, lambda: _checked(Request(original, record)))


def _checked(request: Request) -> str:
    text, label = request.text, request.original.label
    new = written_in(GENERATORS[label](request), request.record.codec)
    if not can_write(new, request.record.codec):
        raise request.refusal("the encoding lacks a character of the surrogate")
    if label in MOVED and new.strip() and new.casefold() != text.casefold():  # in digits, which fold alike
        return new
    folded = fold(new)
    if folded == fold(text) and label in STAYS and STAYS[label](request):
        return new
    if not new.strip() or folded == fold(text):
        raise request.refusal("the surrogate would be the original")
    if label not in MOVED and len(folded) >= TELLING_CHARS and folded in request.record.whole:
        raise request.refusal("the surrogate would be another original of the record")
    return new
