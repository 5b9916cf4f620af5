"""The commands that run a study."""
