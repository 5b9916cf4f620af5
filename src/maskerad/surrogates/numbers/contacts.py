"""User names, e-mail and web addresses, network addresses: those that are kept for examples.

Addresses: RFC 5737 (192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24) and RFC 3849 (2001:db8::/32). Hardware addresses:
RFC 9542 (00-00-5E-00-53-00 to -FF). A name of the record that stands in an address becomes the new name there too.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import count

from maskerad.languages import LanguagePack
from maskerad.languages.listed import names
from maskerad.languages.names import name_conventions
from maskerad.surrogates.dates.births import births_of
from maskerad.surrogates.dates.new_births import new_birth_date
from maskerad.surrogates.numbers.domains import example_domain
from maskerad.surrogates.people.related_names import related_names
from maskerad.surrogates.request import Original, RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, in_class_of
from maskerad.text.folding import fold
from maskerad.text.scripts import LATIN

V4_NETWORKS = ("192.0.2.", "198.51.100.", "203.0.113.")
V4_HOSTS = 254
V6_NETWORK = "2001:db8:"
MAC_START, MAC_HOSTS = "00005e0053", 256
HANDLE_NAMES_MAX = 500
CODE_LETTERS_MAX = 3  # shorter runs of letters are codes, longer ones names
YEAR_DIGITS = (2, 4)
YEARS_BACK = 9  # a year in a user name is one of birth: another one, as many years back at most

_RUN = re.compile(r"[^\W\d_]+|\d+")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_EMAIL = re.compile(r"(?P<local>[^@]*)@(?P<domain>[^@]*)")
_URL = re.compile(r"(?P<scheme>[a-zA-Z]{1,10}://)?(?P<www>www\.)?(?P<host>[^/?#\s]*)(?P<rest>.*)", re.DOTALL)
_V4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_MAC = re.compile(r"[0-9a-fA-F]{2}(?:[:-][0-9a-fA-F]{2}){5}(?![:-]?[0-9a-fA-F])")
_V6 = re.compile(r"[0-9a-fA-F:]*:[0-9a-fA-F:]*(?:\.[\d.]+)?")


def username(request: Request) -> str:
    """A user name of other names, or of other letters where it is a code; digits change, marks stay.

    Raises:
        SurrogateError: If there is no letter or digit.
    """
    return _handle(request, request.text)


def email(request: Request) -> str:
    """An address at a domain kept for examples.

    Raises:
        SurrogateError: If there is no @ in it.
    """
    match = _EMAIL.fullmatch(request.text)
    if match is None or not match["local"]:
        raise request.refusal("no e-mail address in the mention")
    return f"{_handle(request, match['local'])}@{_domain(request, match['domain'])}"


def url(request: Request) -> str:
    """The address of an example site; what follows the host becomes a code of its own."""
    match = _URL.fullmatch(request.text)
    if match is None or not match["host"]:
        raise request.refusal("no host in the web address")
    rest = ""
    if len(match["rest"]) > 1:
        record = request.record
        rest = "/" + in_class_of("a0a0a0", record.keyed, record.scope, "URL", match["rest"])
    elif match["rest"]:
        rest = match["rest"]
    return f"{match['scheme'] or ''}{match['www'] or ''}{_domain(request, match['host'])}{rest}"


def ip_address(request: Request) -> str:
    """An address of a network kept for documentation; a port or prefix length stays.

    Raises:
        SurrogateError: If there is no address in it, or every address of the networks is taken.
    """
    text = request.text
    match = _address(text)
    if match is None:
        raise request.refusal("no network address in the mention")
    record = request.record
    new = record.once("addresses", lambda: _new_addresses(record)).get(match.group().lower())
    if new is None:
        raise request.refusal("no other address was found")
    if _MAC.fullmatch(match.group()):
        new = _written_as(new, match.group())
    return text[: match.start()] + new + text[match.end() :]


def _address(text: str) -> re.Match[str] | None:
    return _MAC.search(text) or _V4.search(text) or _V6.search(text)


def _new_addresses(record: RecordContext) -> Mapping[str, str]:
    matches = (_address(original.text) for original in record.originals if original.label == "IP")
    keys = {match.group().lower() for match in matches if match is not None}

    def propose(key: str, attempt: int) -> str | None:
        new = _network_address(record, key, attempt)
        return "" if new in keys else new

    return record.distinct("IP", keys, propose)


def _network_address(record: RecordContext, key: str, attempt: int) -> str | None:
    """Number ``attempt`` of the addresses of the same kind."""
    if ":" in key and not _MAC.fullmatch(key):
        number = record.keyed.number(2**48, "ip", record.scope, key, str(attempt))
        return str(
            ipaddress.IPv6Address(f"{V6_NETWORK}{number >> 32:x}:{number >> 16 & 0xFFFF:x}::{number & 0xFFFF:x}")
        )
    n_hosts = MAC_HOSTS if _MAC.fullmatch(key) else len(V4_NETWORKS) * V4_HOSTS
    if attempt >= n_hosts:
        return None
    index = record.keyed.choice(record.scope, "IP", key, n_hosts, attempt)
    if n_hosts == MAC_HOSTS:
        return f"{MAC_START}{index:02x}"
    return f"{V4_NETWORKS[index // V4_HOSTS]}{index % V4_HOSTS + 1}"


def _written_as(digits: str, old: str) -> str:
    """A hardware address with the marks and the case of the old one."""
    pairs = [digits[at : at + 2] for at in range(0, len(digits), 2)]
    new = old[2].join(pairs)
    return new.upper() if old.upper() == old else new


def _domain(request: Request, domain: str) -> str:
    """The same example domain for the same old domain, over the record; another one for another."""
    record = request.record
    new = record.once("domains", lambda: _new_domains(record)).get(fold(domain))
    if new is None:
        raise request.refusal("no example domain is left")
    return new


def _new_domains(record: RecordContext) -> Mapping[str, str]:
    keys = {fold(domain) for original in record.originals if (domain := _domain_in(original))}

    def propose(key: str, attempt: int) -> str:
        new = example_domain(record.keyed, record.scope, key, attempt)
        return "" if new in keys else new

    return record.distinct("domain", keys, propose)


def _domain_in(original: Original) -> str:
    """The domain in an e-mail or web address."""
    if original.label == "EMAIL":
        mail = _EMAIL.fullmatch(original.text)
        return mail["domain"] if mail else ""
    if original.label == "URL":
        web = _URL.fullmatch(original.text)
        return web["host"] if web else ""
    return ""


def _handle(request: Request, text: str) -> str:
    """Names of the record become its new names, other words other names, codes and numbers others of their class."""
    record, key = request.record, fold(text)
    new = record.once("handles", lambda: _new_handles(record)).get(key)
    if new is None:
        raise request.refusal("no other user name was found")
    runs = _RUN.findall(new)
    return _RUN.sub(_in_turn(runs), text) if len(runs) == len(_RUN.findall(text)) else new


def _in_turn(runs: list[str]) -> Callable[[re.Match[str]], str]:
    following = iter(runs)
    return lambda match: capitalised_as(next(following), match.group())


def _new_handles(record: RecordContext) -> Mapping[str, str]:
    packs: dict[str, LanguagePack] = {}
    mailboxes: dict[str, bool] = {}
    for original in record.originals:
        if handle := fold(_handle_in(original)):
            packs[handle] = original.pack
            mailboxes[handle] = mailboxes.get(handle, True) and original.label == "EMAIL"

    def propose(key: str, attempt: int) -> str:
        runs, pack = _RUN.findall(key), packs[key]
        if mailboxes[key] and _is_nobodys(record, pack, runs):
            new = _mailbox(record, pack, key, attempt)
        else:
            new = _RUN.sub(lambda match: _run(record, pack, match.group(), runs, str(attempt)), key)
        return "" if new == key or new in packs else new

    return record.distinct("USERNAME", packs, propose)


def _handle_in(original: Original) -> str:
    """A user name, or what stands before the @ of an address."""
    if original.label == "EMAIL":
        mail = _EMAIL.fullmatch(original.text)
        return mail["local"] if mail else ""
    return original.text if original.label == "USERNAME" else ""


def _is_nobodys(record: RecordContext, pack: LanguagePack, runs: Sequence[str]) -> bool:
    """Whether an address is that of a ward or an office: some word in it, and none that names a person."""
    words = [run for run in runs if len(run) > CODE_LETTERS_MAX and run.isalpha()]
    listed, related = name_conventions(pack), related_names(record)
    titles = pack.strings("titles", "contacts")
    return bool(words) and not any(
        run in titles or related.new(run) or related.contained(run) or listed.is_given(run) or run in listed.family
        for run in runs
    )


def _mailbox(record: RecordContext, pack: LanguagePack, key: str, attempt: int) -> str:
    """Words for offices in place of words, joined as they are; a number behind them once they are used up."""
    boxes = [box for box in pack.strings("mailboxes", "contacts") if box not in key] or ["info"]
    first = record.keyed.choice(record.scope, "mailbox", key, len(boxes), attempt)
    following = count(first)

    def new(match: re.Match[str]) -> str:
        run = match.group()
        if run.isdecimal() or len(run) <= CODE_LETTERS_MAX:
            return in_class_of(run, record.keyed, record.scope, "USERNAME", run, str(attempt))
        return boxes[next(following) % len(boxes)]

    return _RUN.sub(new, key) + (str(attempt) if attempt >= len(boxes) else "")


def _run(record: RecordContext, pack: LanguagePack, run: str, beside: Sequence[str], attempt: str) -> str:
    """Another run for one of letters or digits; ``beside`` are all those of its user name."""
    related = related_names(record)
    new = related.new(run) or (len(run) <= CODE_LETTERS_MAX and related.start(run, beside))
    if new:
        return new
    if part := related.contained(run):
        rest = (run[: part.start], run[part.end :])
        before, after = (in_class_of(part, record.keyed, record.scope, "USERNAME", run, attempt) for part in rest)
        return before + part.new + after
    if run in (*pack.strings("titles", "contacts"), *pack.strings("generic", "contacts")) and len(beside) > 1:
        return run
    if year := _birth_year(record, run):
        return year
    if _YEAR.fullmatch(run):
        return str(int(run) - 1 - record.keyed.number(YEARS_BACK, "year", record.scope, run, attempt))
    listed = _handle_names(pack)
    if run.isdecimal() or len(run) <= CODE_LETTERS_MAX or not run.isascii() or not listed:
        return in_class_of(run, record.keyed, record.scope, "USERNAME", run, attempt)
    return listed[record.keyed.number(len(listed), "user", record.scope, run, attempt)]


def _birth_year(record: RecordContext, run: str) -> str:
    """The new year of birth for one that a user name tells, in two digits or four: tboer1928; else ""."""
    is_year = run.isdecimal() and len(run) in YEAR_DIGITS
    born = [day for day in sorted(births_of(record)) if f"{day.year:04}".endswith(run)] if is_year else []
    return f"{new_birth_date(record, born[0]).year:04}"[-len(run) :] if born else ""


@lru_cache(maxsize=32)
def _handle_names(pack: LanguagePack) -> tuple[str, ...]:
    """Common family names that an address can be written with, folded."""
    folded = (fold(name) for name in names(pack, "family", LATIN, HANDLE_NAMES_MAX))
    return tuple(name for name in folded if name.isascii() and name.isalpha())
