import ipaddress
import re

import phonenumbers
import pytest

from maskerad.core.errors import SurrogateError

from .records import surrogates

FICTION = {
    "sv": r"0701740[6]\d\d|0313900[6]\d\d|0406280[4]\d\d|084650004\d\d|084650[0]4\d\d|09803192\d\d",
    "fr": r"063998\d{4}|019900\d{4}|026191\d{4}|035301\d{4}|046571\d{4}|053649\d{4}",
    "de": r"017139200\d\d|0176040690\d\d|03023125\d{3}|06990009\d{3}|04066969\d{3}|02214710\d{3}|08999998\d{3}",
}


@pytest.mark.parametrize(
    ("code", "old"),
    [
        ("sv", "0652-72 56"),
        ("sv", "070-633 12 45"),
        ("sv", "0481-24 70 10 ankn. 3318"),
        ("fr", "06 18 52 71 04"),
        ("fr", "04.67.15.82.40"),
        ("de", "0171 / 52 61 847"),
        ("de", "(030) 47 12 83-26"),
    ],
)
def test_numbers_kept_for_fiction(code: str, old: str) -> None:
    (new,) = surrogates(code, (old, "PHONE"))
    assert re.fullmatch(FICTION[code], re.sub(r"\D", "", new.split(" ankn")[0]))


def test_layout_and_country_code_stay() -> None:
    assert re.fullmatch(r"\+46 70 174 06 \d\d", surrogates("sv", ("+46 70 633 12 45", "PHONE"))[0])
    assert re.fullmatch(r"\(\d{3}\) 555-01\d\d", surrogates("en", ("(617) 867-5309", "PHONE"))[0])
    assert re.fullmatch(r"07700 900\d\d\d", surrogates("en", ("07912 345678", "PHONE"))[0].replace(" ", " "))
    assert re.fullmatch(
        r"０４５（０\d\d）\d{4}".replace("０４５（０", "０.{2}（０"),
        surrogates("ja", ("０４５（６６４）２５２５", "PHONE"))[0],
    )


def test_one_number_in_two_layouts() -> None:
    national, abroad = surrogates("sv", ("070-633 12 45", "PHONE"), ("+46 (0)70 6331245", "PHONE"))
    assert re.sub(r"\D", "", national)[1:] == re.sub(r"\D", "", abroad)[3:]


def test_extension_and_short_number_change() -> None:
    full, short = surrogates("sv", ("08-123 45 67 ankn. 4417", "PHONE"), ("8842", "PHONE"))
    assert "ankn. " in full and "4417" not in full
    assert len(short) == 4 and short != "8842"


@pytest.mark.parametrize(
    ("code", "region", "old"), [("nl", "NL", "06-12345678"), ("es", "ES", "612 345 678"), ("ja", "JP", "090-1234-5678")]
)
def test_where_no_range_is_kept_the_number_is_nobodys(code: str, region: str, old: str) -> None:
    (new,) = surrogates(code, (old, "PHONE"))
    assert phonenumbers.is_valid_number(phonenumbers.parse(old, region))
    assert not phonenumbers.is_valid_number(phonenumbers.parse(new, region))


def test_number_without_digits() -> None:
    with pytest.raises(SurrogateError):
        surrogates("sv", ("hemligt", "PHONE"))


def test_addresses_go_to_example_domains() -> None:
    mail, same_domain, web = surrogates(
        "sv",
        ("anna.lindqvist@foretaget.se", "EMAIL"),
        ("info@foretaget.se", "EMAIL"),
        ("https://www.foretaget.se/om/anna", "URL"),
    )
    assert re.search(r"@(\w+\.)?example(\.com|\.net|\.org)?$", mail)
    assert mail.split("@")[1] == same_domain.split("@")[1]
    assert re.fullmatch(r"https://www\.[\w.]*example[\w.]*/\w+", web)
    assert "foretaget" not in mail + same_domain + web


def test_name_in_an_address_is_the_new_name() -> None:
    person, mail = surrogates("en", ("Rose Whitaker", "PATIENT"), ("rose.whitaker@mail.uk", "EMAIL"))
    assert mail.split("@")[0] == person.lower().replace(" ", ".")


@pytest.mark.parametrize("old", ["83.61.140.22", "192.0.2.61", "10.0.0.1:8080"])
def test_network_address_for_documentation(old: str) -> None:
    (new,) = surrogates("es", (old, "IP"))
    address = ipaddress.ip_address(new.partition(":")[0])
    networks = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")
    assert any(address in ipaddress.ip_network(network) for network in networks)
    assert new.partition(":")[2] == old.partition(":")[2] and new != old


def test_network_address_of_version_six() -> None:
    (new,) = surrogates("fr", ("2a01:cb19:7a2:3e00::5", "IP"))
    assert ipaddress.ip_address(new) in ipaddress.ip_network("2001:db8::/32")


def test_user_names() -> None:
    code, name = surrogates("sv", ("mwol7", "USERNAME"), ("@aita_bones_88", "USERNAME"))
    assert re.fullmatch(r"[a-z]+\d", code) and re.fullmatch(r"@[a-z]+_[a-z]+_\d\d", name)
    assert "aita" not in name
