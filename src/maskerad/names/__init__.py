"""Personal names: taken apart, settled by the record, and compared by sound, script, pet form and spelling."""
