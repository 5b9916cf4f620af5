"""The CRF layer against brute force."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

pytest.importorskip("torch", reason="needs the extra 'train'")

import torch

from maskerad.text.codes import Code, all_tags, may_follow
from maskerad.training.neural.crf import CRF

TAGS = all_tags(["CITY"], Code.BIO)


def _brute_force(layer: CRF, emissions: torch.Tensor, gold: list[int], edges: tuple[bool, bool]) -> float:
    start, between, end = (weights.detach() for weights in (layer.start, layer.transitions, layer.end))

    def score(path: tuple[int, ...]) -> float:
        total = sum(float(emissions[t, y]) for t, y in enumerate(path))
        total += sum(float(between[a, b]) for a, b in pairwise(path))
        total += float(start[path[0]]) * edges[0]
        return total + float(end[path[-1]]) * edges[1]

    def is_valid(path: tuple[int, ...]) -> bool:
        inside = all(may_follow(TAGS[a], TAGS[b], Code.BIO) for a, b in pairwise(path))
        return inside and (not edges[0] or may_follow("O", TAGS[path[0]], Code.BIO))

    paths = [path for path in product(range(len(TAGS)), repeat=len(gold)) if is_valid(path)]
    weights = torch.tensor([score(path) for path in paths])
    return float(torch.logsumexp(weights, 0)) - score(tuple(gold))


@pytest.mark.parametrize("edges", [(True, True), (False, True), (False, False)])
def test_the_loss_is_that_of_brute_force(edges: tuple[bool, bool]) -> None:
    torch.manual_seed(4)
    layer = CRF(TAGS, Code.BIO)
    for parameter in layer.parameters():
        torch.nn.init.normal_(parameter)
    emissions = 2 * torch.randn(5, 2, len(TAGS))
    golds = [[1, 2, 0, 1, 0], [0, 1, 2]]
    tags = torch.tensor([[*gold, *[0] * (5 - len(gold))] for gold in golds]).T
    mask = torch.tensor([[t < len(gold) for gold in golds] for t in range(5)])
    found = layer.loss(emissions, tags, mask, torch.tensor([[edges[0]] * 2, [edges[1]] * 2]))
    parts = [_brute_force(layer, emissions[: len(gold), b], gold, edges) for b, gold in enumerate(golds)]
    assert float(found.detach()) == pytest.approx(sum(parts) / 8, rel=1e-4)


def test_padding_changes_nothing() -> None:
    torch.manual_seed(5)
    layer = CRF(TAGS, Code.BIO)
    emissions = torch.randn(3, 1, len(TAGS))
    padded = torch.cat([emissions, torch.randn(4, 1, len(TAGS))])
    edges = torch.ones(2, 1, dtype=torch.bool)
    short = layer.loss(emissions, torch.zeros(3, 1, dtype=torch.long), torch.ones(3, 1, dtype=torch.bool), edges)
    mask = torch.tensor([[True]] * 3 + [[False]] * 4)
    long = layer.loss(padded, torch.zeros(7, 1, dtype=torch.long), mask, edges)
    assert float(short.detach()) == pytest.approx(float(long.detach()), rel=1e-5)
