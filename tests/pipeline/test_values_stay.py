"""A value, or a thing that somebody gave the name to, stays, also in a record of somebody who is called so."""

import maskerad


def released(code: str, text: str) -> str:
    return maskerad.load(code, model="none", key=bytes(32)).deidentify(text).text


def test_elements_before_their_value() -> None:
    new = released("es", "Analítica: Na 138, K 4, Ca 9, Li 1,1, Fe 40. Paciente: María Pilar Sanz Ortega.")
    assert "Na 138, K 4, Ca 9, Li 1,1, Fe 40" in new
    assert "Sanz" not in new


def test_thing_called_after_a_namesake_of_the_doctor() -> None:
    new = released("de", "Frau Dr. Huber hat den Port mit einer Huber-Nadel 20 mm angestochen. Frau Dr. Huber.")
    assert "Huber-Nadel 20 mm" in new
    assert "Dr. Huber" not in new


def test_name_before_an_age_is_no_element() -> None:
    assert "Na 45" not in released("fr", "Mme Na Kim a été vue. Na, 45 ans.")
