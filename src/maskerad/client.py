"""A client of the service, typed, for programs on other machines. Needs ``httpx`` (the extra ``service``).

Example:
    >>> from maskerad.client import Client
    >>> with Client("http://127.0.0.1:8300") as client:  # doctest: +SKIP
    ...     print(client.deidentify("Dr Hargreaves, tel. 802-555-0143", language="en").text)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any

import httpx

from maskerad.core.errors import ServiceError
from maskerad.web.service.answers import ServiceDocument, ServiceSpan

__all__ = ["Client", "ServiceDocument", "ServiceSpan"]

TIMEOUT_S = 60.0
PARCEL_ROWS, PARCEL_BYTES = 200, 1_000_000
_NDJSON = {"Content-Type": "application/x-ndjson"}


class Client:
    """Asks a service. One client may be used for any number of requests, by one thread.

    Args:
        url: Where it listens, ``http://127.0.0.1:8300``.
        token: Bearer token, where it wants one.
        timeout_s: Seconds to wait for an answer.
        transport: Of httpx, for tests and proxies.
    """

    def __init__(
        self, url: str, token: str = "", timeout_s: float = TIMEOUT_S, transport: httpx.BaseTransport | None = None
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=url, headers=headers, timeout=timeout_s, transport=transport, trust_env=transport is None
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def languages(self) -> list[str]:
        """Codes of the languages of the service."""
        return [row["code"] for row in self._answered("GET", "/v1/languages")]

    def detect(self, text: str, *, record: str = "", language: str = "") -> ServiceDocument:
        """What identifies somebody in a text.

        Raises:
            ServiceError: If the service refused, or cannot be reached.
        """
        body = {"text": text, "record": record, "language": language}
        return _document(self._answered("POST", "/v1/detect", body)["documents"][0])

    def deidentify(
        self, text: str, *, record: str = "", language: str = "", strategies: Mapping[str, str] | None = None
    ) -> ServiceDocument:
        """A safe text; texts of one record share names and the shift of dates, whenever they are sent.

        Raises:
            ServiceError: If the service refused, or cannot be reached.
        """
        body = {"text": text, "record": record, "language": language, "strategies": dict(strategies or {})}
        return _document(self._answered("POST", "/v1/deidentify", body)["documents"][0])

    def deidentify_record(
        self, texts: Iterable[str], *, record: str = "", language: str = "", strategies: Mapping[str, str] | None = None
    ) -> list[ServiceDocument]:
        """The same for all documents of a record together: a name found in one is found in all.

        Raises:
            ServiceError: If the service refused, or cannot be reached.
        """
        documents = [{"text": text} for text in texts]
        body = {"documents": documents, "record": record, "language": language, "strategies": dict(strategies or {})}
        return [_document(row) for row in self._answered("POST", "/v1/deidentify", body)["documents"]]

    def batch(self, rows: Iterable[Mapping[str, str]], *, language: str = "") -> Iterator[ServiceDocument]:
        """Any number of rows with ``text``, and ``id``, ``record``, ``language`` where there are any; in their order.

        They are sent a few hundred at a time, and neighbours of one record together.

        Raises:
            ServiceError: If the service refused, or cannot be reached.
        """
        for lines in _parcels(rows):
            response = self._sent("POST", "/v1/batch", params={"language": language}, content=lines, headers=_NDJSON)
            yield from (_document(json.loads(line)) for line in response.text.splitlines())

    def _answered(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        return self._sent(method, path, json=body).json()

    def _sent(self, method: str, path: str, **content: Any) -> httpx.Response:
        try:
            response = self._http.request(method, path, **content)
        except httpx.HTTPError as error:
            raise _unreached(error) from None
        if response.is_error:
            raise _error(response)
        return response


def _parcels(rows: Iterable[Mapping[str, str]]) -> Iterator[bytes]:
    """Rows as lines, a few hundred together; a record is not parted unless it is very long."""
    lines: list[bytes] = []
    n_bytes, last = 0, ""
    for row in rows:
        record = row.get("record", "")
        is_full = len(lines) >= PARCEL_ROWS or n_bytes >= PARCEL_BYTES
        if lines and is_full and (not record or record != last or n_bytes >= 4 * PARCEL_BYTES):
            yield b"".join(lines)
            lines, n_bytes = [], 0
        lines.append(json.dumps(dict(row), ensure_ascii=False).encode() + b"\n")
        n_bytes, last = n_bytes + len(lines[-1]), record
    if lines:
        yield b"".join(lines)


def _document(row: Mapping[str, Any]) -> ServiceDocument:
    spans = tuple(ServiceSpan(**span) for span in row["spans"])
    return ServiceDocument(**{**row, "spans": spans})


def _error(response: httpx.Response) -> ServiceError:
    try:
        error = response.json()
        code, message = str(error["code"]), str(error["message"])
    except (ValueError, KeyError, TypeError):
        code, message = "", "an answer that is none of the service's"
    after = response.headers.get("retry-after", "")
    return ServiceError(response.status_code, code, message, float(after) if after.isdigit() else None)


def _unreached(error: httpx.HTTPError) -> ServiceError:
    return ServiceError(0, "", f"the service was not reached ({type(error).__name__})")
