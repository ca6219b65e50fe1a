"""How computer players and the coach think: in child processes, or in this one."""
