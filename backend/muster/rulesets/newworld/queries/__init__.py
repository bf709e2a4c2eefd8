"""Questions put to a state, pure and without events: requests, previews, bots and rules ask the same ones."""
