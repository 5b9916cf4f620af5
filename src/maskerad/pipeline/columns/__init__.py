"""What stands beside the text of a table: cells, dates, ids, and the rules by which they leave."""
