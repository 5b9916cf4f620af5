"""What a record tells once holds in all of it: where a name ends, and that it is one."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.core import Document, SpanSet
from maskerad.languages import LanguagePack
from maskerad.pipeline.look.borders import Borders
from maskerad.pipeline.look.labels import with_names_of_people
from maskerad.pipeline.look.people_names import people_names
from maskerad.pipeline.look.unparted import UnpartedNames, mentions_of_people


def agreed(documents: Sequence[Document], spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> list[SpanSet]:
    """The spans of a record's documents, with borders and labels of names as the whole record tells them.

    Args:
        documents: In any order.
        spans: What was found in each.
        packs: Language of each.
    """
    names, mentions = people_names(documents, spans, packs), mentions_of_people(documents, spans)
    settled = []
    for document, in_document, pack in zip(documents, spans, packs, strict=True):
        ended = UnpartedNames(document.text, pack, mentions).ended(in_document)
        parted = Borders(document.text, pack, names).parted(ended)
        settled.append(with_names_of_people(parted, document.text, pack, names))
    return settled
