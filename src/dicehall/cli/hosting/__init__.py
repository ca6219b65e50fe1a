"""Commands for whoever runs a house for others."""
