"""An audit as one HTML page that loads nothing and holds no text of a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from itertools import groupby

from maskerad.evaluation.report.figure_card import figure_card
from maskerad.experiments.attacks.residuals import Way
from maskerad.experiments.attacks.simulation import Price
from maskerad.experiments.audit import Audit
from maskerad.experiments.audit_tables import (
    ATTACK_HEADER,
    COVER_HEADER,
    PRICE_HEADER,
    attack_rows,
    cover_cells,
    leak_figures,
    price_cells,
)
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.frame import details, facts, html_page, masthead, section, signed, table
from maskerad.pages.scale import Scale, scale_to

WAYS = {
    Way.MENTION: "Each mention missed by itself: a slip. What is found elsewhere in the record, verification masks.",
    Way.PERSON: "All mentions of somebody missed: a name that no list and no model knows. Verification cannot help.",
}
WAY_TITLES = {Way.MENTION: "Mention by mention", Way.PERSON: "Person by person"}
METHOD = (
    "Mentions of the gold annotation are left unfound at the stated rate, chosen by key; the rest gets surrogates "
    "under each scope, and verification runs, all by the same code that releases records. Three attackers then look "
    "for the real names among the surrogates. They are told where every name stands, they know the scope and the "
    "miss rate, and pick as many names as that rate leads them to expect. Frequency picks the rarest names by public "
    "lists; consistency picks names that stand alone where surrogates recur, or recur where surrogates do not; the "
    "parrot is a logistic regression on both, trained on the other half of the records, pseudonymised under a key of "
    "the attacker's own. A document is told apart when one of its real names is picked. Intervals are 95 % percentile "
    "bootstrap intervals over records."
)


@dataclass(frozen=True, slots=True)
class Audited:
    """What was audited, for whoever finds the page later.

    Attributes:
        gold, found: Names of the two files, or what stands in their place.
        on: The day.
    """

    gold: str
    found: str
    on: date


def to_html(audit: Audit, title: str = "Audit", audited: Audited | None = None) -> str:
    """The audit as a page.

    Args:
        audit: What to show.
        title: Heading of the page.
        audited: The files and the day; the page is silent on them where this is None.
    """
    body = (
        _header(audit, title, audited),
        f'<section aria-label="Leaks" class="cards">{"".join(map(figure_card, leak_figures(audit)))}</section>',
        _covers(audit),
        _prices(audit),
        _attacks(audit),
        section("How this was measured", f"<p>{escape(METHOD)}</p>"),
    )
    return html_page(title, "".join(body), made=audited.on if audited else None)


def _header(audit: Audit, title: str, audited: Audited | None) -> str:
    corpus, plan = audit.evaluation.corpus, audit.plan
    numbers = (
        (f"{corpus.n_documents:,}", "documents"),
        (f"{corpus.n_records:,}", "records"),
        (f"{corpus.n_mentions:,}", "gold mentions"),
        (f"{plan.rounds:,}", "rounds of the simulation"),
        (f"{plan.seed:,}", "seed"),
    )
    files = f"<p>Gold: <b>{escape(audited.gold)}</b>. Found: <b>{escape(audited.found)}</b>.</p>" if audited else ""
    attacked = f'<p class="quiet">Under attack: {escape(", ".join(plan.roots))}.</p>'
    return masthead(title, files + facts(numbers) + attacked + signed(str(audit.evaluation.signature)))


def _covers(audit: Audit) -> str:
    if not audit.covers:
        return section("Covered, by label", "<p>Nothing to cover.</p>")
    groups = [Group(cover.label, (cover.mentions.value,), (cover.mentions_interval,)) for cover in audit.covers]
    scale = Scale(title="share of mentions covered, with 95 % intervals over records")
    plot = bar_chart("Mentions covered, by label", ("mentions covered",), groups, scale)
    rows = table(COVER_HEADER, [cover_cells(cover) for cover in audit.covers], text={0})
    return section("Covered, by label", plot + details("All numbers by label", rows))


def _prices(audit: Audit) -> str:
    """One plot a setting, all on one scale, so that they can be held against each other."""
    worst = [price.worst for price in audit.prices]
    highest = max(
        (value for attack in worst for value in (*(attack.interval or ()), attack.told_apart, attack.by_chance)),
        default=0,
    )
    scale = scale_to(highest, "share of documents told apart")
    words = "<p>Share of documents in which the best attacker picks out a real name, with its 95 % interval.</p>"
    charts = "".join(_chart(way, rate, list(same), scale) for (way, rate), same in groupby(audit.prices, key=_setting))
    rows = table(PRICE_HEADER, [price_cells(price) for price in audit.prices], text={0, 1, 2, 6})
    return section("Scopes and their price", words + charts + details("All numbers by scope", rows))


def _setting(price: Price) -> tuple[Way, str]:
    return price.way, price.rate


def _chart(way: Way, rate: str, prices: Sequence[Price], scale: Scale) -> str:
    groups = [_group(price) for price in prices]
    name = f"Documents told apart, {way.value} by {way.value}, miss rate {rate}"
    heading = f"<h3>{escape(WAY_TITLES[way])}, miss rate {escape(rate)}</h3>"
    chart = bar_chart(name, ("told apart by the best attacker",), groups, scale, tick="by blind picks")
    return f'{heading}<p class="quiet">{WAYS[way]}</p>{chart}'


def _group(price: Price) -> Group:
    worst = price.worst
    by = f" · {worst.attacker}" if worst.told_apart else ""
    said = (f"{worst.told_apart:.3f}{by}",)
    return Group(price.scope, (worst.told_apart,), (worst.interval,), worst.by_chance, said)


def _attacks(audit: Audit) -> str:
    rows = table(ATTACK_HEADER, list(attack_rows(audit)), text={0, 1, 2, 3})
    return section("Attackers", details("Precision, recall, F1 and AUC of every attacker, against chance", rows))
