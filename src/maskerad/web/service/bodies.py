"""The JSON that comes and goes. Examples stand in the OpenAPI page, and are run by the tests."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator

from maskerad.web.service.answers import ServiceDocument
from maskerad.web.service.jobs import Job, Text

TEXTS_MAX = 1_000  # documents of one record in one request


def _whole(text: str) -> str:
    """Refuses half a character: it can be said in JSON, and written nowhere."""
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("a lone surrogate")
    return text


Prose = Annotated[str, AfterValidator(_whole)]
Id = Annotated[Prose, StringConstraints(max_length=200)]
Code = Annotated[Prose, StringConstraints(max_length=20)]
Word = Annotated[Prose, StringConstraints(max_length=500)]

_EXAMPLE: dict[str, JsonValue] = {
    "record": "patient-17",
    "documents": [{"id": "note-1", "text": "Dr Hargreaves saw Susan Whitfield, tel. 802-555-0143."}],
    "language": "en",
}


class Shape(BaseModel):
    """A body: unknown fields are errors, so that a misspelt option is not passed over."""

    model_config = ConfigDict(extra="forbid")


class DocumentIn(Shape):
    """One text of a record."""

    id: Id = ""
    text: Prose
    language: Code = ""


class DetectIn(Shape):
    """What is to be looked through: one ``text``, or the ``documents`` of one record."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_EXAMPLE]})

    text: Prose | None = None
    documents: list[DocumentIn] = Field(default_factory=list, max_length=TEXTS_MAX)
    record: Id = Field("", description="Id of the patient or session: the same id, the same new names and shift.")
    language: Code = Field("", description="Code of one of the service's languages; left out, the text tells.")
    known: list[dict[Code, Word]] = Field(
        default_factory=list, max_length=100, description="What is known of the record: rows of given, family, ids …"
    )
    scheme: Code = Field("core", description="Label scheme of the spans in the answer.")

    @model_validator(mode="after")
    def _one_of_both(self) -> DetectIn:
        if (self.text is None) == (not self.documents):
            raise ValueError("give either text or documents")
        return self

    def texts(self) -> tuple[Text, ...]:
        """The documents, whichever way they were given."""
        if self.text is not None:
            return (Text("text", self.text),)
        return tuple(
            Text(document.id or f"text-{number}", document.text, document.language)
            for number, document in enumerate(self.documents)
        )

    def job(self, kind: str) -> Job:
        """What a worker is asked."""
        return Job(kind, self.texts(), self.record, self.language, known=tuple(self.known), scheme=self.scheme)


class DeidentifyIn(DetectIn):
    """What is to be de-identified, and how."""

    strategies: dict[Code, Word] = Field(default_factory=dict, max_length=100, examples=[{"PERSON": "indexed"}])
    scopes: dict[Code, Word] = Field(default_factory=dict, max_length=100)

    def job(self, kind: str) -> Job:
        """What a worker is asked."""
        strategies, scopes = tuple(sorted(self.strategies.items())), tuple(sorted(self.scopes.items()))
        return Job(kind, self.texts(), self.record, self.language, strategies, scopes, tuple(self.known), self.scheme)


class AnswerOut(BaseModel):
    """The answer to a request: a row a document, in their order."""

    record: str
    documents: list[ServiceDocument]


class LanguageOut(BaseModel):
    """A language of the service."""

    code: str
    name: str


class FaultOut(BaseModel):
    """What is wrong, without any text of a record."""

    code: str
    message: str
