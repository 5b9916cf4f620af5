"""Hospitals and organisations: other names of the same kind."""
