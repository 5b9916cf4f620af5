"""What a surrogate is asked for: one mention, and what is known of its record."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol, TypeVar

from maskerad.core.entity import Entity, Mention
from maskerad.core.errors import SurrogateError
from maskerad.core.keyed import Keyed
from maskerad.core.schemes import load_scheme
from maskerad.languages import LanguagePack
from maskerad.surrogates.shift import BY_WEEKS, DateShift
from maskerad.text.folding import fold, folded_words
from maskerad.text.writable import can_write

T = TypeVar("T")
Propose = Callable[[str, int], str | None]

ATTEMPTS_MAX = 200
CORPUS = "\0corpus"  # the scope of what agrees over everything that is done with a key
_MISSING = object()
MENTION_CHARS_MAX = 200  # a longer mention gets no surrogate: no name, address or number is so long


class Original(NamedTuple):
    """One mention of a record. Its text stays out of ``repr``.

    Attributes:
        text: As written.
        label: Of the core scheme.
        pack: Language of its document.
        key: What is the same for all mentions of its entity; the folded text when not linked.
        gender: "female", "male" or "" when neither text nor name tells.
        written: Day of its document, if known.
        entity: What linking tells of its entity: names, role, kinship and whose; None when not linked.
        mention: How it is written beside the entity's fullest form: part of the name, nickname, misspelt by how much.
        before: The end of the text before it, whose preposition and article its surrogate agrees with.
        after: The beginning of the text after it.
        beside: (label, text) of the other parts of the address it stands in.
        is_birth: Whether it is a date on which somebody was born.
    """

    text: str
    label: str
    pack: LanguagePack
    key: str = ""
    gender: str = ""
    written: date | None = None
    entity: Entity | None = None
    mention: Mention | None = None
    before: str = ""
    after: str = ""
    beside: tuple[tuple[str, str], ...] = ()
    is_birth: bool = False

    def __repr__(self) -> str:
        return f"Original(label={self.label!r}, gender={self.gender!r}, mention={self.mention!r})"

    @property
    def role(self) -> str:
        """PATIENT, RELATIVE, CLINICIAN or OTHER_PERSON; "" when no mention of the entity tells."""
        return self.entity.role if self.entity else ""

    @property
    def kinship(self) -> str:
        """Canonical English word, "" for none."""
        return self.entity.kinship if self.entity else ""

    @property
    def is_misspelt(self) -> bool:
        """Whether it differs from the entity's names by typing errors."""
        return self.mention is not None and self.mention.distance > 0


