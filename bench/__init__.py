"""Parlour's speed against that of its peers."""
