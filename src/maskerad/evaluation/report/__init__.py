"""An evaluation for people and for programs: Markdown or plain tables, JSON, one HTML page."""

from maskerad.evaluation.report.machine import to_json
from maskerad.evaluation.report.page import to_html
from maskerad.evaluation.report.tables import to_markdown, to_plain

__all__ = ["to_html", "to_json", "to_markdown", "to_plain"]
