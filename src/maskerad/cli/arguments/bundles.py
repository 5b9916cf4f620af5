"""Options that go together: a command asks for what is made of them, and takes each of them on the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Protocol, get_type_hints, runtime_checkable


@runtime_checkable
class Bundle(Protocol):
    """A frozen dataclass whose fields are options, with their defaults."""

    def made(self) -> object:
        """What the command gets."""


def bundled(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes the options of its bundles, in the places of the parameters that are made of them.

    Args:
        command: A parameter ``reading: Annotated[FormatOptions, ReadingOptions]`` gets ``ReadingOptions(...).made()``.
    """
    hints = get_type_hints(command, include_extras=True)
    bundles = {name: bundle for name, hint in hints.items() if (bundle := _bundle_of(hint)) is not None}

    @wraps(command)
    def called(**options: Any) -> None:
        for name, bundle in bundles.items():
            own = {option.name: options.pop(option.name) for option in fields(bundle)}  # type: ignore[arg-type]  # a bundle is a dataclass
            options[name] = bundle(**own).made()
        command(**options)

    parameters: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        kept = parameter.replace(annotation=hints[name], kind=Parameter.KEYWORD_ONLY)
        parameters += _options_of(bundles[name]) if name in bundles else [kept]
    called.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]  # inspect.signature reads it
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return called


def _bundle_of(hint: object) -> type[Bundle] | None:
    said = getattr(hint, "__metadata__", ())
    return next((bundle for bundle in said if isinstance(bundle, type) and issubclass(bundle, Bundle)), None)


def _options_of(bundle: type[Bundle]) -> list[Parameter]:
    hints = get_type_hints(bundle, include_extras=True)
    kind = Parameter.KEYWORD_ONLY
    return [
        Parameter(option.name, kind, default=option.default, annotation=hints[option.name])
        for option in fields(bundle)  # type: ignore[arg-type]  # a bundle is a dataclass
    ]
