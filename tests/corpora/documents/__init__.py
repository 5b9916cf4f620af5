"""Texts and Word documents."""
