"""The pages and the JSON interface: HTML over the wire, rendered by the server."""
