"""Names of a record in another script: はしもと and Hashimoto for 橋本."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from maskerad.core import Entity
from maskerad.core.schemes import people_labels
from maskerad.languages import LanguagePack
from maskerad.names.readings import has_readings, heard_as, sounds
from maskerad.pipeline.verification.disguises import unbroken
from maskerad.pipeline.verification.originals import Hit
from maskerad.text.folding import fold

_KANA = r"[\u30a1-\u30fa\u30fc]{3,}|[\u3041-\u3096\u30fc]{3,}"
_RUN = re.compile(rf"{_KANA}|(?<![\w@.])[^\W\d_\u3040-\u9fff]{{4,}}(?![\w@])")


class HeardNames:
    """Looks for names by how they sound, where a language writes them in several scripts.

    Args:
        entities: Of the record.
        packs: Language of each document, by id.
    """

    def __init__(self, entities: Iterable[Entity], packs: Mapping[str, LanguagePack]) -> None:
        self._labels: dict[str, str] = {}
        self._pack: LanguagePack | None = None
        people = people_labels()
        for entity in entities:
            pack = packs[entity.mentions[0].document]
            if entity.label in people and has_readings(pack):
                self._pack = pack
                self._add(entity, pack)

    def _add(self, entity: Entity, pack: LanguagePack) -> None:
        given, family = (
            frozenset().union(*(sounds(name, pack) for name in names)) for names in (entity.given, entity.family)
        )
        for sound in (*given, *family, *(last + first for last in family for first in given)):
            self._labels.setdefault(sound, entity.label)

    def find(self, text: str) -> Iterator[Hit]:
        """Where they stand, broken over two lines too."""
        if self._pack is not None:
            yield from self._heard(text, self._pack)
            view = unbroken(text)
            broken = () if view.is_identity else self._heard(view.text, self._pack)
            yield from ((*view.to_original(start, end), label) for start, end, label in broken)

    def _heard(self, text: str, pack: LanguagePack) -> Iterator[Hit]:
        for match in _RUN.finditer(text):
            heard = sorted(heard_as(fold(match[0]), pack))
            label = next((self._labels[sound] for sound in heard if sound in self._labels), "")
            if label:
                yield *match.span(), label
