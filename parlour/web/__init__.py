"""The house: pages, live stream, store and API.

| module | subject |
|---|---|
| `app` | all put together |
| `house` | the live tables, their keeping and their bots |
| `store` | matches, seats and entries in a database |
| `thinking` | bots and the compiler, in processes of their own |
| `turns` | who thinks next |
| `worker` | one such process, and the line to it |
| `frame` | what one pair of eyes is shown of a table |
| `stream` | frames as they come, down to the browser |
| `pages` | home, set-up, table, replay, rulebook, my matches |
| `api` | the same for programs |
| `guests` | who is who: secrets, cookies, marks |
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
