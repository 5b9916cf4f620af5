"""Every error Maskerad raises on purpose.

    MaskeradError
    ├── InputError            E1xx   what came in cannot be taken
    │   ├── EncodingError     E101   bytes that are not in the stated encoding
    │   ├── FormatError       E102   a file that is not in the stated format
    │   ├── MissingError      E103   a file, folder or column that is not there
    │   ├── RestoreError      E104   a text that a vault cannot give back
    │   ├── LimitError        E105   a record that asks for more than it may
    │   └── ForeignLinesError E106   documents with lines in a language that nobody asked for
    ├── SpanError             E2xx   offsets that cannot be right
    │   ├── BoundsError       E201   outside the text, or empty
    │   └── OverlapError      E202   two spans share a character
    ├── LabelError            E301   a label outside the scheme
    ├── ConfigError           E4xx   a setting that is not allowed
    │   ├── UnknownNameError  E401   no such language, scheme, recogniser, strategy …
    │   ├── ExtraError        E402   an optional part is not installed
    │   ├── ModelError        E403   a model folder that is broken, changed, or of another version
    │   └── PluginError       E404   a recogniser of an installed package that cannot be made
    ├── ReleaseError          E5xx   a record that must not leave
    │   ├── LeakError         E501   an original stands in the new text
    │   ├── SurrogateError    E502   no surrogate could be found
    │   └── RecogniserError   E503   a recogniser of an installed package failed
    ├── VaultError            E6xx   a vault that cannot be read or written
    │   ├── VaultKeyError     E601   a key that is not the vault's
    │   └── TamperError       E602   a vault that something else has changed
    ├── RunError              E7xx   a run that failed by no fault of its input
    │   ├── BalanceError      E701   what came out, was quarantined or left out is not what came in
    │   ├── WorkerError       E702   a worker process died
    │   ├── ServiceError      E703   a service that did not do what it was asked
    │   └── DatabaseError     E704   a database that cannot be read or written
    └── WorkspaceError        E8xx   an annotation project that cannot do what is asked
        ├── StaleError        E801   somebody saw an older state than the one there is
        ├── StoreError        E802   the database of a project cannot be read or written
        ├── RefusedError      E803   this user may not do that
        └── GateError         E804   a stage cannot be finished, or a document not released, as it is

A message says what was wrong, where (id, offsets, label) and what is allowed. It never holds text of a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class MaskeradError(Exception):
    """Root of the tree. ``code`` is stable over versions; the message is for people."""

    code = "E000"

    def __str__(self) -> str:
        return f"[{self.code}] {super().__str__()}"


class InputError(MaskeradError):
    """What came in cannot be taken."""

    code = "E100"


class EncodingError(InputError):
    """Bytes that are not in the stated encoding."""

    code = "E101"


class FormatError(InputError):
    """A file that is not in the stated format."""

    code = "E102"


class MissingError(InputError):
    """A file, folder or column that is not there."""

    code = "E103"


class RestoreError(InputError):
    """A text that a vault cannot give back: not kept there, or kept in two ways, or its entry was changed."""

    code = "E104"


class LimitError(InputError):
    """A record that asks for more than it may: characters, time or memory."""

    code = "E105"


class ForeignLinesError(InputError):
    """Documents with lines in a language that is not configured, where these are quarantined.

    Attributes:
        reasons: Id of each such document to what is wrong with it.
    """

    code = "E106"

    def __init__(self, reasons: Mapping[str, str]) -> None:
        self.reasons = reasons
        document, reason = next(iter(reasons.items()))
        super().__init__(f"document {document!r}: {reason}")


class SpanError(MaskeradError):
    """Offsets that cannot be right."""

    code = "E200"


class BoundsError(SpanError):
    """A span outside its text, or an empty one."""

    code = "E201"


class OverlapError(SpanError):
    """Two spans share a character where none may."""

    code = "E202"


class LabelError(MaskeradError):
    """A label outside the scheme."""

    code = "E301"


class ConfigError(MaskeradError):
    """A setting that is not allowed."""

    code = "E400"


class UnknownNameError(ConfigError):
    """No such language, scheme, recogniser, strategy or format."""

    code = "E401"

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        super().__init__(f"unknown {kind} {name!r}{did_you_mean(name, names)}; known: {', '.join(names)}")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """What a message adds when a name is nearly one that is known, "" otherwise.

    Example:
        >>> did_you_mean("scroe", ["score", "label"]), did_you_mean("zebra", ["score", "label"])
        ("; did you mean 'score'?", '')
    """
    from difflib import get_close_matches  # only an error needs it

    spelt = {name.casefold(): name for name in known}
    near = get_close_matches(name.casefold(), spelt, n=1)
    return f"; did you mean {spelt[near[0]]!r}?" if near else ""


class ExtraError(ConfigError):
    """An optional part is not installed."""

    code = "E402"

    def __init__(self, extra: str, what: str) -> None:
        super().__init__(f"{what} needs the optional part {extra!r}: pip install 'maskerad[{extra}]'")


class ModelError(ConfigError):
    """A model folder that is broken, changed, of another version, or of another kind than asked for."""

    code = "E403"


class PluginError(ConfigError):
    """A recogniser of an installed package that cannot be made; its own words may hold text and are not repeated."""

    code = "E404"

    def __init__(self, name: str, error: BaseException) -> None:
        super().__init__(f"recogniser {name!r}: cannot be made ({type(error).__name__})")


class ReleaseError(MaskeradError):
    """A record that must not leave."""

    code = "E500"


class LeakError(ReleaseError):
    """An original identifier stands in the new text."""

    code = "E501"


class SurrogateError(ReleaseError):
    """No surrogate could be found for a mention."""

    code = "E502"


class RecogniserError(ReleaseError):
    """A recogniser of an installed package failed. Its own words, which may hold text, are not repeated."""

    code = "E503"

    def __init__(self, name: str, error: BaseException) -> None:
        super().__init__(f"recogniser {name!r} failed ({type(error).__name__})")


class VaultError(MaskeradError):
    """A vault that cannot be read or written; work that needs it stops."""

    code = "E600"


class VaultKeyError(VaultError):
    """A key that is not the vault's."""

    code = "E601"


