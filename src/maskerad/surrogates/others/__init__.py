"""Occupations, and what identifies beside names, places and numbers."""
