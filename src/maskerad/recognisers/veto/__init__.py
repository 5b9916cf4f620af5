"""What knows medicine: candidates that are a value, a dose, a medicine, a test or an eponym are none.

A veto judges one candidate where it stands, whichever rule or model proposed it, and looks at nothing farther off than
a few words. What the record knows, what a project's own rules and lists say and whatever has the syntax of a person
beside it is never vetoed.
"""

from maskerad.recognisers.veto.vetoing import Veto, Vetoing

__all__ = ["Veto", "Vetoing"]
