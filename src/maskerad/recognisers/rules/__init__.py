"""Rules over token classes and over letters, and the four modules for names."""
