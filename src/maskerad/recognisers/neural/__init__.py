"""Neural recognisers. Everything here runs on numpy alone; training them is in ``maskerad.training.neural``."""
