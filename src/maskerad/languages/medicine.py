"""What a language says in medicine that looks like an identifier: ``data/<code>/veto.toml`` and five word lists.

Each key of the file is the name of a field of ``MedicalCues`` and holds an array of strings; the shared file, that of
the language and that of a project folder add up. The lists are those of ``TERM_LISTS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import regex

from maskerad.core.errors import FormatError
from maskerad.languages.pack import LanguagePack
from maskerad.languages.shape import shape_problems
from maskerad.languages.toml_file import TomlFile

FILE = "veto.toml"
MEASURES = ("analytes", "scores")  # their names stand before a value
# Before a value; what is somebody's name besides counts only as written there ("TA", which is a name).
AS_WRITTEN = frozenset({"count_before", "duration_before", "fraction_before", "over_before"})
TERM_LISTS = ("medicines", *MEASURES, "devices", "headings")


@dataclass(frozen=True)
class MedicalCues:
    """Words beside a candidate that tell medicine; lower case, but for the patterns and ``AS_WRITTEN``.

    Attributes:
        bore_near: Measured in French sizes or gauge: "Foley 16F", "28F ICC".
        clock_before: Before a time of day in four digits, where a note tells times so: "given 2000".
        count_before: Before a count or size: "fundus 27".
        device_before, device_behind: Things that are called by their make: "coussin Jay", "Jay cushion".
        duration_before, duration_behind: Beside a stretch of time that is nobody's age: "rökt 10 år".
        ending: Of words that are medicines or things, whatever stands before: "-mab", "-förband".
        eponym_before: Before the name of a method: "enligt Hartmann".
        form: Regular expressions, verbose, of whole candidates that are no identifiers: "E4V3M6", "2dd".
        fraction_before, fraction_behind: Beside n/m that is no date: "kraft 4/5".
        grading_town: Towns after which a grading is called: "Vienna 4.3".
        hours_before: Before hours at which somebody can be reached: "tel.tid 8-9".
        ordinal_behind: Things that are counted by ordinals, which are no days then: "3rd and 4th fingers".
        over_before, over_behind: Beside n/7, n/12 and n/52, which are days, months and weeks: "cough 3/7".
        portion_near: In a sentence that tells how much of a meal, a plate or a dressing: "äter 3/4".
        side: May stand between such a word and its value: "vä", "left".
        unit: Behind a number.
        week: Weeks are called so.
        week_near: In a sentence where weeks are counted and not those of the calendar: "gravid", "postop".
    """

    bore_near: tuple[str, ...] = ()
    clock_before: tuple[str, ...] = ()
    count_before: tuple[str, ...] = ()
    device_before: tuple[str, ...] = ()
    device_behind: tuple[str, ...] = ()
    duration_before: tuple[str, ...] = ()
    duration_behind: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()
    eponym_before: tuple[str, ...] = ()
    form: tuple[str, ...] = ()
    fraction_before: tuple[str, ...] = ()
    fraction_behind: tuple[str, ...] = ()
    grading_town: tuple[str, ...] = ()
    hours_before: tuple[str, ...] = ()
    ordinal_behind: tuple[str, ...] = ()
    over_before: tuple[str, ...] = ()
    over_behind: tuple[str, ...] = ()
    portion_near: tuple[str, ...] = ()
    side: tuple[str, ...] = ()
    unit: tuple[str, ...] = ()
    week: tuple[str, ...] = ()
    week_near: tuple[str, ...] = ()


KEYS = tuple(field.name for field in fields(MedicalCues))


def load_medical_cues(pack: LanguagePack) -> MedicalCues:
    """The cues of a language, those of all its folders together.

    Raises:
        FormatError: If a file is not TOML, holds anything but arrays of strings under the known names, or a pattern
            that is none; names file and key.
    """
    cues: dict[str, dict[str, None]] = {key: {} for key in KEYS}
    for path in (folder / FILE for folder in pack.folders):
        if path.is_file():
            for key, entries in _read(TomlFile.read(path)).items():
                cues[key].update(dict.fromkeys(entries))
    return MedicalCues(**{key: tuple(entries) for key, entries in cues.items()})


def _read(file: TomlFile) -> Mapping[str, tuple[str, ...]]:
    problems = shape_problems(file, "veto")
    if problems:
        raise FormatError(str(problems[0]))
    read = {
        key: tuple(entry.strip() for entry in value) for key, value in file.table.items() if isinstance(value, list)
    }
    for key, entries in read.items():
        if not all(entries):
            raise FormatError(f"{file.name}: {key} must be an array of strings that are not blank")
    for pattern in read.get("form", ()):
        try:
            regex.compile(pattern, regex.VERBOSE)
        except regex.error as error:
            raise FormatError(f"{file.name}: form holds what is no regular expression: {error}") from None
    return {
        key: entries if key == "form" or key in AS_WRITTEN else tuple(map(str.lower, entries))
        for key, entries in read.items()
    }
