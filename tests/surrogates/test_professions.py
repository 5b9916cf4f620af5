"""An occupation becomes one of the same line of work, as far as its name tells."""

from __future__ import annotations

import re

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates.others.professions import occupations
from maskerad.text.folding import fold

from .records import surrogates


@pytest.mark.parametrize(
    ("code", "old", "line"),
    [
        ("sv", "charterbusschaufför", "transport drive"),
        ("de", "Taxifahrerin", "transport drive"),
        ("nl", "taxichauffeur", "transport drive"),
        ("es", "taxista", "transport drive"),
        ("fr", "chauffeur de taxi", "transport drive"),
        ("it", "tassista", "transport drive"),
        ("ja", "タクシー運転手", "transport drive"),
        ("sv", "kyrkoherde", "church"),
        ("it", "parroco", "church"),
        ("es", "patrón de barco", "sea"),
        ("es", "camarera de hotel", "service home"),
        ("en", "merchant seaman", "sea"),
        ("en", "high school teacher", "teaching"),
        ("en", "lace knitter", "trade craft"),
        ("de", "Handweberin", "trade craft"),
        ("de", "Bergbauer", "land cattle"),
        ("nl", "binnenschipper", "sea"),
        ("es", "campanero", "church"),
        ("es", "empleada del hogar", "service home"),
        ("fr", "pompier", "public guard"),
        ("it", "psicologa", "care"),
        ("ja", "消防士", "public guard"),
        ("en", "log hauler", "plain"),
        ("nl", "nagelstyliste", "plain"),
        ("es", "percebeiro", "plain"),
    ],
)
def test_line_of_work_stays(code: str, old: str, line: str) -> None:
    table = occupations(load_pack(code))
    for number in range(8):
        (new,) = surrogates(code, (old, "PROFESSION"), scope=str(number))
        assert new != old and table.of_form[fold(new)][1] == line


@pytest.mark.parametrize(
    ("code", "old", "line"),
    [
        ("sv", "fårbonde", "land flocks"),
        ("sv", "gruvarbetare", "trade"),
        ("nl", "melkveehouder", "land cattle"),
        ("en", "cattle rancher", "land cattle"),
        ("de", "Steiger", "trade"),
        ("fr", "viticultrice", "land"),
        ("es", "encofrador", "trade"),
        ("it", "mungitore", "land cattle"),
        ("ja", "果樹農家", "land"),
    ],
)
def test_an_occupation_that_no_list_has_stays_in_its_line_of_work(code: str, old: str, line: str) -> None:
    listed = {form: row[2] for row in load_pack(code).list("occupations").rows for form in row[:2]}
    for number in range(5):
        (new,) = surrogates(code, (old, "PROFESSION"), scope=f"r{number}")
        assert {key.lower(): kind for key, kind in listed.items()}[new.lower()] == line


@pytest.mark.parametrize(("code", "old"), [("es", "taxista"), ("it", "tassista"), ("fr", "chauffeur de taxi")])
def test_a_form_for_both_becomes_a_form_for_both(code: str, old: str) -> None:
    both = {row[0] for row in load_pack(code).list("occupations").rows if row[0] == row[1]}
    for number in range(20):
        (new,) = surrogates(code, (old, "PROFESSION"), scope=f"r{number}")
        assert new in both


@pytest.mark.parametrize(("code", "old", "end"), [("fr", "factrice", "eur"), ("en", "seamstress", "man")])
def test_a_woman_s_occupation_is_told_by_no_man_s_form(code: str, old: str, end: str) -> None:
    for number in range(40):
        (new,) = surrogates(code, (old, "PROFESSION"), scope=f"r{number}")
        assert not new.split()[0].endswith(end)


@pytest.mark.parametrize(
    ("code", "old", "wanted"),
    [
        ("nl", "melkveehouder", "vee"),
        ("nl", "melkveehoudster", "houdster"),
        ("sv", "fårbonde", "får|get"),
        ("sv", "renskötare", "ren"),
        ("en", "dairy farmer", "cattle|ranch|stock"),
        ("de", "Milchbäuerin", "in$"),
        ("fr", "éleveuse de chèvres", "ovine|bergère|chevrière|brebis"),
        ("es", "pastora", "cabr|ovej|ovino"),
        ("it", "mungitore", "allevatore|vaccaro"),
        ("ja", "酪農家", "酪農|牛|畜産"),
        ("fr", "étudiante", "apprentie|alternante|doctorante"),
    ],
)
def test_who_keeps_animals_keeps_such_animals(code: str, old: str, wanted: str) -> None:
    for scope in range(8):
        assert re.search(wanted, surrogates(code, (old, "PROFESSION"), scope=str(scope))[0])


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    ("code", "post", "line"),
    [
        ("ja", "校長", "teaching lead"),
        ("en", "headmistress", "teaching lead"),
        ("it", "sindaco", "post public"),
        ("nl", "wethouder", "post public"),
        ("it", "insegnante", "teaching"),
    ],
)
def test_posts_stay_posts_of_their_line(code: str, post: str, line: str, number: int) -> None:
    (new,) = surrogates(code, (post, "PROFESSION"), key=bytes([number]) * 32)
    rows = load_pack(code).list("occupations").rows
    assert line in {row[2] for row in rows if new in row[:2]}


def test_an_occupation_of_no_known_line_does_not_become_one_of_a_single_region() -> None:
    pack = load_pack("sv")
    branches = {fold(row[0]) for row in pack.list("occupations").rows if " " in row[2]}
    for number in range(60):
        (new,) = surrogates("sv", ("telegrafist", "PROFESSION"), scope=str(number))
        assert fold(new) not in branches
