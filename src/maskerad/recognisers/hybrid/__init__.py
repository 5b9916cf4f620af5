"""Rules and trained models that decide together what is marked."""
