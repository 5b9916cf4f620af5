"""The door for Python programs: an engine for texts, records and streams of them."""
