"""Upper bounds and checks of Sparkle."""
