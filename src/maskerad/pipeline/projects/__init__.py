"""The project folder: what it says, what it changes and what is wrong in it."""
