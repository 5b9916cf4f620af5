"""The service as its own description says it is: generated requests, right and wrong, find no fault of the server."""

from __future__ import annotations

import json

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks
from tests.patience import PATIENCE_S
from tests.web.service.conftest import PLAN

from maskerad.web.service.access import Bounds
from maskerad.web.service.app import make_app

SCHEMA = schemathesis.openapi.from_dict(make_app(PLAN, Bounds()).openapi())


@schemathesis.serializer("application/x-ndjson")
def _line(context: object, value: object) -> bytes:
    """One line of a stream."""
    return json.dumps(value).encode() + b"\n"


HELD = (
    checks.not_a_server_error,
    schemathesis.specs.openapi.checks.status_code_conformance,
    schemathesis.specs.openapi.checks.content_type_conformance,
    schemathesis.specs.openapi.checks.response_schema_conformance,
)


@SCHEMA.parametrize()
@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
def test_answers_as_described(case: schemathesis.Case, address: str) -> None:
    case.call_and_validate(base_url=address, timeout=PATIENCE_S, checks=HELD)
