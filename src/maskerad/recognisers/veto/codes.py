"""Codes of medicine that were taken for ids or postcodes: variants of genes, procedures, and words behind a cue."""

from __future__ import annotations

import re

from maskerad.core.span import Span
from maskerad.recognisers.veto.people import PersonSyntax

BESIDE_CHARS = 40
_LABELS = frozenset({"ID", "ZIP", "PHONE", "DATE", "AGE"})
_TOKEN_BEFORE, _TOKEN_BEHIND = re.compile(r"[^\s,;/「」、。]+\Z"), re.compile(r"[^\s,;/「」、。]+")
# Names of variants by the HGVS nomenclature (varnomen.hgvs.org), their references, and bands of chromosomes (ISCN).
_VARIANT = re.compile(
    r"""[(\["'“]? (?:
        [cg] \. [*-]? \d \S* (?: [ACGT]> | del | dup | ins | inv ) \S* | p \. \(? [A-Z] \S*
      | (?: NM | NP | NC | NG | NR | XM | LRG | ENS[TGP] ) _? \d{3,} (?: \. \d+ )? (?: [:(] \S* )?
      | rs \d{3,}
      | (?: arr | seq ) \[ \S*
      | (?: \d{1,2} | X | Y ) [pq] \d{1,2} (?: \. \d+ )? \S*
    )""",
    re.VERBOSE,
)
_EXCHANGE = re.compile(r"[ACDEFGHIKLMNPQRSTVWY]\d{2,4}[ACDEFGHIKLMNPQRSTVWY*]")  # of an amino acid: "V600E"
_GENE_BEFORE = re.compile(r"(?<![^\W_])[A-Z][A-Z0-9]{1,7}[ -](?:p\.)?$")
_CHANGE_BEHIND = re.compile(r"[ -]?(?:[Mm]uta|[Vv]ari)")
_SYSTEM = re.compile(  # and other codes of the same system between
    r"""(?<!\w) (?: CPT | HCPCS | CDT | ICD | OPS | DRG | CCAM | NGAP | CIM | CIE | GOÄ | EBM | KVÅ | ATC | SNOMED | DPC
      | (?i: procedure ) [ ] codes? | [Cc]odes )
    (?: -? 1[01] (?: -\w{2,3} )? | -9 )? (?: [ ] (?: codes? | nr\.? | no\.? ) )? [ \t:.=#-]{1,3}
    (?: [A-Z]{0,3}\d[\w.]* [ ]? (?: [,/&+] | and | und | et | y | e | en | och )? [ ]? )* $""",
    re.VERBOSE,
)
_CODE = re.compile(r"(?!(?:19|20)\d\d\Z)[A-Z]{0,3}\d[\w.]*")  # and no year: an ICD is a defibrillator too


class Codes:
    """Judges candidates that look like a number or code.

    Args:
        people: Knows everyday words.
    """

    def __init__(self, people: PersonSyntax) -> None:
        self._people = people

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate identifies nobody; "" if nothing says so."""
        if span.label not in _LABELS:
            return ""
        inner = text[span.start : span.end]
        if span.label == "ID" and inner.isalpha():
            return "an everyday word" if self._people.is_common(inner) else ""
        if _is_variant(text, span, inner):
            return "a variant of a gene"
        before = text[max(0, span.start - BESIDE_CHARS) : span.start]
        return "a code of a procedure or disease" if _CODE.fullmatch(inner) and _SYSTEM.search(before) else ""


def _is_variant(text: str, span: Span, inner: str) -> bool:
    """Whether a candidate is a variant of a gene, or lies in the name of one."""
    before = text[max(0, span.start - BESIDE_CHARS) : span.start]
    if _EXCHANGE.fullmatch(inner):
        return bool(_GENE_BEFORE.search(before) or _CHANGE_BEHIND.match(text, span.end))
    left, right = _TOKEN_BEFORE.search(before), _TOKEN_BEHIND.match(text, span.end)
    return _VARIANT.match(f"{left[0] if left else ''}{inner}{right[0] if right else ''}") is not None
