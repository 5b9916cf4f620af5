"""A trained finder that is blind to the rules, and how its word is weighed against theirs."""
