"""The folder of a hybrid: a card, a policy, and one folder for each trained member.

The card names the members and the hash of each member's own card, which holds the hashes of all its files: nothing in
the folder can be changed or exchanged unseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from maskerad.core.errors import ModelError
from maskerad.core.schemes import load_scheme
from maskerad.recognisers.hybrid.operating_points import POINTS_FILE, OperatingPoints, read_points
from maskerad.recognisers.hybrid.policy import POLICY_FILE, RULES, Policy, read_policy
from maskerad.recognisers.model_folder import CARD_FILE, HYBRID, ModelCard, read_card

MEMBERS_FOLDER = "members"
MEMBERS = "members"  # in the features of the card: name to hash


def hash_of(member: Path) -> str:
    """The hash of a member's card."""
    return hashlib.sha256((member / CARD_FILE).read_bytes()).hexdigest()


def read_members(folder: Path, card: ModelCard) -> dict[str, Path]:
    """Name of each member to its folder, in the order of the card.

    Raises:
        MissingError: If a member is not there.
        ModelError: If the card names none, or a member was changed, is of another version, scheme or kind.
    """
    named = card.features.get(MEMBERS)
    if not isinstance(named, dict) or not named:
        raise ModelError(f"model {folder}: its card names no members")
    return {name: _member(folder, card, name, expected) for name, expected in named.items()}


def _member(folder: Path, card: ModelCard, name: str, expected: object) -> Path:
    if Path(name).name != name or name == RULES:
        raise ModelError(f"model {folder}: {name!r} is no name of a member")
    path = folder / MEMBERS_FOLDER / name
    member = read_card(path)
    if hash_of(path) != expected:
        raise ModelError(f"model {folder}: member {name!r} was changed or exchanged after training")
    check_member(path, member, card.scheme, card.languages)
    return path


def check_member(path: Path, member: ModelCard, scheme: str, languages: tuple[str, ...]) -> None:
    """Refuses a model that cannot be a member of a hybrid.

    Raises:
        ModelError: If it is a hybrid, or of another scheme or language.
    """
    if member.kind == HYBRID:
        raise ModelError(f"model {path} is a hybrid; name its members instead")
    if member.scheme != scheme:
        raise ModelError(f"model {path}: learnt the labels of {member.scheme!r}, not of {scheme!r}")
    if not set(languages) <= set(member.languages):
        raise ModelError(f"model {path}: reads {', '.join(member.languages)}, not {', '.join(languages)}")


def points_of(folder: Path, card: ModelCard, members: Mapping[str, Path]) -> OperatingPoints:
    """The operating points of a hybrid; without any where it has none.

    Raises:
        ModelError: If it does not fit the members.
    """
    if POINTS_FILE not in card.files:
        return OperatingPoints()
    return read_points(folder / POINTS_FILE, tuple(members), load_scheme(card.scheme).labels)


def policy_of(folder: Path, card: ModelCard, members: Mapping[str, Path]) -> Policy:
    """The policy of a hybrid.

    Raises:
        ModelError: If there is none, or it does not fit the members.
    """
    if POLICY_FILE not in card.files:
        raise ModelError(f"model {folder}: it has no {POLICY_FILE}")
    return read_policy(folder / POLICY_FILE, (RULES, *members), load_scheme(card.scheme).labels)
