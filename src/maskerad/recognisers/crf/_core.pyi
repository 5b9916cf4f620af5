from maskerad.recognisers.crf.best_path import Path
from maskerad.recognisers.crf.packing import Stretches
from maskerad.recognisers.crf.weights import Floats

SOURCE: str

def best_path(scores: Floats, steps: Floats, outside: int, stretches: Stretches, path: Path, /) -> None: ...
def add_rows(scores: Floats, table: Floats, rows: Path, nothing: int, /) -> None: ...
