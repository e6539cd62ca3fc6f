"""Players for any game. A bot sees only the hidden record of its seat."""
