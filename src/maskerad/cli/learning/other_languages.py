"""Says when a corpus that is learnt from is not in the language that was named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from maskerad.cli.output.console import error_console
from maskerad.core.counted import counted
from maskerad.corpora import AnnotatedDocument
from maskerad.languages import language_codes

READ_MOST = 2_000  # documents, evenly spread: a second or two
TOLD_FROM = 0.1  # of the documents: of single sentences one in 17 is guessed wrongly, of whole letters none was


def tell_other_languages(documents: Sequence[AnnotatedDocument], language: str) -> None:
    """Warns of documents that do not tell their language and look as if they were in another one.

    A guess, so nothing is refused for it; a document that tells another language is refused by who learns from it.

    Args:
        documents: What is learnt from.
        language: Of the model.
    """
    from maskerad.text.language_id import LanguageIdentifier

    untold = [item.document.text for item in documents if not item.document.language]
    read = untold[:: 1 + len(untold) // READ_MOST]
    identifier = LanguageIdentifier([language, *(code for code in language_codes() if code != language)])
    others = Counter(code for text in read if (code := identifier.identify(text)) != language)
    if others.total() > TOLD_FROM * len(read):
        listing = ", ".join(f"{code} {count:,}" for code, count in others.most_common())
        error_console().print(
            f"not all texts look like {language!r}: of {counted(len(read), 'document')} {listing}; a model learns one "
            "language: train one for each, and give them with --model",
            style="yellow",
            highlight=False,
        )
