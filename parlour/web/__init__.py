"""The house: pages, live stream, store and API.

| module | subject |
|---|---|
| `app` | all put together |
| `house` | the rooms of the house, and what they share |
| `table`, `live` | a table; the same with all that the running house has to know about it |
| `tables`, `seats`, `playing` | which tables there are, who sits where, what people do there |
| `ledger` | what happens at a table is kept before anyone sees it |
| `driving`, `readiness` | the bots at their seats; which games are compiled |
| `attendance`, `neighbours` | who is there; the other processes of the house |
| `tasks` | what the house does beside answering requests |
| `store` | matches, seats and entries in a database |
| `thinking` | bots and the compiler, in processes of their own |
| `turns` | who thinks next |
| `worker` | one such process, and the line to it |
| `scene`, `frame` | what all eyes see alike of a table; what one pair of eyes is shown of it |
| `pictures`, `replay` | what a game looks like, a match step by step |
| `kinds` | the kinds of entries as words |
| `stream` | frames as they come, down to the browser |
| `pages` | home, set-up, table, replay, rulebook, my matches |
| `api` | the same for programs |
| `guests` | who is who: secrets, cookies, fingerprints |
| `door` | what strangers may say |
| `guard` | headers, limits, and whether a request comes from our own pages |
| `proxy`, `lines` | whose word is taken for who asks; connections and their patience |
| `watch` | every request counted and written down, without its secrets |
| `health`, `metrics`, `logs` | how the house is, in a word, in figures and in lines |
| `hosting`, `backup` | what a host does from the command line |
| `keeping` | how long matches are kept |
| `serve` | one command that opens it all |

Nothing imports this package but the command line.
"""
