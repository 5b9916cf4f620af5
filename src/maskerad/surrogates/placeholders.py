"""What stands where no surrogate can: the name of the label in the language of the text."""

from __future__ import annotations

from maskerad.languages import LanguagePack


def placeholder(label: str, pack: LanguagePack) -> str:
    """The placeholder of a label, from ``[placeholders]`` of the pack.

    Example:
        >>> from maskerad.languages import load_pack
        >>> placeholder("DATE", load_pack("sv"))
        '[DATUM]'
    """
    return str(pack.table("placeholders").get(label, f"[{label}]"))
