"""JSON: lines, arrays, objects with nested texts."""
