"""Who plays: every guest is a person from the first day; accounts will only add credentials."""
