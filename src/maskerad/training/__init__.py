"""Learning from annotated texts: splits, hygiene, fitting, tuning, model cards."""
