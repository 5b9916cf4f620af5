"""Mentions to entities: which mentions of a record are one person, place, institution or number."""

from maskerad.linking.keys import entity_key, family_of
from maskerad.linking.link import link

__all__ = ["entity_key", "family_of", "link"]
