"""Rules and trained models as one recogniser: each says what it found, and then it is decided.

Models read what the rules before them marked; what models found is spread over the record by the rules after them.
Without a policy every member is believed, and the caller's resolution joins what overlaps: what plain ``--model`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings, Model, Recogniser, run_chain
from maskerad.recognisers.chances import Chances
from maskerad.recognisers.hybrid.deciding import Candidate, decide, uncovered
from maskerad.recognisers.hybrid.operating_points import OperatingPoints, raised
from maskerad.recognisers.hybrid.policy import RULES, Policy
from maskerad.recognisers.hybrid.roles import Decided, with_roles
from maskerad.recognisers.known_index import KNOWN
from maskerad.recognisers.model_folder import HYBRID, ModelCard, in_core
from maskerad.recognisers.name_parts import join_name_parts
from maskerad.recognisers.resolve import resolve

OFF = OperatingPoints()


@dataclass(frozen=True, slots=True)
class Proposals:
    """What the members say of one document.

    Attributes:
        text: Of the document.
        rules: Spans of the rules, resolved, in labels of the core scheme.
        by_member: Name of every member, the rules' among them, to its disjoint spans in labels of the hybrid's scheme.
        kept: Spans of the rules that no policy may give up: known identifiers, and what has a label that the scheme has
            no place for.
    """

    text: str = field(repr=False)
    rules: Sequence[Span]
    by_member: Mapping[str, Sequence[Span]]
    kept: Sequence[Span]


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Rules and models that have been opened.

    Attributes:
        before: Rules whose marks the models read.
        models: By name.
        after: Rules that spread or join what was found.
        scheme: In which models and rules are compared.
    """

    before: Sequence[Recogniser]
    models: Mapping[str, Model]
    after: Sequence[Recogniser]
    scheme: str = CORE

    def candidates(self, evidence: Evidence) -> Evidence:
        """Everything that any member found, in labels of the core scheme."""
        return run_chain([*self.before, *self.models.values(), *self.after], evidence)

    def read(self, evidence: Evidence) -> Evidence:
        """The evidence with the marks that the models read."""
        return run_chain(self.before, evidence)

    def chances(self, before: Evidence) -> list[dict[str, Chances]]:
        """How probable each model holds each label at each token of every document that was ``read``."""
        by_model = {name: model.chances(before) for name, model in self.models.items()}
        return [{name: series[number] for name, series in by_model.items()} for number in range(len(before.documents))]

    def propose(self, before: Evidence) -> list[Proposals]:
        """What each member says of every document that was ``read``."""
        said = {name: model.spans(before) for name, model in self.models.items()}
        evidence = before
        for name, model in self.models.items():
            evidence = evidence.with_findings(Findings([in_core(spans, model.card) for spans in said[name]]))
        after = run_chain(self.after, evidence)
        into = SchemeMap(load_scheme(CORE), load_scheme(self.scheme))
        proposals = []
        for number, analysed in enumerate(before.documents):
            spread = after.spans[number][len(evidence.spans[number]) :]
            own = [*before.spans[number], *spread]
            text = analysed.document.text
            rules = join_name_parts(resolve(own, text=text), text)
            by_member = {RULES: into.spans(rules), **{name: spans[number] for name, spans in said.items()}}
            known = [span for span in own if span.source.recogniser == KNOWN]
            unplaced = [span for span in rules if into.label(span.label) is None]
            proposals.append(Proposals(text, rules, by_member, [*known, *unplaced]))
        return proposals


