"""Tokens, sentences, sections, normalised views, codes and language identification: what a text is made of."""
