"""Files beneath all formats: encodings, packings, folders, and output that appears whole or not at all."""
