"""A layer of a project into any format of the house, with a report of what that could not express."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from maskerad.core.errors import MissingError
from maskerad.corpora import AnnotatedDocument, Destination, FormatOptions, LossReport, open_writer
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.store.layers import ADJUDICATED, IMPORTED, OWN_LAYERS, is_opened, read_marks
from maskerad.web.workspace.store.tables import versions
from maskerad.web.workspace.store.texts import StoredRecord, read_record, record_numbers


def layer_names(connection: Connection) -> list[str]:
    """Layers that hold decisions: those of the annotators, the adjudicated and the imported one."""
    layers = set(connection.execute(select(versions.c.layer).distinct()).scalars())
    return sorted(layers - set(OWN_LAYERS)) + [layer for layer in (ADJUDICATED, IMPORTED) if layer in layers]


def chosen_layer(connection: Connection, named: str) -> str:
    """The layer to export: the one that is named, else the adjudicated one, else the only one.

    Raises:
        MissingError: If there is none, or several and none is named; lists them.
    """
    layers = layer_names(connection)
    if named:
        if named not in layers:
            raise MissingError(f"no layer {named!r}; there are: {', '.join(layers) or 'none yet'}")
        return named
    if ADJUDICATED in layers:
        return ADJUDICATED
    own = [layer for layer in layers if layer != IMPORTED] or layers
    if len(own) != 1:
        raise MissingError(f"name the layer to export: {', '.join(own) or 'there is none yet'}")
    return own[0]


def exported_documents(
    project: Project, layer: str, wanted: frozenset[int] | None = None
) -> Iterator[AnnotatedDocument]:
    """The documents of a project with the decisions of a layer, record by record.

    Args:
        project: What is exported.
        layer: Whose decisions.
        wanted: Numbers of the documents that may leave; None for all.
    """
    with project.database.reading() as connection:
        numbers = record_numbers(connection)
    for number in numbers:
        with project.database.reading() as connection:
            record = read_record(connection, number)
            yield from _of_record(connection, record, layer, wanted)


def unopened(project: Project, layer: str = "") -> int:
    """How many documents nobody has opened in a layer: no decision there says nothing about who is in them.

    Raises:
        MissingError: If the layer is not told.
    """
    with project.database.reading() as connection:
        chosen = chosen_layer(connection, layer)
    return sum(not document.is_annotated for document in exported_documents(project, chosen))


def export(
    project: Project,
    target: Destination,
    layer: str = "",
    format_name: str = "",
    options: FormatOptions | None = None,
    wanted: frozenset[int] | None = None,
) -> LossReport:
    """Writes a layer; the target appears whole or not at all.

    Raises:
        MissingError: If the layer is not told.
        MaskeradError: If the target cannot be written, or the format cannot hold a document.
    """
    with project.database.reading() as connection:
        layer = chosen_layer(connection, layer)
    losses = target.losses
    with open_writer(target, options or FormatOptions(scheme=project.scheme.name), format_name=format_name) as writer:
        for item in exported_documents(project, layer, wanted):
            writer.write(item.document, item.spans)
    return losses


def _of_record(
    connection: Connection, record: StoredRecord, layer: str, wanted: frozenset[int] | None
) -> Iterator[AnnotatedDocument]:
    marks = list(read_marks(connection, layer, record.texts).values())
    for document in record.documents:
        if wanted is None or document.id in wanted:
            spans = sorted(mark.as_span() for mark in marks if mark.document == document.id and mark.is_human)
            is_annotated = is_opened(connection, layer, [document.id])
            yield AnnotatedDocument(document.as_document(record.name), tuple(spans), is_annotated)
