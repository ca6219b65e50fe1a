"""Running the house: processes, settings, logs, health, backup."""
