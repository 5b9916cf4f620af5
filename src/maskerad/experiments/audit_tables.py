"""An audit as tables: Markdown, aligned text, JSON. None of them holds text of a document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from maskerad.evaluation.counts import Score
from maskerad.evaluation.figures import Figure
from maskerad.evaluation.inference.bootstrap import Interval
from maskerad.evaluation.label_cover import LabelCover
from maskerad.evaluation.report.numbers import fraction, interval
from maskerad.evaluation.report.tables import Table, aligned_table, joined_parts, markdown_table
from maskerad.experiments.attacks.simulation import Attack, Price
from maskerad.experiments.audit import Audit
from maskerad.pages.numbers import decimal

FORMAT = "maskerad-audit-1"
LEAKS = ("documents_with_leak", "documents_exposed", "records_exposed", "mentions_exposed")
RECALLS = ("person_recall", "mention_recall")

PRICE_HEADER = (
    "missed by",
    "miss rate",
    "scope",
    "documents told apart",
    "95 % interval",
    "by chance",
    "best attacker",
    "documents with a residual",
    "missed",
    "masked by verification",
)
ATTACK_HEADER = (
    "missed by",
    "miss rate",
    "scope",
    "attacker",
    "precision",
    "recall",
    "F1",
    "precision by chance",
    "recall by chance",
    "F1 by chance",
    "AUC",
    "picked",
    "real names",
    "names",
)
COVER_HEADER = (
    "label",
    "mentions",
    "mentions covered",
    "95 % interval",
    "characters",
    "characters covered",
    "95 % interval",
)


def to_plain(audit: Audit) -> str:
    """The audit as aligned text."""
    return joined_parts((table.title, aligned_table(table)) for table in tables(audit))


def to_markdown(audit: Audit) -> str:
    """The audit as Markdown."""
    return joined_parts((f"## {table.title}", markdown_table(table)) for table in tables(audit))


def tables(audit: Audit) -> list[Table]:
    """All tables: what leaks, label by label, the price of each scope, and every attacker."""
    return [
        Table("Leaks", ("measure", "value", "95 % interval", "of"), list(_leak_rows(audit))),
        Table("Covered, by label", COVER_HEADER, [cover_cells(cover) for cover in audit.covers]),
        Table(_price_title(audit), PRICE_HEADER, [price_cells(price) for price in audit.prices], n_text=3),
        Table("Attackers", ATTACK_HEADER, list(attack_rows(audit)), n_text=4),
    ]


def _price_title(audit: Audit) -> str:
    title = "Scopes and their price"
    roots = ", ".join(audit.plan.roots)
    return title if audit.prices else f"{title}: no attack was made, since GOLD marks no {roots}"


def leak_figures(audit: Audit) -> list[Figure]:
    """The figures of a leak per document, record and mention, and the recalls."""
    return [audit.evaluation.figure(key) for key in (*LEAKS, *RECALLS)]


def _leak_rows(audit: Audit) -> Iterator[tuple[str, ...]]:
    for figure in leak_figures(audit):
        yield figure.definition.title, decimal(figure.value), interval(figure), fraction(figure)


def cover_cells(cover: LabelCover) -> tuple[str, ...]:
    """The cells of one label, under ``COVER_HEADER``."""
    return (
        cover.label,
        f"{cover.mentions.whole:,}",
        decimal(cover.mentions.value),
        _between(cover.mentions_interval),
        f"{cover.characters.whole:,}",
        decimal(cover.characters.value),
        _between(cover.characters_interval),
    )


def price_cells(price: Price) -> tuple[str, ...]:
    """The cells of one scope, under ``PRICE_HEADER``."""
    worst = price.worst
    return (
        price.way.value,
        price.rate,
        price.scope,
        decimal(worst.told_apart),
        _between(worst.interval),
        decimal(worst.by_chance),
        worst.attacker if worst.told_apart else "none",
        decimal(price.with_residual),
        f"{price.n_planted:,}",
        f"{price.n_masked:,}",
    )


def attack_rows(audit: Audit) -> Iterator[tuple[str, ...]]:
    """The cells of every attack, under ``ATTACK_HEADER``."""
    for price in audit.prices:
        for attack in price.attacks:
            yield (price.way.value, price.rate, price.scope, *_attack_cells(attack))


def _attack_cells(attack: Attack) -> tuple[str, ...]:
    picks = attack.picks
    return (
        attack.attacker,
        *_score_cells(picks.score),
        *_score_cells(picks.by_chance),
        decimal(attack.auc),
        f"{picks.n_picked:,}",
        f"{picks.n_hidden:,}",
        f"{picks.n_candidates:,}",
    )


def _score_cells(score: Score) -> tuple[str, str, str]:
    return decimal(score.precision), decimal(score.recall), decimal(score.f1)


def _between(bounds: Interval | None) -> str:
    return "" if bounds is None else f"{bounds[0]:.3f}–{bounds[1]:.3f}"


def to_json(audit: Audit) -> str:
    """The audit as JSON; undefined values are ``null``."""
    plan = audit.plan
    content = {
        "format": FORMAT,
        "signature": str(audit.evaluation.signature),
        "simulation": {
            "labels": list(plan.roots),
            "scopes": list(plan.scopes),
            "rounds": plan.rounds,
            "seed": plan.seed,
            "resamples": plan.resamples,
        },
        "leaks": {
            figure.definition.key: {
                "value": figure.value,
                "part": figure.part,
                "whole": figure.whole,
                "interval": figure.interval,
            }
            for figure in leak_figures(audit)
        },
        "labels": {cover.label: _cover(cover) for cover in audit.covers},
        "scopes": [_price(price) for price in audit.prices],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _cover(cover: LabelCover) -> dict[str, object]:
    return {
        kind: {"covered": share.part, "all": share.whole, "value": share.value, "interval": bounds}
        for kind, share, bounds in (
            ("mentions", cover.mentions, cover.mentions_interval),
            ("characters", cover.characters, cover.characters_interval),
        )
    }


def _price(price: Price) -> dict[str, object]:
    return {
        "missed_by": price.way.value,
        "miss_rate": price.rate,
        "scope": price.scope,
        "n_missed": price.n_planted,
        "n_masked_by_verification": price.n_masked,
        "documents_with_residual": price.with_residual,
        "attackers": {attack.attacker: _attack(attack) for attack in price.attacks},
    }


def _attack(attack: Attack) -> dict[str, object]:
    return {
        "documents_told_apart": attack.told_apart,
        "documents_told_apart_interval": attack.interval,
        "documents_told_apart_by_chance": attack.by_chance,
        **asdict(attack.picks.score),
        "by_chance": asdict(attack.picks.by_chance),
        "auc": attack.auc,
        **asdict(attack.picks),
    }
