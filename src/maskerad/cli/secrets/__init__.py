"""The commands of keys and vaults."""
