"""People: one persona an entity, and every form of its names."""
