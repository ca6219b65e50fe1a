"""FUNE, solved exactly for one seat; for two by what each card still makes."""
