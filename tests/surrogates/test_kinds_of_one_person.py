"""A word of somebody's name is a given or a family name wherever it stands, and initials are made anew like the old."""

import pytest

from maskerad.text.folding import fold, folded_words

from .marked import new_of

KEYS = [bytes([number]) * 32 for number in (1, 2, 3)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "whole", "turned"),
    [
        ("sv", "Märta-Maj Lind", "Lind Märta Maj"),
        ("it", "Mattia De Tullio", "De Tullio Mattia"),
        ("it", "Ferrero-Aubert", "Ferrero Aubert"),
        ("nl", "Gert-Jan Vos", "Gert Jan"),
        ("ja", "林　茂雄", "林茂雄"),
    ],
)
def test_a_name_is_the_same_in_every_order(code: str, whole: str, turned: str, key: bytes) -> None:
    (first, second), _ = new_of(code, f"[{whole}|PATIENT] x [{turned}|PATIENT]", key)
    if code == "ja":
        assert "".join(first.split()) == second
    else:
        assert set(folded_words(second)) <= set(folded_words(first)) | {"de", "van"}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "name", "letters"),
    [
        ("nl", "Minke Hofstra-van Duinen", "MHvD"),
        ("nl", "Bram van der Laan", "BvdL"),
        ("es", "C. Vilanova Prat", "CVP"),
        ("en", "Fiona M Kynoch", "F.M.K."),
    ],
)
def test_initials_are_those_of_the_new_name_made_alike(code: str, name: str, letters: str, key: bytes) -> None:
    (new, initials), _ = new_of(code, f"[{name}|CLINICIAN] x\n[{letters}|INITIALS]", key)
    firsts = iter(word[0] for word in folded_words(new))
    assert all(fold(char) in firsts for char in initials if char.isalpha()), (new, initials)
    assert initials.count(".") == (len(folded_words(new)) if "." in letters else 0)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "whole", "called"),
    [
        ("de", "Ursula Kaczmarek", "Uschi Kaczmarek"),
        ("en", "Oluwatobi Adeyemi", "Tobi Adeyemi"),
        ("es", "Ignacio Etxeberria Goikoetxea", "Iñaki Etxeberria"),
        ("it", "Domenico Minniti", "Mimmo Minniti"),
        ("it", "Imma Quaranta", "Quaranta Immacolata"),
    ],
)
def test_a_pet_form_is_the_same_alone_and_beside_the_family_name(
    code: str, whole: str, called: str, key: bytes
) -> None:
    """The one beside the family name is told to be a pet form by the whole name, the one alone by the other."""
    pet = next(word for word in called.split() if word not in whole)
    (_, beside, alone), _ = new_of(code, f"[{whole}|RELATIVE] x [{called}|RELATIVE] x [{pet}|RELATIVE]", key)
    assert alone in beside.split()