@dataclass(frozen=True)
class RecordContext:
    """All mentions of one record: the ground on which its surrogates agree.

    Everything worked out from the mentions depends on which there are, never on their order.

    Attributes:
        scope: Surrogates are consistent within it and unrelated to those of others: the id of the record, unless a
            wider or narrower scope was asked for.
        keyed: The choices of the project's key.
        originals: The mentions in the scope; those too long to have a surrogate are left out.
        root: The context of the whole record, when this is another one of the same record.
        by_label: Contexts in which labels have their surrogates, where that is not this one.
        shift: How dates move.
        codec: Encoding that the new texts are to be written in; no surrogate has a character that it lacks.
    """

    scope: str
    keyed: Keyed = field(repr=False)
    originals: tuple[Original, ...] = field(repr=False)
    root: RecordContext | None = field(default=None, repr=False)
    by_label: Mapping[str, RecordContext] = field(default_factory=dict, repr=False, compare=False)
    shift: DateShift = BY_WEEKS
    codec: str = "utf-8"
    _worked_out: dict[Hashable, object] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        short = tuple(original for original in self.originals if len(original.text) <= MENTION_CHARS_MAX)
        object.__setattr__(self, "originals", short)

    @property
    def base(self) -> RecordContext:
        """The context of the whole record: for what is read from a record, not chosen for it."""
        return self.root or self

    def context_of(self, label: str) -> RecordContext:
        """The context that the surrogates of a label agree on: a name in an address follows the person's."""
        return self.by_label.get(label, self)

    @cached_property
    def whole(self) -> frozenset[str]:
        """Folded mentions of the record."""
        if self.root is not None:
            return self.root.whole
        return frozenset(fold(original.text) for original in self.originals)

    @cached_property
    def taken(self) -> frozenset[str]:
        """Folded mentions, and the words of names in them: what no surrogate of this record may be."""
        if self.root is not None:
            return self.root.taken
        texts: dict[LanguagePack, list[str]] = {}
        for original in self.originals:
            if _is_naming(original.label):
                texts.setdefault(original.pack, []).append(original.text)
        return self.whole.union(*(_name_words(" ".join(named), pack) for pack, named in texts.items()))

    def once(self, name: Hashable, work: Callable[[], T]) -> T:
        """The result of ``work``, which depends on this record alone and is done once under this name."""
        answer = self._worked_out.get(name, _MISSING)
        if answer is _MISSING:
            answer = self._worked_out[name] = work()
        return answer  # type: ignore[return-value]  # of the type that made it

    def view(self, kind: Callable[[RecordContext], T]) -> T:
        """What a family of surrogates knows of this record as a type of its own (its dates, its towns), made once."""
        return self.once(kind, lambda: kind(self))

    def keys(self, *labels: str) -> tuple[str, ...]:
        """Entity keys of all mentions under these labels, each once."""
        return tuple(sorted({entity_key(original) for original in self.originals if original.label in labels}))

    def is_free(self, surrogate: str) -> bool:
        """Whether neither a surrogate nor any word of it is an original of this record, and it can be written."""
        is_unused = fold(surrogate) not in self.taken and self.taken.isdisjoint(folded_words(surrogate))
        return is_unused and can_write(surrogate, self.codec)

    def distinct(self, label: str, keys: Iterable[str], propose: Propose) -> Mapping[str, str]:
        """A surrogate for every key; no two keys share one, and none is an original of the record.

        Keys are served in keyed order, which no order of documents or mentions can change. Each takes the first
        of its own proposals that is free; adding a key to the record leaves nearly all others as they were.

        Args:
            label: Keeps the choices of different kinds apart.
            keys: Entity keys.
            propose: Proposal number i for a key; an empty one is passed over, None ends the search.

        Returns:
            Key to surrogate; keys for which nothing free was proposed are missing.
        """
        served: dict[str, str] = {}
        used: set[str] = set()
        listed = list(keys)
        if len(listed) > 1:
            listed.sort(key=lambda key: self.keyed.digest("serve", self.scope, label, key))
        for key in listed:
            surrogate = self._first_free(key, propose, used)
            if surrogate:
                served[key] = surrogate
                used.add(fold(surrogate))
        return served

    def _first_free(self, key: str, propose: Propose, used: set[str]) -> str:
        for attempt in range(ATTEMPTS_MAX):
            proposal = propose(key, attempt)
            if proposal is None:
                break
            if proposal and fold(proposal) not in used and self.is_free(proposal):
                return proposal
        return ""


def _name_words(text: str, pack: LanguagePack) -> set[str]:
    """Words of mentions that name somebody or something, folded."""
    return {word for word in folded_words(text) if len(word) > 1} - _plain_words(pack)


@lru_cache(maxsize=256)
def _is_naming(label: str) -> bool:
    root = load_scheme("core").lineage(label)[-1]
    return root in ("PERSON", "LOCATION", "HOSPITAL", "ORGANIZATION") and label != "STREET"


@lru_cache(maxsize=32)
def _plain_words(pack: LanguagePack) -> frozenset[str]:
    """Words inside names that name nothing by themselves: particles and kinds of institution."""
    tables = (("particles", "names"), ("kind_words", "institutions"), ("kind_words", "organizations"))
    return frozenset(
        word for name, table in tables for text in pack.strings(name, table) for word in folded_words(text)
    )


def entity_key(original: Original) -> str:
    """The linked key of a mention, or its folded text."""
    return original.key or fold(" ".join(original.text.split()))


class Request(NamedTuple):
    """One mention that needs a surrogate, and its record."""

    original: Original
    record: RecordContext

    def __repr__(self) -> str:
        return f"Request({self.original!r})"

    @property
    def text(self) -> str:
        """The mention as written."""
        return self.original.text

    @property
    def pack(self) -> LanguagePack:
        """Language of the mention's document."""
        return self.original.pack

    @property
    def key(self) -> str:
        """What is the same for all mentions of the entity."""
        return entity_key(self.original)

    def refusal(self, why: str) -> SurrogateError:
        """The error to raise when no surrogate can be made; holds no text."""
        return SurrogateError(f"record {self.record.base.scope!r}, label {self.original.label}: {why}")


class SurrogateGenerator(Protocol):
    """Makes the surrogate of a mention; the result depends on the request alone."""

    def __call__(self, request: Request) -> str:
        """The new text.

        Raises:
            SurrogateError: If there is none; the caller then puts a placeholder.
        """
