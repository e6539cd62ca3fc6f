"""The power is cut in a burst of moves, again and again: what was accepted is there, once, in order, and all go on."""

import asyncio
import random
from pathlib import Path

from tests.attack import ledger
from tests.attack.house import House
from tests.attack.players import Company
from tests.attack.report import Part

TABLES = 8  # two of each game, one of them with a bot
TO_THE_END = 10_000  # moves
LONGEST_BURST = 1.5  # seconds


async def kills(
    part: Part, database: str, folder: Path, times: int, seed: int, tables: int = TABLES, moves: int = TO_THE_END
) -> None:
    """Kill it so often; afterwards every table must go on for so many moves."""
    dice = random.Random(seed)
    house = House(database, folder)
    company = Company(house.port, dice)
    cut = 0  # orders that were on their way when the power went
    try:
        for _ in range(times):
            await house.open()
            await company.keep_busy(tables)
            begun = len(company.deeds)
            while len(company.deeds) < begun + 10:  # a burst: they have begun to move
                await asyncio.sleep(0.01)
            await asyncio.sleep(dice.random() * LONGEST_BURST)
            house.kill()
            cut += sum(deed.fate is ledger.Fate.UNKNOWN for deed in company.deeds)
            for fault in ledger.faults(company.deeds, await ledger.logs(database)):
                part.fault(fault)
        await house.open()
        for table in await company.finish(moves):
            part.fault(f"A table is stuck after a kill: {table}")
        await company.go_home()
        for fault in ledger.faults(company.deeds, await ledger.logs(database)):
            part.fault(fault)
        part.figures["kills"] = f"{times}, with {cut} orders on their way"
        part.figures["deeds"] = ledger.fates(company.deeds)
        part.figures["tables played to the end"] = len(company.over)
        part.figures["what the house couldn't"] = dict(company.refusals) or "nothing"
        for refusal, count in company.refusals.items():
            part.faults[f"answered {refusal}"] = count
    finally:
        await company.go_home()
        house.close()
