"""Files beneath the formats."""
