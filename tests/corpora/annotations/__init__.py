"""Formats of annotated text."""
