"""Provable dice: the commitment, the rolls that follow from it, their verification and counts."""
