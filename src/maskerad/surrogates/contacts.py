"""User names, e-mail and web addresses, network addresses: those that are kept for examples.

Domains: RFC 2606 and RFC 6761 (example.com, .net, .org and the top-level domain .example). Addresses: RFC 5737
(192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24) and RFC 3849 (2001:db8::/32). A name of the record that stands in
an address becomes the new name there too.
"""

from __future__ import annotations

import ipaddress
import re
from itertools import product

from maskerad.surrogates.candidates import LATIN, names
from maskerad.surrogates.persons import related_word
from maskerad.surrogates.request import Request
from maskerad.surrogates.shape import in_case_of, in_class_of
from maskerad.text.folding import fold

HOSTS = ("mail", "post", "web", "info", "net", "box", "kontakt", "office", "home", "portal")
ENDS = ("example", "example.com", "example.org", "example.net")
DOMAINS = (*ENDS[1:], *(f"{host}.{end}" for host, end in product(HOSTS, ENDS)))
V4_NETWORKS = ("192.0.2.", "198.51.100.", "203.0.113.")
V6_NETWORK = "2001:db8:"
CODE_LETTERS_MAX = 3  # shorter runs of letters are codes, longer ones names

_RUN = re.compile(r"[^\W\d_]+|\d+")
_EMAIL = re.compile(r"(?P<local>[^@]*)@(?P<domain>[^@]*)")
_URL = re.compile(r"(?P<scheme>[a-zA-Z]{1,10}://)?(?P<www>www\.)?(?P<host>[^/?#\s]*)(?P<rest>.*)", re.DOTALL)
_V4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
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
    found = _EMAIL.fullmatch(request.text)
    if found is None or not found["local"]:
        raise request.refusal("no e-mail address in the mention")
    return f"{_handle(request, found['local'])}@{_domain(request, found['domain'])}"


def url(request: Request) -> str:
    """The address of an example site; what follows the host becomes a code of its own."""
    found = _URL.fullmatch(request.text)
    if found is None or not found["host"]:
        raise request.refusal("no host in the web address")
    rest = ""
    if len(found["rest"]) > 1:
        record = request.record
        rest = "/" + in_class_of("a0a0a0", record.keyed, record.scope, "URL", found["rest"])
    elif found["rest"]:
        rest = found["rest"]
    return f"{found['scheme'] or ''}{found['www'] or ''}{_domain(request, found['host'])}{rest}"


def ip_address(request: Request) -> str:
    """An address of a network kept for documentation; a port or prefix length stays.

    Raises:
        SurrogateError: If there is no address in it.
    """
    record, text = request.record, request.text
    found = _V4.search(text) or _V6.search(text)
    if found is None:
        raise request.refusal("no network address in the mention")
    for attempt in range(20):
        number = record.keyed.number(2**64, "ip", record.scope, found.group(), str(attempt))
        if ":" in found.group():
            new = str(ipaddress.IPv6Address(f"{V6_NETWORK}{number >> 48 & 0xFFFF:x}:{number & 0xFFFF:x}::"))
            new += f"{number >> 16 & 0xFFFF:x}"
        else:
            new = f"{V4_NETWORKS[number % 3]}{number // 3 % 254 + 1}"
        if new != found.group():
            return text[: found.start()] + new + text[found.end() :]
    raise request.refusal("no other address was found")


def _domain(request: Request, domain: str) -> str:
    """The same example domain for the same old domain, over the record."""
    record, key = request.record, fold(domain)
    for attempt in range(len(DOMAINS)):
        found = DOMAINS[record.keyed.choice(record.scope, "domain", key, len(DOMAINS), attempt)]
        if found != key:
            return found
    raise request.refusal("no example domain is left")


def _handle(request: Request, text: str) -> str:
    """Names of the record become its new names, other words other names, codes and numbers others of their class."""
    for attempt in range(20):
        new = _RUN.sub(lambda match: _run(request, match.group(), str(attempt)), text)  # noqa: B023
        if fold(new) != fold(text) and fold(new) not in request.record.taken:
            return new
    raise request.refusal("no other user name was found")


def _run(request: Request, run: str, attempt: str) -> str:
    record = request.record
    related = related_word(record, run)
    if related:
        return in_case_of(related, run)
    if run.isdecimal() or len(run) <= CODE_LETTERS_MAX or not run.isascii():
        return in_class_of(run, record.keyed, record.scope, "USERNAME", fold(run), attempt)
    listed = [fold(name) for name in names(request.pack, "family", LATIN, 500)]
    fitting = [name for name in listed if name.isascii() and name not in record.taken]
    if not fitting:
        return in_class_of(run, record.keyed, record.scope, "USERNAME", fold(run), attempt)
    return in_case_of(fitting[record.keyed.number(len(fitting), "user", record.scope, fold(run), attempt)], run)
