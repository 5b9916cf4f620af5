"""What leaves: any format for those who annotate, and the release that was read and signed."""
