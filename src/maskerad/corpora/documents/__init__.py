"""One document a file: plain texts and Word documents."""
