"""The commands of the annotation workspace."""
