"""Pages: before and after; later the service and the annotation workspace."""
