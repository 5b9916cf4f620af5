"""The studies of the source papers, to be run on any corpus."""
