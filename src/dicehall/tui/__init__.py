"""The games on a whole terminal screen: menu, tables, history, replay, review."""
