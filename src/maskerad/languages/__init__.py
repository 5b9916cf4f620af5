"""Languages as data: one folder each under ``data/``, read by one loader. A new language needs no Python."""

from maskerad.languages.pack import LanguagePack, language_codes, load_pack

__all__ = ["LanguagePack", "language_codes", "load_pack"]
