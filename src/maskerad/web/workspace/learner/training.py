"""Trains again on all that is finished, and before that tries the last model on what it has not learnt from yet.

These looks decide what it may do (``decisions.trust``). Models are folders that ``maskerad deidentify --model`` takes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from maskerad.core.document import Record
from maskerad.core.errors import GateError
from maskerad.core.label_scheme import CORE
from maskerad.core.span import Span
from maskerad.corpora import Destination
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.web.workspace.decisions.trust import Seen
from maskerad.web.workspace.learner.gold import GoldRecord, finished
from maskerad.web.workspace.learner.learnt import FOLDER, Learnt, last_entry, read_learnt, write_learnt
from maskerad.web.workspace.project import Project, now

MIN_RECORDS = 4


def learn(project: Project) -> Learnt:
    """Looks at what was finished since, and trains again on all that is finished.

    Raises:
        GateError: If too few records are finished.
        MaskeradError: If the CRF cannot learn from them.
    """
    learnt = read_learnt(project.folder)
    gold = finished(project)
    new = [record for record in gold if record.id not in learnt.records]
    if learnt.model and new:
        for is_sample in (False, True):
            looked = [record for record in new if (record.id in learnt.sample) is is_sample]
            if looked:
                seen = look(looked, project.folder / FOLDER / learnt.model, learnt.language, is_sample)
                learnt.looks.append((learnt.n_documents, seen))
    if len(gold) < MIN_RECORDS:
        raise GateError(f"{len(gold)} records are finished; the learner needs {MIN_RECORDS}")
    language = Counter(record.language for record in gold).most_common(1)[0][0]
    name = f"model-{now().replace(':', '').replace('+0000', 'Z').replace('.', '-')}"
    same = [record for record in gold if record.language == language]
    _train(same, language, project.folder / FOLDER / name)
    documents = sum(len(record.documents) for record in same)
    learnt = replace(learnt, model=name, language=language, trained_at=now(), message="", n_documents=documents)
    learnt.records, learnt.entry = sorted(record.id for record in gold), last_entry(project)
    write_learnt(project.folder, learnt)
    return learnt


def look(gold: Iterable[GoldRecord], model: Path, language: str, is_sample: bool) -> dict[str, Seen]:
    """What rules and model together, as they would work alone, find of records not learnt from, by label."""
    detector = Detector(with_models(settings_for(language), [model]))
    seen: defaultdict[str, Seen] = defaultdict(lambda: Seen(is_sample=is_sample))
    for one in gold:
        record = Record(str(one.id), tuple(item.document for item in one.documents))
        detect = detector.detect(record)
        missed: set[str] = set()
        met: set[str] = set()
        for item, spans in zip(one.documents, detect, strict=True):
            right = {(s.start, s.end, s.label) for s in item.spans} & {(s.start, s.end, s.label) for s in spans}
            for _, _, label in right:
                seen[label] += Seen(n_right=1, is_sample=is_sample)
            for span in spans:
                seen[span.label] += Seen(n_found=1, is_sample=is_sample)
            for span in item.spans:
                seen[span.label] += Seen(n_gold=1, is_sample=is_sample)
                met.add(span.label)
                if not _is_covered(span, spans):
                    missed.add(span.label)
        for label in met:
            seen[label] += Seen(n_records=1, n_missed_records=int(label in missed), is_sample=is_sample)
    return dict(seen)


def _is_covered(span: Span, spans: Iterable[Span]) -> bool:
    """Whether every character of a mention lies under something that was found."""
    left = set(range(span.start, span.end))
    for other in spans:
        left -= set(range(other.start, other.end))
    return not left


def _train(gold: Sequence[GoldRecord], language: str, target: Path) -> None:
    from maskerad.recognisers.crf.feature_sets import parse_feature_set
    from maskerad.training.crf_model import Corpus, CrfPlan, train_crf

    documents = tuple(item for record in gold for item in record.documents)
    plan = CrfPlan(language=language, scheme=CORE, features=parse_feature_set("maskerad"))
    target.parent.mkdir(mode=0o700, exist_ok=True)
    train_crf(Corpus(documents), plan, Destination(target))
