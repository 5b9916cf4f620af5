"""A compiled rule book on disk, so that a language loads in a fraction of the time it takes to compile.

Compiling word lists and rules into an alphabet of classes is the dearest part of loading. What comes out is kept as
JSON in the user's folder for caches (``MASKERAD_CACHE``, else ``XDG_CACHE_HOME/maskerad`` or ``~/.cache/maskerad``;
``LOCALAPPDATA`` on Windows): derived and safe to delete. It holds words of a shipped pack and nothing of any record.
``MASKERAD_CACHE=off`` keeps nothing, nor does a folder that cannot be written to, nor a pack that a project extends.

Nothing is believed that was not written so: a file begins with the SHA-256 of what follows and of the sources, which
are the pack's files and the modules that compile them. The folder is private; one that others may write to is not used.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from maskerad.languages import LanguagePack
from maskerad.languages.pack import DATA
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.checks import CHECKS
from maskerad.recognisers.rules.grammar import Place, TokenRule
from maskerad.recognisers.rules.lexicon import Lexicon, Phrase
from maskerad.recognisers.rules.patterns import TextRule

CACHE_VARIABLE, OFF = "MASKERAD_CACHE", "off"
FOLDER_MODE, OTHERS_MAY_WRITE = 0o700, 0o022
_COMPILERS = (Path(__file__).parent, Path(__file__).parents[2] / "text")

Parts = tuple[Lexicon, Alphabet, tuple[TokenRule, ...], tuple[TextRule, ...]]


def read_compiled(pack: LanguagePack) -> Parts | None:
    """What was kept of a pack; None when there is nothing, or nothing that still holds."""
    path = _path(pack)
    if path is None or not _is_private(path.parent):
        return None
    try:
        digest, _, body = path.read_bytes().partition(b"\n")
        return _from_data(json.loads(body)) if digest == _digest(pack, body) else None
    except (OSError, LookupError, TypeError, ValueError):  # none yet, or of another version
        return None


def keep_compiled(pack: LanguagePack, parts: Parts, macros: Mapping[str, str]) -> None:
    """Keeps what was compiled, if it can; readers see the whole file or none."""
    path = _path(pack)
    if path is None:
        return
    body = json.dumps(_to_data(parts, macros), ensure_ascii=False, separators=(",", ":")).encode()
    try:
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        if not _is_private(path.parent):
            return
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_digest(pack, body) + b"\n" + body)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)


def _path(pack: LanguagePack) -> Path | None:
    """Where a pack is kept, one file for each installation; None if it is not kept."""
    folder = _cache_folder()
    if folder is None or not all(home.is_relative_to(DATA) for home in pack.folders):
        return None
    return folder / f"{pack.code}-{hashlib.sha256(str(DATA).encode()).hexdigest()[:12]}.json"


def _cache_folder() -> Path | None:
    chosen = os.environ.get(CACHE_VARIABLE, "")
    if chosen:
        return None if chosen == OFF else Path(chosen)
    home = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path.home() / ".cache") / "maskerad"
    except RuntimeError:  # a user without a home
        return None


def _is_private(folder: Path) -> bool:
    """Whether nobody else can put a file there: whoever can, decides what is found in a text."""
    if os.name != "posix":
        return True
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid == os.geteuid() and not status.st_mode & OTHERS_MAY_WRITE


def _digest(pack: LanguagePack, body: bytes) -> bytes:
    digest = hashlib.sha256(body)
    for file in _sources(pack):
        content = file.read_bytes()
        digest.update(f"\n{file.parent.name}/{file.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest().encode()


def _sources(pack: LanguagePack) -> Iterator[Path]:
    """Every file that compiling reads, and the modules that compile."""
    for folder in pack.folders:
        yield from sorted(folder.glob("*.toml"))
        yield from sorted((folder / "lists").glob("*.txt"))
        yield from sorted((folder / "rules").glob("*.toml"))
    for folder in _COMPILERS:
        yield from sorted(folder.glob("*.py"))


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


def _from_data(data: Mapping[str, Any]) -> Parts:
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
    token_rules = tuple(_token_rule(rule, alphabet, data["macros"]) for rule in data["token_rules"])
    return lexicon, alphabet, token_rules, tuple(map(_text_rule, data["text_rules"]))


def _lead_data(lead: Sequence[Place]) -> list[list[Any]]:
    return [[place.bits, place.signs, place.is_any] for place in lead]


def _lead(data: Sequence[Sequence[Any]]) -> tuple[Place, ...]:
    return tuple(Place(*place) for place in data)


def _token_data(rule: TokenRule) -> list[Any]:
    return [rule.name, rule.source, _lead_data(rule.lead), rule.begins_line, rule.labels, rule.score, rule.evidence]


def _token_rule(data: Sequence[Any], alphabet: Alphabet, macros: Mapping[str, str]) -> TokenRule:
    name, source, lead, begins_line, labels, score, evidence = data
    return TokenRule(name, source, alphabet, macros, _lead(lead), begins_line, tuple(labels), score, evidence)


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


def _text_rule(data: Sequence[Any]) -> TextRule:
    name, label, lead, source, before, is_case_bound, score, evidence, check, score_failed = data
    return TextRule(
        name,
        label,
        _lead(lead),
        source,
        before,
        is_case_bound,
        score,
        evidence,
        CHECKS.get(check),
        score_failed,
    )
