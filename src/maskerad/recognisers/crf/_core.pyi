import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.best_path import Path
from maskerad.recognisers.crf.channels import Lines, Numbers
from maskerad.recognisers.crf.packing import Stretches
from maskerad.recognisers.crf.paths import Sums
from maskerad.recognisers.crf.weights import Floats

SOURCE: str

def best_path(scores: Floats, steps: Floats, outside: int, stretches: Stretches, path: Path, /) -> None: ...
def sum_paths(
    weights: Sums,
    exponentials: Sums,
    outside: int,
    stretches: Stretches,
    steps_per_unit: int,
    reached: Sums,
    units: Sums,
    /,
) -> None: ...
def add_seen(scores: Floats, table: Floats, numbers: Numbers, lines: Lines, offsets: Numbers, /) -> None: ...
def sum_strings(sums: Floats, state: Floats, rows: Numbers, numbers: Numbers, ends: NDArray[np.int64], /) -> None: ...
