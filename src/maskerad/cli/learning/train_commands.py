"""The commands below ``maskerad train``."""

from __future__ import annotations

from maskerad.cli.learning import hybrid_training, neural_training
from maskerad.cli.learning.training import train_app as app

app.command("charlm")(neural_training.charlm)
app.command("bilstm")(neural_training.bilstm)
app.command("transformer")(neural_training.transformer)
app.command("adopt")(neural_training.adopt)
app.command("hybrid")(hybrid_training.hybrid)
