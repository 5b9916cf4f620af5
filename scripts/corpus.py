"""Checks the project's own corpus and prints its counts: ``python -m scripts.corpus [--card]``.

``--card`` writes the counts into the data card, ``corpus/README.md``, between its two marks.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from maskerad.corpora import AnnotatedDocument, read_documents

ROOT = Path(__file__).parent.parent / "corpus"
CARD = ROOT / "README.md"
FREE = "free_"  # records that hold nobody are called so
BEGIN, END = "<!-- counts -->", "<!-- end of counts -->"
LABELS = (
    *(
        "PATIENT",
        "RELATIVE",
        "CLINICIAN",
        "OTHER_PERSON",
        "INITIALS",
        "USERNAME",
        "DATE",
        "AGE",
        "STREET",
        "ZIP",
        "CITY",
    ),
    *("REGION", "COUNTRY", "HOSPITAL", "ORGANIZATION", "PROFESSION", "PHONE", "EMAIL", "URL", "IP", "ID", "OTHER_PHI"),
    *("TIME", "SEX"),
)
GENRES = {  # the first that stands in the genre of a document counts
    "nursing and ward notes": (
        *("nurs", "ward", "pfleg", "enferm", "infirm", "inferm"),
        *("note ide", "notes ide", "transmission", "看護", "verple", "omvård"),
    ),
    "chats and messages": (
        *("chat", "messag", "messenger", "sms", "mail", "whatsapp", "mensaje", "チャット", "メール"),
        *("berichten", "meddelanden", "nachrichten", "メッセージ"),
    ),
    "forms": ("form", "bogen", "modulo", "scheda", "fiche", "票", "手帳", "blankett", "lista", "lijst"),
    "letters": ("letter", "brief", "brev", "carta", "lettre", "lettera", "courrier", "紹介", "サマリー"),
    "other notes": ("",),
}
GRAM_WORDS = 5
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def languages() -> list[str]:
    """Codes of the languages that there are records of."""
    return sorted(path.name for path in ROOT.iterdir() if path.is_dir() and len(path.name) == 2)


def documents(language: str) -> list[AnnotatedDocument]:
    """All documents of a language, with their spans.

    Raises:
        MaskeradError: If a mark or a header is broken.
    """
    return list(read_documents(ROOT / language, format_name="marked"))


def problems(language: str, items: Sequence[AnnotatedDocument]) -> Iterator[str]:
    """What is wrong: unknown labels, blank edges, marks without an entity, ids that stand twice, unmarked repeats."""
    repeated = [name for name, n in Counter(item.document.id for item in items).items() if n > 1]
    yield from (f"{name}: this id stands twice" for name in repeated)
    for item in items:
        text = item.document.text
        for span in item.spans:
            surface = text[span.start : span.end]
            if span.label not in LABELS:
                yield f"{item.document.id} {span.start}: unknown label {span.label}"
            if surface != surface.strip():
                yield f"{item.document.id} {span.start}: a blank at the edge"
            if not span.entity:
                yield f"{item.document.id} {span.start}: no entity"
    listed = listed_repeats(language)
    for document, surface, start in unmarked_repeats(items):
        if (document, surface.casefold()) not in listed:
            yield f"{document} {start}: {surface!r} is marked elsewhere in the record and not listed"


def unmarked_repeats(items: Sequence[AnnotatedDocument]) -> Iterator[tuple[str, str, int]]:
    """(document, string, offset) of strings of four characters or more that the record marks elsewhere."""
    records: dict[str, list[AnnotatedDocument]] = defaultdict(list)
    for item in items:
        records[item.document.record].append(item)
    for same in records.values():
        surfaces = {item.document.text[span.start : span.end] for item in same for span in item.spans}
        for item in same:
            covered = {at for span in item.spans for at in range(span.start, span.end)}
            for surface in sorted(surface for surface in surfaces if len(surface) > 3 and not _CJK.search(surface)):
                for match in re.finditer(rf"(?<!\w){re.escape(surface)}(?!\w)", item.document.text):
                    if covered.isdisjoint(range(*match.span())):
                        yield item.document.id, surface, match.start()


def listed_repeats(language: str) -> set[tuple[str, str]]:
    """(document, string in lower case) of repeats that were looked at and identify nobody."""
    listed = set()
    for line in (ROOT / f"unmarked_{language}.tsv").read_text(encoding="utf-8").splitlines():
        _, named, surface, _ = line.split("\t")
        listed |= {(document.strip(), surface.casefold()) for document in named.split(",")}
    return listed


def repeated_grams(items: Sequence[AnnotatedDocument]) -> float:
    """Share of runs of five words (ten characters in Japanese) that stand in documents of more than one record."""
    records: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for item in items:
        text = item.document.text.lower()
        words = list(re.sub(r"\s", "", text)) if _CJK.search(text) else re.findall(r"\w+", text)
        size = 2 * GRAM_WORDS if _CJK.search(text) else GRAM_WORDS
        for at in range(len(words) - size + 1):
            records[tuple(words[at : at + size])].add(item.document.record)
    return sum(len(found) > 1 for found in records.values()) / max(len(records), 1)


def genre_of(item: AnnotatedDocument) -> str:
    """The group of a document's genre."""
    words = str(item.document.metadata.get("genre", "")).lower()
    return next(name for name, cues in GENRES.items() if any(cue in words for cue in cues))


def tables() -> str:
    """Counts by genre and by label, as Markdown."""
    codes = languages()
    corpora = {code: documents(code) for code in codes}
    genres = {code: Counter(map(genre_of, items)) for code, items in corpora.items()}
    labels = {code: Counter(span.label for item in items for span in item.spans) for code, items in corpora.items()}
    rows: dict[str, list[int]] = {
        "records": [len({item.document.record for item in corpora[code]}) for code in codes],
        "documents": [len(corpora[code]) for code in codes],
        **{genre: [genres[code][genre] for code in codes] for genre in GENRES},
        "without any mark": [sum(not item.spans for item in corpora[code]) for code in codes],
        "characters": [sum(len(item.document.text) for item in corpora[code]) for code in codes],
        "marks": [labels[code].total() for code in codes],
        **{f"`{label}`": [labels[code][label] for code in codes] for label in LABELS},
    }
    head = "| | " + " | ".join([*codes, "all"]) + " |\n|" + "---|" * (len(codes) + 2)
    lines = (
        f"| {name} | " + " | ".join(f"{n:,}" for n in [*values, sum(values)]) + " |" for name, values in rows.items()
    )
    return "\n".join([head, *lines])


def _line(name: str, values: Sequence[int]) -> str:
    return f"| {name} | " + " | ".join(f"{value:,}" for value in values) + " |"


def card_with(counts: str, card: str) -> str:
    """The data card with these counts between its marks."""
    before, _, rest = card.partition(BEGIN)
    return f"{before}{BEGIN}\n{counts}\n{END}{rest.partition(END)[2]}"


def main(arguments: Sequence[str]) -> int:
    """Prints problems and counts; 1 when there are problems."""
    found = [problem for code in languages() for problem in problems(code, documents(code))]
    print("\n".join(found))
    for code in languages():
        print(f"{code}: {repeated_grams(documents(code)):.2%} of runs of five words stand in more than one record")
    counts = tables()
    print(counts)
    if "--card" in arguments:
        CARD.write_text(card_with(counts, CARD.read_text(encoding="utf-8")), encoding="utf-8")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
