"""A compiled rule book on disk, so that a language loads in a fraction of the time it takes to compile.

Compiling word lists and rules into an alphabet of classes is the dearest part of loading. What comes out is kept as
JSON (see ``kept``). Nothing is believed that was not written so: a file begins with the SHA-256 of what follows and of
the sources.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.checks import CHECKS
from maskerad.recognisers.rules.grammar import Place, TokenRule
from maskerad.recognisers.rules.kept import Kept
from maskerad.recognisers.rules.lexicon import Lexicon, Phrase
from maskerad.recognisers.rules.patterns import TextRule
from maskerad.recognisers.rules.programs import Programs

ENDING = "json"

Parts = tuple[Lexicon, Alphabet, tuple[TokenRule, ...], tuple[TextRule, ...]]


def read_compiled(kept: Kept, programs: Programs) -> Parts | None:
    """What was kept of a pack; None when there is nothing, or nothing that still holds."""
    digest, _, body = kept.read(ENDING).partition(b"\n")
    try:
        return _from_data(json.loads(body), programs) if digest == kept.digest(body) else None
    except (LookupError, TypeError, ValueError):  # of another version
        return None


def keep_compiled(kept: Kept, parts: Parts, macros: Mapping[str, str]) -> None:
    """Keeps what was compiled, if it can."""
    body = json.dumps(_to_data(parts, macros), ensure_ascii=False, separators=(",", ":")).encode()
    kept.put(ENDING, kept.digest(body) + b"\n" + body)


def _to_data(parts: Parts, macros: Mapping[str, str]) -> dict[str, Any]:
    lexicon, alphabet, token_rules, text_rules = parts
    masks = list(alphabet.rows)
    row = {mask: number for number, mask in enumerate(masks)}
    phrases = [
        [*first_two, *phrase.rest, row[phrase.mask], phrase.is_cue]
        for first_two, entries in lexicon.phrases.items()
        for phrase in entries.values()
    ]
    return {
        "bits": {atom: bit.bit_length() - 1 for atom, bit in lexicon.bits.items()},
        "masks": masks,
        "letters": list(alphabet.rows.values()),
        "words": "\n".join(lexicon.words),
        "word_rows": [row[mask] for mask in lexicon.words.values()],
        "suffixes": {ending: row[mask] for ending, mask in lexicon.suffixes.items()},
        "inflected": {word: row[mask] for word, mask in lexicon.inflected.items()},
        "phrases": phrases,
        "signatures": alphabet.signatures,
        "expressions": list(alphabet.numbers),
        "macros": dict(macros),
        "token_rules": [_token_data(rule) for rule in token_rules],
        "text_rules": [_text_data(rule) for rule in text_rules],
    }


def _from_data(data: Mapping[str, Any], programs: Programs) -> Parts:
    masks = data["masks"]
    bits = {atom: 1 << bit for atom, bit in data["bits"].items()}
    words = dict(zip(data["words"].split("\n"), map(masks.__getitem__, data["word_rows"]), strict=True))
    lexicon = Lexicon(bits, words)
    lexicon.suffixes = {ending: masks[row] for ending, row in data["suffixes"].items()}
    lexicon.inflected = {word: masks[row] for word, row in data["inflected"].items()}
    for first, second, *rest, row, is_cue in data["phrases"]:
        lexicon.put_phrase((first, second), Phrase(tuple(rest), masks[row], is_cue))
    alphabet = Alphabet(
        dict(zip(masks, data["letters"], strict=True)),
        data["signatures"],
        {name: number for number, name in enumerate(data["expressions"])},
    )
    token_rules = tuple(_token_rule(rule, alphabet, data["macros"], programs) for rule in data["token_rules"])
    return lexicon, alphabet, token_rules, tuple(_text_rule(rule, programs) for rule in data["text_rules"])


def _lead_data(lead: Sequence[Place]) -> list[list[Any]]:
    return [[place.bits, place.signs, place.is_any] for place in lead]


def _lead(data: Sequence[Sequence[Any]]) -> tuple[Place, ...]:
    return tuple(Place(*place) for place in data)


def _token_data(rule: TokenRule) -> list[Any]:
    return [rule.name, rule.source, _lead_data(rule.lead), rule.begins_line, rule.labels, rule.score, rule.evidence]


def _token_rule(data: Sequence[Any], alphabet: Alphabet, macros: Mapping[str, str], programs: Programs) -> TokenRule:
    name, source, lead, begins_line, labels, score, evidence = data
    return TokenRule(name, source, alphabet, macros, programs, _lead(lead), begins_line, tuple(labels), score, evidence)


def _text_data(rule: TextRule) -> list[Any]:
    check = next((name for name, check in CHECKS.items() if check is rule.check), "")
    return [
        rule.name,
        rule.label,
        _lead_data(rule.lead),
        rule.source,
        rule.before_source,
        rule.is_case_bound,
        rule.score,
        rule.evidence,
        check,
        rule.score_failed,
    ]


def _text_rule(data: Sequence[Any], programs: Programs) -> TextRule:
    name, label, lead, source, before, is_case_bound, score, evidence, check, score_failed = data
    return TextRule(
        name,
        label,
        _lead(lead),
        source,
        programs,
        before,
        is_case_bound,
        score,
        evidence,
        CHECKS.get(check),
        score_failed,
    )
