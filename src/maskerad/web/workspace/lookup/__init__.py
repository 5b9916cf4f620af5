"""What stands where: search, the string card, the name table, and findings that are fixed."""
