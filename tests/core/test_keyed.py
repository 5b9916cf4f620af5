import hashlib
import hmac
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core.errors import ConfigError, FormatError, MissingError
from maskerad.core.keyed import KEY_BYTES, Keyed, make_key, read_key, start_of, stride

KEYED = Keyed(bytes(range(32)))


def test_digest_is_hmac_sha256_of_netstrings() -> None:
    message = b"4:r\xc3\xa9 1,1:2,"
    assert KEYED.digest("ré 1", "2") == hmac.new(bytes(range(32)), message, hashlib.sha256).digest()


def test_fields_do_not_run_into_each_other() -> None:
    assert KEYED.digest("ab", "c") != KEYED.digest("a", "bc")
    assert KEYED.digest("a,1:b") != KEYED.digest("a", "b")


def test_lone_surrogates_are_taken() -> None:
    assert len(KEYED.digest("\ud800")) == 32


@pytest.mark.parametrize("n", [1, 2, 3, 5, 16, 17, 100, 997])
def test_an_entity_tries_every_candidate_once(n: int) -> None:
    tried = [KEYED.choice("r", "CITY", "lund", n, attempt) for attempt in range(n)]
    assert sorted(tried) == list(range(n))


def test_attempts_walk_from_the_first_candidate_by_one_distance() -> None:
    start, step = KEYED.walk("r", "CITY", "lund", 97)
    tried = [KEYED.choice("r", "CITY", "lund", 97, attempt) for attempt in range(5)]
    assert tried == [(start + attempt * step) % 97 for attempt in range(5)]
    assert step > 1


def test_choices_depend_on_scope_and_key() -> None:
    ours = [KEYED.choice("a", "CITY", str(entity), 100) for entity in range(100)]
    assert ours != [KEYED.choice("b", "CITY", str(entity), 100) for entity in range(100)]
    assert ours != [Keyed(bytes(32)).choice("a", "CITY", str(entity), 100) for entity in range(100)]


def test_numbers_are_even() -> None:
    counts = [0] * 10
    for i in range(10_000):
        counts[KEYED.number(10, str(i))] += 1
    assert max(counts) - min(counts) < 200  # six standard deviations are 180


@pytest.mark.parametrize("n", [0, -3])
def test_nothing_to_choose_from(n: int) -> None:
    with pytest.raises(ConfigError):
        KEYED.number(n, "x")
    with pytest.raises(ConfigError):
        KEYED.choice("r", "CITY", "lund", n)


def test_one_candidate_is_the_only_choice() -> None:
    assert KEYED.number(1, "x") == KEYED.choice("r", "CITY", "lund", 1) == KEYED.choice("r", "CITY", "lund", 1, 7) == 0
    assert {KEYED.number(2, str(i)) for i in range(20)} == {0, 1}


@pytest.mark.parametrize(
    ("half", "n", "step"), [(7, 10, 7), (17, 10, 7), (4, 10, 7), (10, 10, 1), (5, 10, 7), (6, 9, 7)]
)
def test_a_step_is_the_next_number_that_shares_no_factor(half: int, n: int, step: int) -> None:
    """The first half of a digest tells where to begin and no more."""
    digest = bytes([9]) * 16 + half.to_bytes(16, "big")
    assert stride(digest, n) == step and start_of(digest, 256) == 9


def test_key_is_in_no_repr() -> None:
    assert "\\x01\\x02" not in repr(KEYED) and "010203" not in repr(KEYED)


def test_same_choice_in_another_process_and_hash_seed() -> None:
    code = "from maskerad.core.keyed import Keyed;print(Keyed(bytes(range(32))).choice('r', 'CITY', 'Örebro', 1000))"
    expected = str(KEYED.choice("r", "CITY", "Örebro", 1000))
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        found = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert found.stdout.strip() == expected


def test_key_file_is_for_its_owner_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "project.key"
    make_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(read_key(path)) == KEY_BYTES
    with pytest.raises(ConfigError, match="already there"):
        make_key(path)


def test_two_keys_differ(tmp_path: Path) -> None:
    make_key(tmp_path / "a")
    make_key(tmp_path / "b")
    assert read_key(tmp_path / "a") != read_key(tmp_path / "b")


def test_key_files_that_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingError):
        read_key(tmp_path / "none")
    path = tmp_path / "short"
    path.write_text("ab" * 31)
    path.chmod(0o600)
    with pytest.raises(FormatError) as error:
        read_key(path)
    assert "abab" not in str(error.value)
    path.write_text("ab" * 32)
    path.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod"):
        read_key(path)
    with pytest.raises(ConfigError):
        Keyed(b"short")


@given(n=st.integers(1, 400), key=st.binary(min_size=32, max_size=32), field=st.text(max_size=5))
def test_permutation_reaches_every_number_once(n: int, key: bytes, field: str) -> None:
    assert sorted(Keyed(key).permuted(index, n, field) for index in range(n)) == list(range(n))


@pytest.mark.parametrize("index", [-7, -1, 5, 6, 26])
def test_a_number_outside_the_range_is_refused(index: int) -> None:
    with pytest.raises(ConfigError, match="not one of 5 numbers"):
        Keyed(bytes(32)).permuted(index, 5, "seats")


def test_permutations_of_two_keys_or_fields_are_unlike() -> None:
    keyed, other = Keyed(bytes(32)), Keyed(bytes([1]) * 32)
    once, twice, third = (
        [one.permuted(i, 1_000, f) for i in range(1_000)] for one, f in ((keyed, "a"), (keyed, "b"), (other, "a"))
    )
    assert sum(map(int.__eq__, once, twice)) < 20 and sum(map(int.__eq__, once, third)) < 20


@pytest.mark.parametrize(
    "seats",
    [
        [1, 3, 7, 2, 6, 4, 0, 8, 5],
        [3, 7, 1, 9, 8, 2, 0, 4, 5, 6],
    ],
)
def test_a_permutation_is_that_of_earlier_releases(seats: list[int]) -> None:
    assert [Keyed(bytes(32)).permuted(index, len(seats), "seats") for index in range(len(seats))] == seats


def test_index_outside_a_permutation_is_an_error() -> None:
    with pytest.raises(ConfigError):
        Keyed(bytes(32)).permuted(5, 5, "a")
