"""Numbers, codes, phones and addresses that nobody has."""
