"""Entries that are sealed where no vault can be reached: taken in whole or not at all, by their own vault alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskerad.core.errors import TamperError
from maskerad.surrogates import read_key
from maskerad.vault import Posting, Vault

from .vaults import make_vault, numbered, restored


def posted(key: bytes, number: int) -> bytes:
    """What leads back from a numbered document, sealed for the way."""
    record, one = numbered(number)
    return Posting(key).sealed(record.id, record.documents[0], one)


def test_what_is_taken_in_is_given_back_and_kept_once(tmp_path: Path) -> None:
    path, key_file = make_vault(tmp_path)
    key = read_key(key_file)
    with Vault(path, key) as vault:
        assert vault.take_in(posted(key, number) for number in range(5)) == 5
        assert vault.take_in([posted(key, 4), posted(key, 5)]) == 2
        assert vault.check() == 6
        for number in range(6):
            record, one = numbered(number)
            assert restored(vault, one, record.id) == record.documents[0].text


def test_without_the_key_nothing_is_learnt_of_what_is_sealed(tmp_path: Path) -> None:
    key = read_key(make_vault(tmp_path)[1])
    sealed = posted(key, 7)
    assert not any(word in sealed for word in (b"Quorra", b"Zzyzx", b"r7", b"d7", b"Berg"))
    assert posted(key, 7) != sealed and len(posted(key, 7)) == len(sealed)


def test_one_that_was_changed_or_is_for_another_vault_keeps_all_out(tmp_path: Path) -> None:
    path, key_file = make_vault(tmp_path)
    key = read_key(key_file)
    sealed = posted(key, 1)
    flipped = bytes([*sealed[:20], sealed[20] ^ 1, *sealed[21:]])
    with Vault(path, key) as vault:
        for wrong in (flipped, sealed[:10], b"", posted(bytes(32), 1)):
            with pytest.raises(TamperError, match="on its way"):
                vault.take_in([posted(key, 0), wrong])
        assert vault.check() == 0
