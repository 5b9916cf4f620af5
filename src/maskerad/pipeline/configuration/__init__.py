"""What a run is told: strategies and scopes by label, limits, models, words that are never marked."""
