"""The vault: what is needed to go back from a safe text to its original, sealed.

A vault is one SQLite file (https://sqlite.org) in write-ahead-log mode. Every entry is sealed with AES-256-GCM
(NIST SP 800-38D) under a key of its own, ``vault.key``, which is not the key of the surrogates. Without that key the
file tells how many entries and accesses it holds, roughly how long each is, and which of two keys it needs; no id, no
text, and not in which order texts came.
"""

from maskerad.vault.access_log import Access
from maskerad.vault.entry import Restored
from maskerad.vault.key_files import read_vault_key
from maskerad.vault.posting import Posting
from maskerad.vault.rotation import rotate
from maskerad.vault.vault import Vault, VaultAccess

__all__ = ["Access", "Posting", "Restored", "Vault", "VaultAccess", "read_vault_key", "rotate"]
