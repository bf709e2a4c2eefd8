"""What every part at the edge needs: settings, logging, the clock, the secret, the served client. Knows no game."""
