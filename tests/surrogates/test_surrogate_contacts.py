import ipaddress
import random
import re
from collections import Counter

import phonenumbers
import pytest

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, RecordContext
from maskerad.surrogates.numbers.domains import example_domain
from maskerad.surrogates.numbers.phone_plans import FILE, plan_of
from maskerad.text.folding import fold

from .records import KEY, surrogates

KINDS = (phonenumbers.PhoneNumberType.FIXED_LINE, phonenumbers.PhoneNumberType.MOBILE)
UNUSED = ("BE", "CH", "ES", "IT", "AT")  # no range is kept there: libphonenumber knows no such number either
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


def test_area_stays_where_its_range_allows() -> None:
    assert surrogates("sv", ("031-155 06 45", "PHONE"))[0].startswith("031-390 06 ")
    assert surrogates("en", ("(832) 867-5309", "PHONE"))[0].startswith("(832) 555-01")
    assert surrogates("en", ("0113 277 0742", "PHONE"))[0].startswith("0113 496 0")
    assert surrogates("en", ("01273 277074", "PHONE"))[0].startswith("01632 960")
    assert surrogates("nl", ("0593 - 540 206", "PHONE"))[0].startswith("0593 - 0")
    assert surrogates("ja", ("0568-74-3300", "PHONE"))[0].startswith("0568-0")
    assert surrogates("de", ("04502 / 77 31 85", "PHONE"))[0].split(" / ")[0] in ("030", "069", "040", "0221", "089")


def test_number_of_another_country() -> None:
    dutch, danish, finnish = surrogates(
        "sv", ("+31 6 5578 2046", "PHONE"), ("+45 31 55 02 79", "PHONE"), ("+358 40 123 4567", "PHONE")
    )
    assert dutch.startswith(("+31 6 0", "+31 6 9"))
    assert danish.startswith("+45 00 ") and finnish.startswith("+358 00 ")
    assert not any(phonenumbers.is_valid_number(phonenumbers.parse(new)) for new in (dutch, danish, finnish))


def test_local_number_of_north_america() -> None:
    assert re.fullmatch(r"555-01\d\d", surrogates("en", ("867-5309", "PHONE"))[0])


def test_mistyped_number_stays_near() -> None:
    right, wrong = surrogates("sv", ("070-633 12 45", "PHONE"), ("070-633 12 54", "PHONE"))
    assert right[:-1] == wrong[:-1] and right != wrong


def test_when_a_range_is_used_up_the_next_one_serves() -> None:
    new = surrogates("sv", *((f"070-633 1{i:03d}", "PHONE") for i in range(150)))
    assert len(set(new)) == 150 and sum(one.startswith("070-174 06") for one in new) == 95


COUNTRIES = sorted(
    name for name, table in load_pack("sv").late_table(FILE, "phones").items() if isinstance(table, dict)
)


@pytest.mark.parametrize("country", COUNTRIES)
def test_every_plan_serves_numbers_that_are_nobodys(country: str) -> None:
    plan, seeded = plan_of(load_pack("sv"), country), random.Random(country)
    table = load_pack("sv").late_table(FILE, "phones")[country]
    assert table["kept_by"]
    for index in range(400):
        number = phonenumbers.example_number_for_type(country, KINDS[index % 2])
        digits = phonenumbers.national_significant_number(number)
        tail = "".join(seeded.choice("0123456789") for _ in range(6))
        old = f"+{plan.country_code} {digits[:-6]}{tail}"
        (new,) = surrogates("sv", (old, "PHONE"), scope=str(index))
        national = (plan.trunk if plan.trunk != "1" else "") + re.sub(r"\D", "", new)[len(plan.country_code) :]
        whole = (plan.trunk if plan.trunk != "1" else "") + digits[:-6] + tail
        assert any(national in one for tier in plan.tiers(whole, whole) for one in tier)
        if country in UNUSED:
            assert not phonenumbers.is_valid_number(phonenumbers.parse(new))


def test_mobile_numbers_stay_mobile() -> None:
    for code, old, starts in (
        ("nl", "06-12345678", "06-"),
        ("es", "612 345 678", "7"),
        ("ja", "090-1234-5678", "090-0"),
    ):
        assert surrogates(code, (old, "PHONE"))[0].startswith(starts)


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


