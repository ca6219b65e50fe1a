"""Where the events of a match come from: this machine or a server."""
