"""Line-based play: lines in, lines out, so it also works in a pipe."""
