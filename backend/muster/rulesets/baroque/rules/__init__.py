"""What happens, chapter by chapter: rules that ask, roll and apply events."""
