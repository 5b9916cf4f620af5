"""Where a new text meets the words that stay: articles, elision, joints ("il 8 maggio" becomes "l'8 maggio")."""

from maskerad.seams.joints import Joined, joined, joined_inside

__all__ = ["Joined", "joined", "joined_inside"]
