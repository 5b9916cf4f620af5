"""Who decides about which label: the choices of a hybrid, and the file that keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from maskerad.core.errors import ModelError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import load_scheme

RULES = "rules"  # the member that all rules, known identifiers and spreading are together
POLICY_FILE = "policy.json"
SAFE = {"PERSON", "INITIALS", "USERNAME", "ID", "PHONE"}
NO_TRUST = 0.5  # in a member that was not seen to mark anything of a label


def safe_labels() -> frozenset[str]:
    """Labels of the core scheme under which what the rules found is never given up: names, ids and phones."""
    core = load_scheme(CORE)
    return frozenset(label for label in core.labels if SAFE & set(core.lineage(label)))


@dataclass(frozen=True, slots=True)
class Choice:
    """Whose word counts, and how many of them must agree that something of a label stands at a place.

    One member is a route; all members and one vote is their union.

    Attributes:
        members: Names, in order.
        votes: From 1 to the number of members.
    """

    members: tuple[str, ...]
    votes: int = 1

    def __str__(self) -> str:
        if len(self.members) == 1:
            return self.members[0]
        return f"{self.votes} of {' '.join(self.members)}"


@dataclass(frozen=True, slots=True)
class Policy:
    """What becomes of what several members say. Labels are those of the hybrid's scheme, if nothing else is said.

    Attributes:
        default: For labels without a choice of their own.
        choices: By label.
        trust: Precision that was seen of each member (outer key) under each label; decides between places that overlap.
        is_one_role: Whether all mentions of a name in a record get the role that all members together give it.
        net: Labels of the core scheme: what rules marked so stays covered, whoever else was chosen.
    """

    default: Choice
    choices: Mapping[str, Choice] = field(default_factory=dict)
    trust: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    is_one_role: bool = False
    net: frozenset[str] = field(default_factory=safe_labels)

    def choice(self, label: str) -> Choice:
        """The choice that holds for a label."""
        return self.choices.get(label, self.default)

    def trust_in(self, member: str, label: str) -> float:
        """In [0, 1]."""
        return self.trust.get(member, {}).get(label, NO_TRUST)


def write_policy(path: Path, policy: Policy) -> None:
    """Writes a policy as JSON."""
    content = asdict(policy) | {"net": sorted(policy.net)}
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_policy(path: Path, members: Sequence[str], labels: Iterable[str]) -> Policy:
    """Reads what ``write_policy`` wrote.

    Args:
        path: The file.
        members: Names that it may speak of.
        labels: Of the scheme of the hybrid.

    Raises:
        ModelError: If the file is not such a table, or speaks of other members or labels.
    """
    try:
        table = json.loads(path.read_bytes())
        choices = {str(label): _choice(entry) for label, entry in table["choices"].items()}
        trust = {str(v): {str(k): float(t) for k, t in row.items()} for v, row in table["trust"].items()}
        net = frozenset(map(str, table["net"]))
        policy = Policy(_choice(table["default"]), choices, trust, table["is_one_role"] is True, net)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OSError) as error:
        raise ModelError(f"{path}: no readable policy of a hybrid ({type(error).__name__})") from None
    _check(path, policy, members, frozenset(labels))
    return policy


def _choice(entry: Mapping[str, object]) -> Choice:
    members, votes = entry["members"], entry["votes"]
    if not isinstance(members, list) or not isinstance(votes, int):
        raise TypeError
    return Choice(tuple(map(str, members)), votes)


def _check(path: Path, policy: Policy, members: Sequence[str], labels: frozenset[str]) -> None:
    strange = sorted(set(policy.choices) - labels | policy.net - set(load_scheme(CORE).labels))
    for choice in (policy.default, *policy.choices.values()):
        strange += sorted(set(choice.members) - set(members))
        if not 1 <= choice.votes <= len(choice.members):
            strange.append(f"{choice.votes} votes of {len(choice.members)}")
    if strange:
        raise ModelError(f"{path}: a policy with unknown labels, members or votes: {', '.join(strange)}")
