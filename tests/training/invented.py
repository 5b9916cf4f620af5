"""Invented notes for quick training: the same few templates with other names and towns."""

from __future__ import annotations

import random

from maskerad.core.document import Document
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument

_NAMES = ("Lorena", "Iker", "Maite", "Olalla", "Jacinto", "Berta", "Quim", "Nuria")
_FAMILIES = ("Zubiri", "Cortezo", "Llamosas", "Vidaurre", "Pedrosa", "Armenteros")
_TOWNS = ("Teruel", "Soria", "Lugo", "Cuenca", "Mieres", "Tudela")
_ILLS = ("una tos seca", "fiebre alta", "dolor en la rodilla", "vértigo al levantarse")


def invented_notes(n_documents: int, seed: int = 1) -> list[AnnotatedDocument]:
    """Notes with names, towns and dates in the labels of MEDDOCAN."""
    draw = random.Random(seed)
    return [_note(f"{seed}-{number}", draw) for number in range(n_documents)]


def _note(name: str, draw: random.Random) -> AnnotatedDocument:
    text, spans = "", []
    person = f"{draw.choice(_NAMES)} {draw.choice(_FAMILIES)}"
    town, day = draw.choice(_TOWNS), f"{draw.randint(1, 28)}/{draw.randint(1, 12)}/{draw.randint(1990, 2020)}"
    pieces = (
        ("Nombre: ", person, "NOMBRE_SUJETO_ASISTENCIA"),
        (f".\nEdad y sexo: {draw.randint(20, 90)}, no consta.\nLocalidad: ", town, "TERRITORIO"),
        (".\nFecha de ingreso: ", day, "FECHAS"),
        (f".\nRefiere {draw.choice(_ILLS)} desde hace {draw.randint(2, 9)} semanas; vive en ", town, "TERRITORIO"),
        (f" y toma {draw.randint(1, 4)} comprimidos al día. Pulso {draw.randint(60, 99)}.\n", "", ""),
    )
    for before, inside, label in pieces:
        text += before
        if inside:
            spans.append(Span(len(text), len(text) + len(inside), label))
        text += inside
    return AnnotatedDocument(Document(name, text, "es"), tuple(spans))
