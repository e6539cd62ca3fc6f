"""What games are made of. Imports nothing else of ours.

| module | subject |
|---|---|
| `compiled` | rules run as machine code, cached, or interpreted |
| `record` | a position as one flat record |
| `luck` | all chance, from the record's own generator |
| `actions` | the action space in named blocks |
| `game` | a game's card: players, options, and its verbs bound together |
| `knowledge` | what a seat knows, and what an action would reveal |
| `voice` | who is spoken of and to whom, for the words |
| `drawing` | what boards are drawn with |
| `match` | a match is its log; the referee |
| `talk` | statements that a game understands, and promises kept and broken |
| `notation` | the `.parlour` text form |
| `checks` | what every game must pass |
"""
