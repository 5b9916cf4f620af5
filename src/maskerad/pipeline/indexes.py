"""Numbers in place of names: [PATIENT-1], "Person 2".

Within a record, entities are numbered in the order of their first mention: all people in one row, whatever their roles
([PATIENT-1], [RELATIVE-2]), all else by label. Over a corpus nobody can count without a
table that all share, so the number is a code of ten letters and digits that the key makes of the entity: the same in
every record, order and process. It has 50 bits: among a million entities, two share one in 1 of 2,000 corpora.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from maskerad.core import Entity, Span
from maskerad.linking import family_of
from maskerad.pipeline.columns.cells import row_of
from maskerad.pipeline.configuration.policy import NUMBER_MARK, Kind, Policy
from maskerad.pipeline.configuration.scopes import Extent
from maskerad.pipeline.contexts import Contexts, Place
from maskerad.surrogates import Keyed

CODE_CHARS = 10
_CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U


def index_texts(
    mentions: Iterable[tuple[str, Span, Entity]], policy: Policy, contexts: Contexts, keyed: Keyed
) -> Mapping[Place, str]:
    """The text of every mention whose strategy is ``indexed``.

    Args:
        mentions: All mentions of a record in its order, each with the id of its document and its entity.
        policy: Strategies and scopes.
        contexts: Which mentions of an entity agree.
        keyed: The choices of the project's key.
    """
    marked = list(mentions)
    namesakes = Counter(
        (family_of(linked.label), linked.key) for linked in {entity.id: entity for *_, entity in marked}.values()
    )
    counts: Counter[tuple[str, str]] = Counter()
    numbers: dict[tuple[str, str, str], str] = {}
    texts: dict[Place, str] = {}
    for document, span, entity in marked:
        strategy, place = policy.strategy(span), (document, span.start)
        if strategy.kind is not Kind.INDEXED:
            continue
        stem = strategy.text or f"[{entity.label}-{NUMBER_MARK}]"
        extent = policy.scopes.of(entity.label).extent
        unit = (stem, entity.id, contexts.unit(place))
        if unit not in numbers and extent is Extent.CORPUS:
            has_namesake = namesakes[family_of(entity.label), entity.key] > 1
            numbers[unit] = _code(keyed, entity, entity.role if has_namesake else "")
        elif unit not in numbers:
            series = strategy.text or family_of(entity.label)
            counted = (series, row_of(document) if extent is Extent.DOCUMENT else "")
            counts[counted] += 1
            numbers[unit] = str(counts[counted])
        texts[place] = stem.replace(NUMBER_MARK, numbers[unit])
    return texts


def _code(keyed: Keyed, entity: Entity, role: str) -> str:
    """The code of an entity over everything that is done with a key; the role tells two namesakes of a record apart."""
    number = keyed.number(32**CODE_CHARS, "index", family_of(entity.label), entity.key, role)
    return "".join(_CODE_ALPHABET[number >> 5 * place & 31] for place in reversed(range(CODE_CHARS)))
