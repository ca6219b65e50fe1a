"""Running the server: processes, settings, logs, health, backup."""
