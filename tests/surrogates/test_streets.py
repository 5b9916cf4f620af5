import re

import pytest

from .records import KEY, OTHER_KEY, surrogates

# Old street, and what every new one is like: what stands beside the name stays, its number never goes.
STREETS = [
    ("it", "C.so Bramante 131", r"C\.so \w.* \d{3}"),
    ("it", "P.zza San Domenico n. 11", r"P\.zza \w.* n\. \d\d"),
    ("es", "Calle 25 de Mayo 1107", r"Calle (?!de\b)\D+ \d{4}"),
    ("es", "Cra. 48B # 99-17 int. 201", r"Cra\. \d\d[A-Z] # \d\d-\d\d int\. \d{3}"),
    ("es", "Cortijo Los Olivillos", r"Cortijo [A-ZÁÉÍÓÚ]\D+"),
    ("es", "Cuatro Caminos", r"[A-ZÁÉÍÓÚ]\D+"),
    ("es", "Pje. Begoña 8 1ºC", r"Pje\. \D+ \d \dº[A-Z]"),
    ("fr", "rue du 8 Mai 1945", r"rue \D+"),
    ("fr", "103 Grande-Rue de la Croix-Rousse", r"\d{3} Grande-Rue \D+"),
    ("fr", "12 rue des Lilas bte 4", r"\d\d rue \D+ bte \d"),
    ("fr", "lieu-dit Kergroas Vihan", r"lieu-dit \D+"),
    ("es", "GC-1", r"GC-\d"),
    ("en", "MM 218 on Hwy 61", r"MM \d{3} on Hwy \d\d"),
    ("en", "P.O. Box 309", r"P\.O\. Box \d{3}"),
    ("it", "Vico Lungo Gelso 41, II piano", r"Vico \w\D+ \d\d, I+V? piano"),
    ("en", "12 St. John's Road", r"\d\d (?!St)\D+ Road"),
]


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
@pytest.mark.parametrize(("code", "old", "wanted"), STREETS)
def test_street_stays_what_it_is(code: str, old: str, wanted: str, key: bytes) -> None:
    (new,) = surrogates(code, (old, "STREET"), key=key)
    assert re.fullmatch(wanted, new) and new != old


@pytest.mark.parametrize("scope", [str(number) for number in range(40)])
def test_the_name_of_the_old_street_is_not_in_the_new_one(scope: str) -> None:
    assert "Foch" not in surrogates("fr", ("av. Foch", "STREET"), scope=scope)[0]
