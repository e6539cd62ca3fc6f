"""A bot that plays a whole match over the API: python examples/api_bot.py [ADDRESS] [GAME]"""

import json
import random
import sys
from urllib.request import Request, urlopen

HOUSE = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:7600"
GAME = sys.argv[2] if len(sys.argv) > 2 else "rush"


def call(path, body=None, token=""):
    """Ask the house; a body makes it a POST."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}" if token else ""}
    return urlopen(Request(f"{HOUSE}/api/v1{path}", json.dumps(body).encode() if body is not None else None, headers))


seat = json.load(call("/tables", {"game": GAME, "seats": ["medium", "medium"], "name": "Example"}))
table, token = f"/tables/{seat['table']}", seat["token"]
print(f"Watch at {HOUSE}/t/{seat['table']}")

for line in call(f"{table}/stream?since=0", token=token):
    if not line.strip():
        continue
    view = json.loads(line)
    print(*view["story"], sep="\n", flush=True)
    if view["over"]:
        print("Points:", dict(zip(view["names"], view["points"], strict=True)))
    elif view["choices"]:
        choice = random.choice(view["choices"])  # think here: view["record"] has all that this seat knows
        call(f"{table}/actions", {"action": choice["action"], "asked": view["asked"]}, token)
