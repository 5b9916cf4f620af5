"""The search of what is about to leave for every original identifier of its record."""
