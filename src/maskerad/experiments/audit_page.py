"""An audit as one HTML page that loads nothing and holds no text of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from maskerad.evaluation.figures import Figure
from maskerad.evaluation.report.charts import interval_strip
from maskerad.evaluation.report.frame import details, html_page, section, signed, table
from maskerad.evaluation.report.numbers import decimal, fraction, interval
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


def to_html(audit: Audit, title: str = "Audit") -> str:
    """The audit as a page.

    Args:
        audit: What to show.
        title: Heading of the page.
    """
    figures = leak_figures(audit)
    body = (
        _header(audit, title),
        f'<section aria-label="Leaks" class="cards">{"".join(map(_card, figures))}</section>',
        _covers(audit),
        *_prices(audit),
        _attacks(audit),
        section("How this was measured", f"<p>{escape(METHOD)}</p>"),
    )
    return html_page(title, "".join(body))


def _header(audit: Audit, title: str) -> str:
    corpus, plan = audit.evaluation.corpus, audit.plan
    facts = (
        (f"{corpus.n_documents:,}", "documents"),
        (f"{corpus.n_records:,}", "records"),
        (f"{corpus.n_mentions:,}", "gold mentions"),
        (f"{plan.rounds:,}", "rounds of the simulation"),
        (f"{plan.seed:,}", "seed"),
    )
    items = "".join(f"<div><dd>{value}</dd><dt>{name}</dt></div>" for value, name in facts)
    attacked = f"Under attack: {', '.join(plan.roots)}."
    return (
        f'<header><p class="brand">Maskerad</p><h1>{escape(title)}</h1><dl class="facts">{items}</dl>'
        f'<p class="quiet">{escape(attacked)}</p>{signed(str(audit.evaluation.signature))}</header>'
    )


def _card(figure: Figure) -> str:
    small = [fraction(figure), f"95 %: {interval(figure)}" if figure.interval else ""]
    small.append("lower is better" if figure.definition.is_loss else "")
    return (
        f'<article class="card"><h3>{escape(figure.definition.title)}</h3><p class="big">{decimal(figure.value)}</p>'
        f'{interval_strip(figure)}<p class="quiet">'
        f"{' · '.join(f'<span>{text}</span>' for text in small if text)}</p>"
        f"<p>{escape(figure.definition.meaning)}</p>{signed(str(figure.signature))}</article>"
    )


def _covers(audit: Audit) -> str:
    rows = [cover_cells(cover) for cover in audit.covers]
    return section("Covered, by label", table(COVER_HEADER, rows, text={0}) if rows else "<p>Nothing to cover.</p>")


def _prices(audit: Audit) -> Iterator[str]:
    words = (
        "<p>Share of documents in which the best attacker picks out a real name. The tick is what blind picks reach."
        "</p>"
    )
    charts = "".join(_chart(way, rate, list(same)) for (way, rate), same in groupby(audit.prices, key=_setting))
    rows = table(PRICE_HEADER, [price_cells(price) for price in audit.prices], text={0, 1, 2, 6})
    yield section("Scopes and their price", words + charts + details("All numbers by scope", rows))


def _setting(price: Price) -> tuple[Way, str]:
    return price.way, price.rate


def _chart(way: Way, rate: str, prices: Sequence[Price]) -> str:
    left, width, pitch = 130.0, 520.0, 30.0
    highest = max((value for price in prices for value in (price.worst.told_apart, price.worst.by_chance)), default=0)
    scale = width / max(highest, 0.01)
    bars = "".join(_bar(price, left, pitch * i + 6, scale) for i, price in enumerate(prices))
    name = f"Documents told apart, {way.value} by {way.value}, miss rate {rate}"
    box = f'viewBox="0 0 {left + width + 150:.0f} {pitch * len(prices) + 8:.0f}" width="{left + width + 150:.0f}"'
    svg = f'<svg role="img" aria-label="{escape(name)}" {box}>{bars}</svg>'
    heading = f"<h3>{escape(WAY_TITLES[way])}, miss rate {escape(rate)}</h3>"
    return f'{heading}<p class="quiet">{WAYS[way]}</p><div class="plot">{svg}</div>'


def _bar(price: Price, left: float, top: float, scale: float) -> str:
    worst = price.worst
    length, tick = scale * worst.told_apart, left + scale * worst.by_chance
    by = f" · {worst.attacker}" if worst.told_apart else ""
    tip = f"<title>{price.scope}: {worst.told_apart:.3f}, by chance {worst.by_chance:.3f}</title>"
    return (
        f'<text class="name" x="{left - 12}" y="{top + 14}" text-anchor="end">{escape(price.scope)}</text>'
        f'<rect class="leak" x="{left}" y="{top}" width="{length:.1f}" height="18" rx="2">{tip}</rect>'
        f'<path class="cover" d="M{tick:.1f} {top - 3}v24"/>'
        f'<text class="value" x="{max(left + length, tick) + 10:.1f}" y="{top + 13}">{worst.told_apart:.3f}{by}</text>'
    )


def _attacks(audit: Audit) -> str:
    rows = table(ATTACK_HEADER, list(attack_rows(audit)), text={0, 1, 2, 3})
    return section("Attackers", details("Precision, recall, F1 and AUC of every attacker, against chance", rows))
