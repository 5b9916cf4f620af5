"""One path from a record to its safe texts: detect, resolve, link, replace, rewrite, verify."""
