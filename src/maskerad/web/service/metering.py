"""Counts for Prometheus: requests, texts, spans by label, outcomes. Never a text, an id or an address."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from maskerad.web.service.answers import ServiceDocument
from maskerad.web.service.jobs import Job, Refused
from maskerad.web.service.workers import Workers

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metering:
    """The counters of one service."""

    def __init__(self, workers: Workers) -> None:
        self._registry = CollectorRegistry()
        self._requests = self._counter("requests", "Requests by route and status.", "route", "status")
        self._documents = self._counter("documents", "Documents by what came of them.", "status")
        self._characters = self._counter("characters", "Code points of documents that came in.")
        self._spans = self._counter("spans", "Spans by label.", "label")
        self._quarantined = self._counter("quarantined", "Quarantined documents by stage and code.", "stage", "code")
        self._seconds = Histogram(
            "maskerad_request_seconds", "Seconds to answer.", ["route"], buckets=SECONDS, registry=self._registry
        )
        for name, text, work in (
            ("waiting", "Jobs that wait for a worker.", lambda: workers.n_waiting),
            ("working", "Jobs in work.", lambda: workers.n_working),
            ("workers_replaced", "Worker processes that died or were ended.", lambda: workers.n_replaced),
        ):
            Gauge(f"maskerad_{name}", text, registry=self._registry).set_function(work)

    def request(self, route: str, status: int, seconds: float) -> None:
        """Counts a request by the template of its route: a path that does not exist has none."""
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def answer(self, job: Job, answer: list[ServiceDocument] | Refused) -> None:
        """Counts what came of a job."""
        self._characters.inc(job.n_chars)
        if isinstance(answer, Refused):
            self._documents.labels("refused").inc(len(job.texts))
            return
        for document in answer:
            self._documents.labels(document.status).inc()
            if document.status == "quarantined":
                self._quarantined.labels(document.stage, document.code).inc()
            for span in document.spans:
                self._spans.labels(span.label).inc()

    def page(self) -> bytes:
        """All counters, as Prometheus reads them."""
        return generate_latest(self._registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"maskerad_{name}", text, labels, registry=self._registry)
