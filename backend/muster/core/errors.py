"""Faults that are told to the person who started Muster."""


class OperatorError(Exception):
    """Something that the person at the command line can put right; the text says what, why and how.

    The command line prints the text alone and ends with exit code 2. Never raised for what a player sends.
    """
