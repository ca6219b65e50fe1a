"""Players from outside: functions of other modules, and commands in any language."""
