"""How a corpus is read: the same options, with the same defaults, at every command that reads one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, ParamSpec, get_type_hints

import typer

from maskerad.corpora import FormatOptions

P = ParamSpec("P")
READING = FormatOptions()
_NAME = "reading"
_OPTIONS = {
    "text_column": (
        "",
        "Column or field that holds the text; text when not named. In JSON also a path: messages[].text.",
    ),
    "id_column": ("", "Column or field of the document id; id when not named."),
    "record_column": ("", "Column or field of the patient or session; record when not named."),
    "encoding": (READING.encoding, "Of the files that are read and written."),
}


def with_reading(command: Callable[P, None]) -> Callable[P, None]:
    """A command that takes those options in place of its argument ``reading``, which is made of them."""
    hints = get_type_hints(command, include_extras=True)

    @wraps(command)
    def told(*args: Any, **options: Any) -> None:
        chosen = {name: options.pop(name) for name in _OPTIONS}
        command(*args, **options, **{_NAME: FormatOptions(**chosen)})  # type: ignore[arg-type]

    parameters: list[Parameter] = []
    for parameter in signature(command).parameters.values():
        parameters += (
            _parameters() if parameter.name == _NAME else [parameter.replace(annotation=hints[parameter.name])]
        )
    told.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    told.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return told


def _parameters() -> list[Parameter]:
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return [
        Parameter(name, kind, default=default, annotation=Annotated[str, typer.Option(help=text)])
        for name, (default, text) in _OPTIONS.items()
    ]
