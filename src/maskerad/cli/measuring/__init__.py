"""The commands that measure: annotations against one another, and what a detection leaks."""
