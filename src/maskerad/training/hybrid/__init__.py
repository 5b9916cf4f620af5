"""Makes hybrids: hears the members on development texts, chooses who decides, writes the folder."""
