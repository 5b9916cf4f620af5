"""The commands that train recognisers."""