def test_hardware_address_for_documentation() -> None:
    one, other = surrogates("en", ("3C:22:FB:10:9A:04", "IP"), ("3c-22-fb-10-9a-05", "IP"))
    assert re.fullmatch(r"00:00:5E:00:53:[0-9A-F]{2}", one) and re.fullmatch(r"00-00-5e-00-53-[0-9a-f]{2}", other)


def test_addresses_of_a_record_stay_apart() -> None:
    for label, form in (
        ("IP", "10.0.{}.{}"),
        ("USERNAME", "nurse{}{}"),
        ("EMAIL", "ward@house{}{}.example.se"),
        ("URL", "www.clinic{}{}.se"),
    ):
        olds = [form.format(i // 10, i % 10) for i in range(80)]
        new = surrogates("en", *((old, label) for old in olds))
        assert len(set(new)) == 80 and not set(new) & set(olds)


def test_example_domains_do_not_run_out_however_many_are_taken() -> None:
    assert _proposals_for_each(5_000) < 1.25 * _proposals_for_each(500)


def _proposals_for_each(n_domains: int) -> float:
    proposed = Counter[str]()

    def propose(key: str, attempt: int) -> str:
        proposed[key] += 1
        return example_domain(record.keyed, record.scope, key, attempt)

    record = RecordContext("r1", Keyed(KEY), ())
    assert len(record.distinct("domain", map(str, range(n_domains)), propose)) == n_domains
    return proposed.total() / n_domains


def test_every_address_of_a_long_register_has_a_domain_of_its_own() -> None:
    new = surrogates("en", *((f"ward@house{number}.se", "EMAIL") for number in range(1_500)))
    assert len({address.partition("@")[2] for address in new}) == 1_500


def test_one_user_name_in_two_cases() -> None:
    small, great = surrogates("sv", ("berit.akerlund", "USERNAME"), ("BERIT.AKERLUND", "USERNAME"))
    assert great == small.upper() and "berit" not in small


@pytest.mark.parametrize(
    ("code", "name", "old"),
    [
        ("de", "Ulrike Häberle", "u.haeberle@praxis.example"),
        ("fr", "Solène Kerjean", "s.kerjean@poste.example"),
        ("ja", "ワタル ハセガワ", "w.hasegawa@mail.example"),
    ],
)
def test_initial_and_name_in_an_address_are_those_of_the_new_name(code: str, name: str, old: str) -> None:
    new, address = surrogates(code, (name, "PATIENT"), (old, "EMAIL"))
    initial, family = address.partition("@")[0].split(".")
    if code != "ja":
        given, last = new.split()
        assert initial == fold(given)[0] and family == fold(last)
    assert len(initial) == 1 and initial != "w" and family.isascii() and "hasegawa" not in family


def test_address_that_is_nobodys_own_stays_so() -> None:
    boxes = load_pack("de").strings("mailboxes", "contacts")
    shared, titled = surrogates(
        "de",
        ("Ulrike Brenner", "CLINICIAN"),
        ("sekretariat@haus.example", "EMAIL"),
        ("dr.brenner@haus.example", "EMAIL"),
    )[1:]
    assert shared.partition("@")[0] in set(boxes) - {"sekretariat"}
    assert titled.startswith("dr.") and "brenner" not in titled


def test_names_run_together_in_an_address() -> None:
    name, address = surrogates("nl", ("Jorinde Terlouw", "PATIENT"), ("jorindeterlouw@post.example", "EMAIL"))
    assert address.partition("@")[0] == fold(name).replace(" ", "")


def test_two_numbers_in_one_mention_are_two_numbers() -> None:
    first, second = surrogates("en", ("0113 496 0187 / 07912 345678", "PHONE"))[0].split(" / ")
    assert re.fullmatch(r"0113 496 0\d\d\d", first) and re.fullmatch(r"07700 900\d\d\d", second)


def test_more_digits_than_the_layout_has_stand_in_groups() -> None:
    (new,) = surrogates("sv", ("0652-72 56", "PHONE"))
    assert re.fullmatch(r"\d{2,4}-\d{2,3}( \d{2,3}){1,2}", new)


@pytest.mark.parametrize(
    ("code", "name", "old", "new"),
    [
        ("sv", "Berit Åkerlund", "beråke04", "{g:3}{f:3}"),
        ("sv", "Berit Åkerlund", "bake7", "{g:1}{f:3}"),
        ("sv", "Berit Åkerlund", "akerlundb", "{f}{g:1}"),
        ("it", "Lo Verso Mirella", "mirellaloverso.cello", "{g}{f}"),
        ("en", "Flora Hale-Brook", "flora.halebrook", "{g}.{f}"),
    ],
)
def test_user_name_made_of_parts_of_a_name_follows_the_new_name(code: str, name: str, old: str, new: str) -> None:
    person, user = surrogates(code, (name, "CLINICIAN"), (old, "USERNAME"))
    words = re.split(r" (?=\S+$)", person) if code == "it" else person.split(" ", 1)
    given, family = reversed(words) if code == "it" else words
    given, family = (re.sub(r"[^a-z]", "", fold(word)) for word in (given, family))
    parts = {"g": given, "f": family}
    wanted = re.sub(r"{(\w):?(\d*)}", lambda found: parts[found[1]][: int(found[2] or 99)], new)
    assert re.match(re.escape(wanted), user), user


def test_initials_before_a_family_name_in_an_address() -> None:
    person, mail = surrogates("es", ("Matías Leandro Berlanga", "RELATIVE"), ("mlberlanga@buzon.example", "EMAIL"))
    letters = [fold(word) for word in person.split()]
    assert mail.startswith(f"{letters[0][0]}{letters[1][0]}{letters[2]}@")


def test_mailbox_of_a_ward_does_not_become_a_person() -> None:
    boxes = set(load_pack("en").strings("mailboxes", "contacts"))
    for old in ("burnsward@trust.example", "stroke-intake@trust.example", "pals@trust.example"):
        (new,) = surrogates("en", ("Flora Hale", "PATIENT"), (old, "EMAIL"))[1:]
        assert set(re.findall(r"[a-z]+", new.partition("@")[0])) <= boxes and new.partition("@")[0] != "pals"


def test_year_in_a_user_name_stays_a_year_gone_by() -> None:
    for old, least, most in (("ljungskile1961", 1940, 1970), ("ljungskile2004", 1995, 2010)):
        year = int(surrogates("sv", (old, "USERNAME"))[0][-4:])
        assert least <= year <= most and str(year) not in old


def test_numbers_of_one_area_go_to_one_area() -> None:
    olds = [(f"0652-{n} 56", "PHONE") for n in range(710, 730)]
    new = surrogates("sv", *olds, ("0611-55 02 17", "PHONE"))
    assert len({one.split("-")[0] for one in new[:-1]}) == 1
    areas = {surrogates("sv", olds[0], scope=str(n))[0].split("-")[0] for n in range(30)}
    assert areas == {"031", "040", "08", "0980"}


def test_initials_in_an_address_follow_all_given_names() -> None:
    name, address = surrogates("fr", ("BLANCHET Lise-Marie", "PATIENT"), ("lm.blanchet@orange.fr", "EMAIL"))
    first, second = name.split(" ", 1)[1].split("-")
    assert address.startswith(f"{first[0]}{second[0]}.".lower())


def test_user_name_that_names_nobody_stays_so() -> None:
    (new,) = surrogates("es", ("Usuario_4471", "USERNAME"))
    assert re.fullmatch(r"Usuario_\d{4}", new) and new != "Usuario_4471"


def test_name_at_an_end_of_a_user_name_is_the_new_name() -> None:
    new, handle = surrogates("en", ("LaVerne Tubbs", "PATIENT"), ("mslaverne47", "USERNAME"))
    assert new.split()[0].lower() in handle and "laverne" not in handle


def test_initial_and_particle_in_a_user_name() -> None:
    new, handle = surrogates("nl", ("P. ter Maat", "PATIENT"), ("ptermaat", "USERNAME"))
    assert handle == new.replace(".", "").replace(" ", "").lower()
