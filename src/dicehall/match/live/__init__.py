"""What lives while people play: matches in memory, presence, deadlines, computer seats, lobby."""
