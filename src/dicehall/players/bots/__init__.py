"""Bots: functions in other modules, and commands in any language."""
