"""How the store's tables came to be: one file a step, run in order at each start. Steps are never changed."""
