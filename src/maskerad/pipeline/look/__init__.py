"""The second look: every form of what a record knows, searched for in all its documents before anything is replaced."""

from maskerad.pipeline.look.agreement import agreed
from maskerad.pipeline.look.forms import Forms, forms_of
from maskerad.pipeline.look.second import SecondLook

__all__ = ["Forms", "SecondLook", "agreed", "forms_of"]
