"""Linear-chain conditional random fields: what they read of a text, and how they tag one. ``training`` fits."""
