"""What a figure is worth: exact tests, intervals over records, differences that are more than chance."""
