"""Where matches come from: making, inviting, joining, and the list of what is being played."""
