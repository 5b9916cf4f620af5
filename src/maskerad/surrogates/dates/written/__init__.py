"""What is written in a mention of a date: its words, its tokens, its form, what it tells."""
