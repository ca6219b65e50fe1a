"""Matches in play: live matches, presence, deadlines, computer seats and the lobby."""
