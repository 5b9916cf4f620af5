"""Dates, ages and days with a name: read once, moved by one number of days, written in their form."""
