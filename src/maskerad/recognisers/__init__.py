"""Finding the people: rules, known identifiers, learned models, and the registry that names them."""

from maskerad.recognisers.base import Evidence, Findings, Recogniser, first_evidence, run_chain
from maskerad.recognisers.chain import make_chain
from maskerad.recognisers.registry import DEFAULT_CHAIN, recogniser_names

__all__ = [
    "DEFAULT_CHAIN",
    "Evidence",
    "Findings",
    "Recogniser",
    "first_evidence",
    "make_chain",
    "recogniser_names",
    "run_chain",
]
