"""Pages for eyes that may see the originals: before and after, and the annotation workspace."""
