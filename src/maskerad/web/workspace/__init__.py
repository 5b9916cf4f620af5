"""The annotation workspace: decide strings, not mentions, in a browser. Every decision is kept, and can be undone."""
