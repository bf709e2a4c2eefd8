"""The referee's engine: questions, answers, chance, events and the record. It knows no game, no database, no web."""

from typing import Final

ENGINE_VERSION: Final = "1"
"""Goes up when a recorded match may replay differently; live matches remember the one they began with."""
