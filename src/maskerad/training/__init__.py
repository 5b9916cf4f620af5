"""Where learned recognisers will be fitted, tuned and calibrated; nothing here yet."""
