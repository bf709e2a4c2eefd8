"""Pure questions about a position: what is legal, how many dice, how far, who sees whom."""
