"""Maskerad."""
