"""The web server: pages rendered as HTML, and the JSON interface."""
