"""Formats that were made for annotated text: brat, CoNLL columns, i2b2 and MEDDOCAN XML, text with marks."""
