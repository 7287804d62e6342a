"""The crowds of `bench_page`, in a process of their own so that their work is not the appliance's; quick to start.

``page_crowd.py readers PORT`` reads the stream, ``page_crowd.py idlers PORT`` holds connections. Each writes a line
when all are there, ends when it is told a line, and then writes when which line of the record came, as JSON.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import asyncio
import json
import sys
import time

READERS, IDLE, SLOW = 50, 200, 50
DRIP_S = 0.2
HERE = "127.0.0.1"


async def crowd(what: str, port: int) -> list[tuple[int, float]]:
    """Be there until a line is read on standard input; returns when each line came to each reader."""
    arrived, there = list[tuple[int, float]](), asyncio.Semaphore(0)
    if what == "readers":
        visitors = [asyncio.create_task(read(port, f"127.0.1.{nth + 1}", arrived, there)) for nth in range(READERS)]
    else:
        visitors = [asyncio.create_task(hold_on(port, place < IDLE, there)) for place in range(IDLE + SLOW)]
    for _ in visitors:
        await there.acquire()
    print("there", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for visitor in visitors:
        visitor.cancel()
    return arrived


async def read(port: int, own: str, arrived: list[tuple[int, float]], there: asyncio.Semaphore) -> None:
    """Note when each line came; each reader has an address of its own, as phones have."""
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(own, 0), limit=1 << 20)
    writer.write(f"GET /api/stream HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
    await reader.readuntil(b"}\n\n")
    there.release()
    while event := await reader.readuntil(b"}\n\n"):
        number = event.partition(b"\nid: ")[2].partition(b"\n")[0].partition(b"-")[2]
        if number and b'"cause":null' not in event:
            arrived.append((int(number), time.monotonic()))


async def hold_on(port: int, is_idle: bool, there: asyncio.Semaphore) -> None:
    """Ask nothing; or ask a byte at a time, and begin again a second after that was cut off."""
    while True:
        reader, writer = await asyncio.open_connection(HERE, port)
        there.release()
        try:
            while not is_idle:
                writer.write(b"G")
                await writer.drain()
                await asyncio.sleep(DRIP_S)
            await reader.read()
            await asyncio.Future()  # it is not there any more
        except ConnectionError:
            writer.close()
            await asyncio.sleep(1)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(crowd(sys.argv[1], int(sys.argv[2])))))
