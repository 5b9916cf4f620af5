"""What an attacker sees of a released corpus: every name in it, the real ones among the surrogates.

This attacker is better off than a real one: he is told where every name stands and under which label, surrogates and
residual identifiers alike, and has only to say which are which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from maskerad.core import Document, Quarantined, Released, Span
from maskerad.core.schemes import load_scheme
from maskerad.experiments.attacks.residuals import MissRates, Way, residuals, without
from maskerad.experiments.gold_records import GoldRecord
from maskerad.languages import LanguagePack, load_pack
from maskerad.pipeline.configuration.policy import Kind, Policy
from maskerad.pipeline.configuration.scopes import Scopes
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.rewrite import replacements_of
from maskerad.pipeline.verification.verify import SOURCE as VERIFIED
from maskerad.surrogates import Keyed
from maskerad.surrogates.placeholders import placeholder


@dataclass(frozen=True, slots=True)
class Seen:
    """One name of a released document.

    Attributes:
        record, document: Where it stands.
        start: In the old text; tells apart, and nothing else.
        text: As it stands in the new text. Out of ``repr``.
        label: Of the core scheme.
        pack: Language of the document.
        is_residual: The truth, which no attacker looks at.
    """

    record: str
    document: str
    start: int
    text: str = field(repr=False)
    label: str
    pack: LanguagePack = field(repr=False)
    is_residual: bool


@dataclass(frozen=True, slots=True)
class View:
    """All names that an attacker sees, with what became of the planted residuals.

    Attributes:
        names: In the order of the corpus.
        n_planted: Mentions that the detector was made to miss.
        n_masked: How many of them verification found and masked.
    """

    names: tuple[Seen, ...] = field(repr=False)
    n_planted: int
    n_masked: int


class Stage:
    """Releases records in which some mentions were missed.

    Args:
        settings: Languages and strategies; scopes and what is done with leaks are set here.
        roots: Labels whose names the attacker looks at, with all labels below them.

    Raises:
        LabelError: If a root is no label of the core scheme.
    """

    def __init__(self, settings: Settings, roots: Sequence[str] = ("PERSON",)) -> None:
        self._settings = replace(settings, quarantine_leaks=False)
        self._detector = Detector(settings)
        core = load_scheme("core")
        named = {core.check(root) for root in roots}
        self._looked_at = frozenset(label for label in core.labels if named.intersection(core.lineage(label)))

    def packs(self, gold: GoldRecord) -> list[LanguagePack]:
        """The language of each document."""
        codes = (self._detector.language(document) for document in gold.record.documents)
        return [load_pack(code, self._settings.project) for code in codes]

    def missed(
        self, gold: Sequence[GoldRecord], rates: MissRates, way: Way, keyed: Keyed
    ) -> list[list[frozenset[Span]]]:
        """The residuals of every document of every record; those that are kept on purpose are none."""
        policy = self._settings.policy
        return [
            [_surrogated(spans, policy) for spans in residuals(record, self.packs(record), rates, way, keyed)]
            for record in gold
        ]

    def view(
        self, gold: Sequence[GoldRecord], missed: Sequence[Sequence[frozenset[Span]]], scopes: Scopes, key: bytes
    ) -> View:
        """Releases all records under some scopes, as the tool does it, verification included."""
        settings = replace(self._settings, policy=replace(self._settings.policy, scopes=scopes))
        deidentifier = Deidentifier(settings, key)
        names: list[Seen] = []
        for item, spans in zip(gold, missed, strict=True):
            names += self._names(item, spans, deidentifier)
        n_planted = sum(self._n_looked_at(spans) for record in missed for spans in record)
        n_left = len({(name.record, name.document, name.start) for name in names if name.is_residual})
        return View(tuple(names), n_planted, n_planted - n_left)

    def _n_looked_at(self, spans: frozenset[Span]) -> int:
        return sum(span.label in self._looked_at for span in spans)

    def _names(self, gold: GoldRecord, missed: Sequence[frozenset[Span]], deidentifier: Deidentifier) -> Iterator[Seen]:
        detected = [without(spans, lost) for spans, lost in zip(gold.spans, missed, strict=True)]
        outcomes = deidentifier.replace(gold.record, detected)
        rows = zip(gold.record.documents, outcomes, missed, self.packs(gold), strict=True)
        for document, outcome, lost, pack in rows:
            if isinstance(outcome, Quarantined):
                continue  # what does not leave is not seen
            real = [(span, left) for span in lost if (left := _readable(document, outcome, span))]
            new = list(_replaced(outcome, document.text, pack))
            both = [(span, text, True) for span, text in real] + [(span, text, False) for span, text in new]
            for span, text, is_residual in sorted(both, key=lambda row: row[0].start):
                if span.label in self._looked_at:
                    yield Seen(gold.record.id, document.id, span.start, text, span.label, pack, is_residual)


def _surrogated(spans: frozenset[Span], policy: Policy) -> frozenset[Span]:
    return frozenset(span for span in spans if policy.strategy(span).kind is not Kind.KEEP)


def _readable(document: Document, released: Released, span: Span) -> str:
    """What of a missed mention still stands in the new text: its words that verification did not mask."""
    at, left = span.start, list[str]()
    for mask in [mask for mask in released.spans if mask.overlaps(span)]:
        left.append(document.text[at : max(at, mask.start)])
        at = mask.end
    left.append(document.text[at : max(at, span.end)])
    words = " ".join(" ".join(left).split())
    return words if any(map(str.isalnum, words)) else ""


def _replaced(released: Released, old: str, pack: LanguagePack) -> Iterator[tuple[Span, str]]:
    """Every span that has a surrogate; none that was kept, or has a placeholder, or was added by verification."""
    for span, text in zip(released.spans, replacements_of(released), strict=True):
        is_new = text and text not in (old[span.start : span.end], placeholder(span.label, pack))
        if is_new and span.source != VERIFIED:
            yield span, text
