"""Attackers who look for real names among surrogates, and how much each scope gives them."""
