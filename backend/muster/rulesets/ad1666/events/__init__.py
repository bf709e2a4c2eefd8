"""Everything that happens in a match of Anno Domini 1666: the only code that changes its state."""

from muster.rulesets.ad1666.events.cards import (
    CardLaid,
    CardOpened,
    CardsCleared,
    CardsDrawn,
    ContestBegun,
    DeckShuffled,
    HandCut,
    Reckoned,
    Reinforced,
    Reshuffled,
    SourceFixed,
    SuitNamed,
    TrialDecided,
    UnswervingSpent,
)
from muster.rulesets.ad1666.events.course import (
    InitiativeTaken,
    StrikeDeclared,
)
from muster.rulesets.ad1666.events.harm import (
    AlarmRaised,
    Ended,
    MarkerLost,
    Posture,
    Removed,
    WoundsTaken,
)
from muster.rulesets.ad1666.events.moves import (
    DoorTurned,
    Moved,
    PointsSpent,
)

__all__ = [
    "AlarmRaised",
    "CardLaid",
    "CardOpened",
    "CardsCleared",
    "CardsDrawn",
    "ContestBegun",
    "DeckShuffled",
    "DoorTurned",
    "Ended",
    "HandCut",
    "InitiativeTaken",
    "MarkerLost",
    "Moved",
    "PointsSpent",
    "Posture",
    "Reckoned",
    "Reinforced",
    "Removed",
    "Reshuffled",
    "SourceFixed",
    "StrikeDeclared",
    "SuitNamed",
    "TrialDecided",
    "UnswervingSpent",
    "WoundsTaken",
]
