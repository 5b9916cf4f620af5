"""A recogniser without the candidates that medicine explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span
from maskerad.languages.medicine import TERM_LISTS, load_medical_cues
from maskerad.languages.pack import DATA, LanguagePack, read_list
from maskerad.languages.toml_file import TomlFile
from maskerad.recognisers.base import Evidence, Findings, Recogniser, Vetoed
from maskerad.recognisers.known_index import KNOWN
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.recognisers.veto.codes import Codes
from maskerad.recognisers.veto.devices import Devices
from maskerad.recognisers.veto.eponyms import DoubleEponyms
from maskerad.recognisers.veto.people import PersonSyntax
from maskerad.recognisers.veto.short import ShortWords
from maskerad.recognisers.veto.sizes import Sizes
from maskerad.recognisers.veto.terms import Terms
from maskerad.recognisers.veto.towns import GradingTowns
from maskerad.recognisers.veto.values import Values
from maskerad.recognisers.veto.wards import Wards
from maskerad.recognisers.veto.weekdays import Weekdays
from maskerad.text.folding import fold, folded_words

DOSED = frozenset({"ORGANIZATION", "HOSPITAL"})
PERSONAL = people_labels() | {"INITIALS"}


class Judge(Protocol):
    """Knows one kind of what is nobody's."""

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate is nobody's; "" if it may be somebody's."""
        ...


class Veto:
    """Judges candidates of one language."""

    def __init__(self, rulebook: RuleBook) -> None:
        pack = rulebook.pack
        cues = load_medical_cues(pack)
        self._people = people = PersonSyntax(rulebook)
        self._values = Values(pack, cues, people)
        self._terms = Terms(rulebook, cues, people)
        self._judges: Sequence[Judge] = (
            self._values,
            self._terms,
            ShortWords(people),
            Sizes(cues.bore_near),
            Devices(cues.device_before, cues.device_behind),
            DoubleEponyms(pack, people),
            Codes(people),
            Weekdays(people, cues.hours_before),
            Wards(people),
            GradingTowns(cues.grading_town),
        )
        self._own_rules, self._own_words = _own_rules(pack), _own_words(pack)

    def reason(self, text: str, span: Span) -> str:
        """By which entry a candidate is vetoed; "" if it stands.

        What the record knows and what rules or lists of a project found always stands.
        """
        if span.source.recogniser == KNOWN or span.source.rule in self._own_rules:
            return ""
        reason = next(filter(None, (judge.reason(text, span) for judge in self._judges)), "")
        if reason and self._own_words and fold(text[span.start : span.end]) in self._own_words:
            return ""
        return reason

    def without_dose(self, text: str, span: Span) -> Span:
        """A named thing without the dose that it ends with: "Buurtzorg" of "Buurtzorg 2dd"."""
        if span.label not in DOSED or not text[span.start : span.end].rpartition(" ")[2][:1].isdigit():
            return span
        named, _, dose = text[span.start : span.end].rpartition(" ")
        if not named.strip() or not self._values.is_form(dose):
            return span
        return replace(span, end=span.start + len(named.rstrip()))

    def may_be_person(self, text: str, span: Span) -> bool:
        """Whether a candidate can be somebody's name, and is no term of medicine with its value."""
        return span.label in PERSONAL and not self._terms.stands_in_term(text, span)

    def is_of_person(self, text: str, span: Span) -> bool:
        """Whether a candidate has the syntax of a person beside it."""
        return self.may_be_person(text, span) and self._people.stands(text, span.start, span.end)


@dataclass(frozen=True)
class Vetoing:
    """A recogniser whose candidates are judged.

    Attributes:
        inner: The recogniser.
        veto: The judge.
    """

    inner: Recogniser
    veto: Veto = field(repr=False)

    def recognise(self, evidence: Evidence) -> Findings:
        """The candidates that stand, and those that were vetoed."""
        texts = [analysed.document.text for analysed in evidence.documents]
        findings = self.inner.recognise(evidence)
        judge = self.veto.reason
        pairs = list(zip(texts, findings.spans, strict=True))
        trimmed = [[self.veto.without_dose(text, span) for span in spans] for text, spans in pairs]
        findings = replace(findings, spans=trimmed)
        judged = [[(span, judge(text, span)) for span in spans] for text, spans in zip(texts, trimmed, strict=True)]
        if not any(reason for pairs in judged for _, reason in pairs):
            return findings
        people = self._people(texts, evidence, findings)
        kept, vetoed = [], []
        for text, one in zip(texts, judged, strict=True):
            gone = [Vetoed(span, reason) for span, reason in one if reason and not self._is_person(text, span, people)]
            spans = {veto.span for veto in gone}
            kept.append([span for span, _ in one if span not in spans])
            vetoed.append(gone)
        return replace(findings, spans=kept, vetoed=vetoed)

    def _is_person(self, text: str, span: Span, people: frozenset[str]) -> bool:
        if not self.veto.may_be_person(text, span):
            return False
        if self.veto.is_of_person(text, span):
            return True
        return any(word in people for word in folded_words(text[span.start : span.end]))

    def _people(self, texts: Sequence[str], evidence: Evidence, findings: Findings) -> frozenset[str]:
        """Words of names that the record knows, or that stand anywhere in it as a person does."""
        words = {word for known in evidence.known for word in folded_words(known.value)}
        for spans in (evidence.spans, findings.spans):
            for text, here in zip(texts, spans, strict=True):
                for span in here:
                    if self.veto.is_of_person(text, span):
                        words.update(folded_words(text[span.start : span.end]))
        return frozenset(words)


def _own_rules(pack: LanguagePack) -> frozenset[str]:
    """Names of the rules of a project."""
    files = (TomlFile.read(path) for path in pack.rule_files() if not path.is_relative_to(DATA))
    tables = (rule for file in files for kind in ("token", "text") for rule in file.table.get(kind, ()))  # type: ignore[attr-defined]  # lists, as the check of the files says
    return frozenset(str(rule.get("name")) for rule in tables)


def _own_words(pack: LanguagePack) -> frozenset[str]:
    """Entries of the lists of a project, folded."""
    folders = (folder / "lists" for folder in pack.folders if not folder.is_relative_to(DATA))
    files = [path for folder in folders for path in folder.glob("*.txt") if path.stem not in TERM_LISTS]
    return frozenset(fold(entry) for path in files for entry in read_list(path).entries)