class TamperError(VaultError):
    """A vault that something else has changed, or that is damaged."""

    code = "E602"


class RunError(MaskeradError):
    """A run that failed by no fault of its input; nothing of it appears."""

    code = "E700"


class BalanceError(RunError):
    """What came out, was quarantined or left out is not what came in."""

    code = "E701"


class WorkerError(RunError):
    """A worker process died."""

    code = "E702"


class DatabaseError(RunError):
    """A database that cannot be read or written; shows neither its address, nor a statement or value."""

    code = "E704"


class ServiceError(RunError):
    """A service did not do what it was asked.

    Attributes:
        status: HTTP status; 0 when it could not be reached.
        service_code: Code of the error as the service told it.
        retry_after_s: Seconds after which it may be asked again, where it said so.
    """

    code = "E703"

    def __init__(self, status: int, service_code: str, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(f"{status or 'no answer'}: {message}")
        self.status, self.service_code, self.retry_after_s = status, service_code, retry_after_s


class WorkspaceError(MaskeradError):
    """An annotation project that cannot do what is asked."""

    code = "E800"


class StaleError(WorkspaceError):
    """Somebody saw an older state than the one there is; nothing was changed."""

    code = "E801"


class StoreError(WorkspaceError):
    """The database of a project cannot be read or written."""

    code = "E802"


class RefusedError(WorkspaceError):
    """This user may not do that."""

    code = "E803"


class GateError(WorkspaceError):
    """A stage cannot be finished, or a document not released, as it is."""

    code = "E804"
