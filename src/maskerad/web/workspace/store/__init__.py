"""The database of a project: documents that never change, a log of operations, and the marks that it adds up to."""
