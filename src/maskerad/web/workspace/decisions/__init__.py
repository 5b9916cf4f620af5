"""What follows from a decision: pure functions of texts and marks, without database, server or clock."""
