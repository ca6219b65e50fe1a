"""What all computer players share: levels, what moves are worth, reviews, the arena."""