class Union:
    """Believes every member."""

    def __init__(self, ensemble: Ensemble) -> None:
        self._ensemble = ensemble

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidates of all members, which may overlap."""
        candidates = self._ensemble.candidates(evidence)
        return Findings(candidates.spans, candidates.common)


class Hybrid:
    """Believes those members that a policy names.

    Args:
        ensemble: The members.
        policy: Who decides about which label.
        card: What the hybrid is.
        points: What is marked beside what was decided.
    """

    def __init__(self, ensemble: Ensemble, policy: Policy, card: ModelCard, points: OperatingPoints = OFF) -> None:
        self._ensemble, self._policy, self.card, self._points = ensemble, policy, card, points
        self._core = load_scheme(card.scheme).to_core

    def recognise(self, evidence: Evidence) -> Findings:
        """Spans of every document in labels of the core scheme; the caller resolves them."""
        before = self._ensemble.read(evidence)
        chances = self._ensemble.chances(before) if self._points.points else [{} for _ in before.documents]
        proposals = self._ensemble.propose(before)
        taken = decide_record(proposals, self._policy, self.card.scheme)
        return Findings([self._in_core(*arguments) for arguments in zip(proposals, taken, chances, strict=True)])

    def _in_core(self, proposals: Proposals, taken: Sequence[Candidate], chances: Mapping[str, Chances]) -> list[Span]:
        """What was decided, caught and raised; labels that the core scheme has no place for are left out."""
        rules = Rules(proposals.rules)
        taken = placed(taken, self.card.scheme)
        decided = [rules.in_core(candidate, self._core[candidate.label]) for candidate in taken]
        probable = raised(proposals.text, chances, self._points)
        more = [replace(span, label=core) for span in probable if (core := self._core[span.label])]
        return [*decided, *caught(proposals, taken, self._policy), *left_of(more, taken, proposals.text)]


def decide_record(record: Sequence[Proposals], policy: Policy, scheme: str) -> list[list[Candidate]]:
    """What is decided of each document of a record.

    Args:
        record: What the members say of its documents.
        policy: Who decides.
        scheme: Of the labels.
    """
    taken = [decide(proposals.by_member, policy) for proposals in record]
    if not policy.is_one_role:
        return taken
    pairs = zip(record, taken, strict=True)
    return with_roles(
        [Decided(proposals.text, proposals.by_member, candidates) for proposals, candidates in pairs], policy, scheme
    )


def in_scheme(taken: Iterable[Candidate]) -> list[Span]:
    """Spans as they were decided."""
    return [
        Span(candidate.start, candidate.end, candidate.label, _score(candidate), _source(candidate, candidate.label))
        for candidate in taken
    ]


def placed(taken: Iterable[Candidate], scheme: str) -> list[Candidate]:
    """What was decided under labels that the core scheme has a place for; nothing else is marked, or covers."""
    to_core = load_scheme(scheme).to_core
    return [candidate for candidate in taken if to_core[candidate.label]]


def caught(proposals: Proposals, taken: Sequence[Candidate], policy: Policy) -> Iterator[Span]:
    """What must stay covered though nobody chose it: spans of the rules, or what is left of them. They may overlap."""
    netted = [span for span in proposals.rules if span.label in policy.net]
    return left_of([*netted, *proposals.kept], taken, proposals.text)


def left_of(spans: Iterable[Span], taken: Sequence[Candidate], text: str) -> Iterator[Span]:
    """What decided places leave of spans, without blanks at its ends, where it holds a letter or digit."""
    for span, places in uncovered(spans, taken):
        for start, end in places:
            if any(map(str.isalnum, text[start:end])):
                inside = text[start:end]
                first, stop = start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())
                yield Span(first, stop, span.label, span.score, span.source)


class Rules:
    """Looks up what the rules said of a place: surrogates depend on the rule, and on the narrowest label.

    Args:
        spans: Resolved, in labels of the core scheme.
    """

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._next = 0

    def in_core(self, candidate: Candidate, label: str) -> Span:
        """A decided span in the core scheme. Candidates must come in the order of the text.

        Args:
            one: What was decided.
            label: What its label is in the core scheme; a kind of it is taken where the rules knew which.
        """
        lineage = load_scheme(CORE).lineage
        said = next((span for span in self._over(candidate) if label in lineage(span.label)), None)
        if said is None:
            return Span(candidate.start, candidate.end, label, _score(candidate), _source(candidate, candidate.label))
        return Span(candidate.start, candidate.end, said.label, _score(candidate), _source(candidate, said.source.rule))

    def _over(self, candidate: Candidate) -> Iterator[Span]:
        while self._next < len(self._spans) and self._spans[self._next].end <= candidate.start:
            self._next += 1
        at = self._next
        while at < len(self._spans) and self._spans[at].start < candidate.end:
            yield self._spans[at]
            at += 1


def _source(candidate: Candidate, rule: str) -> Source:
    return Source(HYBRID, rule, " ".join(candidate.members))


def _score(candidate: Candidate) -> float:
    return round(min(1.0, candidate.trust / len(candidate.members)), 4)
