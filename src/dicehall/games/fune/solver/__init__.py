"""FUNE, solved exactly for one seat; estimated for two by the outlook of each card."""
