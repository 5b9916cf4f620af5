"""The likelihood of tags, of whole sequences under a linear-chain CRF or each for itself, as layers of torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from maskerad.recognisers.neural.viterbi import FORBIDDEN, allowed
from maskerad.text.codes import Code

TINY = 1e-30


class CRF(nn.Module):
    """Transitions between tags; those that the code does not allow have no weight and learn nothing.

    Args:
        tags: All tags.
        code: What they are written in.
        is_window: Whether sequences are cut out of longer ones, so that any tag may begin and end them.
    """

    mask_start: Tensor
    mask_between: Tensor
    mask_end: Tensor

    def __init__(self, tags: Sequence[str], code: Code) -> None:
        super().__init__()
        n_tags = len(tags)
        self.start = nn.Parameter(torch.zeros(n_tags))
        self.transitions = nn.Parameter(torch.empty(n_tags, n_tags).uniform_(-0.1, 0.1))
        self.end = nn.Parameter(torch.zeros(n_tags))
        start, between, end = (torch.from_numpy(mask) for mask in allowed(tags, code))
        self.register_buffer("mask_start", start, persistent=False)
        self.register_buffer("mask_between", between, persistent=False)
        self.register_buffer("mask_end", end, persistent=False)

    def loss(self, emissions: Tensor, tags: Tensor, mask: Tensor, edges: Tensor) -> Tensor:
        """Mean negative log-likelihood of a token.

        Args:
            emissions: Shape (T, B, L).
            tags: The right ones, shape (T, B).
            mask: True for tokens, false for padding behind them, shape (T, B); every sequence has a token.
            edges: Whether each sequence begins and ends a document, shape (2, B); elsewhere any tag may stand.
        """
        start = torch.where(self.mask_start, self.start, float(FORBIDDEN))
        end = torch.where(self.mask_end, self.end, float(FORBIDDEN))
        between = torch.where(self.mask_between, self.transitions, float(FORBIDDEN))
        start = torch.where(edges[0, :, None], start, 0.0)
        end = torch.where(edges[1, :, None], end, 0.0)
        gold = _gold_score(emissions, tags, mask, start, between, end)
        return (_log_partition(emissions, mask, start, between, end) - gold).sum() / mask.sum()


class Independent(nn.Module):
    """Each tag is learnt for itself (softmax), as in an LSTM without a CRF above it.

    Its transitions are all nought and stay so: a network that runs picks the best sequence that the code of the tags
    allows.

    Args:
        tags: All tags.
        code: What they are written in.
    """

    def __init__(self, tags: Sequence[str], code: Code) -> None:
        super().__init__()
        n_tags = len(tags)
        self.start, self.end = (nn.Parameter(torch.zeros(n_tags), requires_grad=False) for _ in range(2))
        self.transitions = nn.Parameter(torch.zeros(n_tags, n_tags), requires_grad=False)

    def loss(self, emissions: Tensor, tags: Tensor, mask: Tensor, edges: Tensor) -> Tensor:
        """Mean negative log-likelihood of a token; see ``CRF.loss``."""
        return nn.functional.cross_entropy(emissions[mask], tags[mask])


# What may lie above the LSTM, by the name under which it is asked for.
LAYERS: Mapping[str, type[CRF] | type[Independent]] = {"crf": CRF, "softmax": Independent}


def _gold_score(emissions: Tensor, tags: Tensor, mask: Tensor, start: Tensor, between: Tensor, end: Tensor) -> Tensor:
    """Score of the right tags of each sequence, shape (B,)."""
    picked = emissions.gather(2, tags[:, :, None])[:, :, 0] * mask
    steps = between[tags[:-1], tags[1:]] * mask[1:]
    last = tags.gather(0, mask.sum(0, keepdim=True) - 1)
    first = start.gather(1, tags[:1].T)[:, 0]
    return first + picked.sum(0) + steps.sum(0) + end.gather(1, last.T)[:, 0]


def _log_partition(emissions: Tensor, mask: Tensor, start: Tensor, between: Tensor, end: Tensor) -> Tensor:
    """Logarithm of the summed weight of all tag sequences, shape (B,).

    Each step is a matrix product of scaled weights (Rabiner 1989, section V.A), many times faster than sums of
    logarithms; the scales are added up.
    """
    peaks = emissions.amax(2, keepdim=True)
    weights = torch.exp(emissions - peaks)
    moves = torch.exp(between)
    sums = torch.exp(start) * weights[0]
    scale = peaks[0, :, 0]
    for step in range(1, len(emissions)):
        total = sums.sum(1, keepdim=True).clamp_min(TINY)
        moved = (sums / total) @ moves * weights[step]
        kept = mask[step, :, None]
        sums = torch.where(kept, moved, sums)
        scale = scale + torch.where(mask[step], total[:, 0].log() + peaks[step, :, 0], 0.0)
    return scale + (sums * torch.exp(end)).sum(1).clamp_min(TINY).log()
