"""What languages know of places and institutions: towns, known houses, kinds, and the words around their names."""
