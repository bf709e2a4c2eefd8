"""Rosters that people keep between matches: armies, bands, crews. What is in one is its ruleset's business."""
