"""What is found, missed and blacked out for nothing. Measures spans against spans; knows no recogniser."""

from maskerad.evaluation.bounds import Bound, parse_bounds
from maskerad.evaluation.counts import Counts, Credit, Score, Share
from maskerad.evaluation.evaluate import Settings, evaluate
from maskerad.evaluation.pairs import Pair, pair_up, with_gold
from maskerad.evaluation.report import to_html, to_json, to_markdown, to_plain
from maskerad.evaluation.result import Evaluation
from maskerad.evaluation.signature import Signature

__all__ = [
    "Bound",
    "Counts",
    "Credit",
    "Evaluation",
    "Pair",
    "Score",
    "Settings",
    "Share",
    "Signature",
    "evaluate",
    "pair_up",
    "parse_bounds",
    "to_html",
    "to_json",
    "to_markdown",
    "to_plain",
    "with_gold",
]
