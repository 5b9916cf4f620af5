"""The command line: thin, and the only part that speaks to people."""
