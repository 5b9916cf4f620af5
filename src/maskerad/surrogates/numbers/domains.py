"""Domains that are kept for examples, in proposals that never run out.

Domains: RFC 2606 and RFC 6761 (example.com, .net, .org and the top-level domain .example).
"""

from __future__ import annotations

from itertools import product

from maskerad.core.keyed import Keyed

HOSTS = ("mail", "post", "web", "info", "net", "inbox", "online", "office", "home", "portal")
ENDS = ("example", "example.com", "example.org", "example.net")
HOSTED = tuple(f"{host}.{end}" for host, end in product(HOSTS, ENDS))
DOMAINS = (*ENDS[1:], *HOSTED)
TRIES = 12  # of the plain ones, which most records do not use up; after that, hosts have numbers: mail17.example.org
TRIES_PER_LENGTH = 2  # then the number is longer by a digit: of ten times as many, most are free


def example_domain(keyed: Keyed, scope: str, key: str, attempt: int) -> str:
    """Domain number ``attempt`` for an old one: where n are taken, some log n attempts find a free one.

    Args:
        keyed: The choices.
        scope: Within which different old domains get different new ones.
        key: The old domain, folded.
        attempt: From 0.
    """
    if attempt < TRIES:
        return DOMAINS[keyed.choice(scope, "domain", key, len(DOMAINS), attempt)]
    n_numbers = 10 ** (1 + (attempt - TRIES) // TRIES_PER_LENGTH) * 9
    number, place = divmod(keyed.number(n_numbers * len(HOSTED), "host", scope, key, str(attempt)), len(HOSTED))
    host, _, end = HOSTED[place].partition(".")
    return f"{host}{number + n_numbers // 9}.{end}"
