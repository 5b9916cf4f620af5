"""The nouns of the house. Standard library only."""

from maskerad.core.document import Document, Identifier, Record, record_of
from maskerad.core.entity import Entity, Form, Mention, StandsFor
from maskerad.core.errors import MaskeradError
from maskerad.core.found import Detected, FoundSpan
from maskerad.core.label_scheme import LabelScheme
from maskerad.core.release import Doubt, OffsetMap, Quarantined, Released
from maskerad.core.schemes import SchemeMap, load_scheme, scheme_names
from maskerad.core.span import Source, Span, SpanSet

__all__ = [
    "Detected",
    "Document",
    "Doubt",
    "Entity",
    "Form",
    "FoundSpan",
    "Identifier",
    "LabelScheme",
    "MaskeradError",
    "Mention",
    "OffsetMap",
    "Quarantined",
    "Record",
    "Released",
    "SchemeMap",
    "Source",
    "Span",
    "SpanSet",
    "StandsFor",
    "load_scheme",
    "record_of",
    "scheme_names",
]
