"""From one step to many watchers: frames built once, bounded queues, gaps that can be repaired. Knows no game."""
