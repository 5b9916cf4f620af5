"""Mentions to entities: which mentions of a record are one person, place, institution or number."""

from maskerad.linking.keys import entity_key, family_of
from maskerad.linking.link import link
from maskerad.linking.report import Ambiguity, Conflict, Linked

__all__ = ["Ambiguity", "Conflict", "Linked", "entity_key", "family_of", "link"]
