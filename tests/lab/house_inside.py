"""A real Home Assistant, within a Debian 13: it does what lines on its standard input say, and answers in JSON.

``states`` tells all entities; ``call DOMAIN SERVICE DATA`` calls a service. Arguments: the broker's port, the folder.
"""

# ruff: noqa: T201 - the lab reads what it prints

from __future__ import annotations

import asyncio
import json
import sys
from types import MappingProxyType

from homeassistant import bootstrap, runner  # type: ignore[import-not-found] - it is there within
from homeassistant.config_entries import ConfigEntry  # type: ignore[import-not-found] - likewise


async def main(port: int, folder: str) -> None:
    """Start it with a broker, and do what is asked."""
    house = await bootstrap.async_setup_hass(runner.RuntimeConfig(config_dir=folder, skip_pip=False, log_no_color=True))
    await house.async_start()
    from homeassistant.components.mqtt.config_flow import FlowHandler  # type: ignore[import-not-found] - likewise

    entry = ConfigEntry(
        data={"broker": "127.0.0.1", "port": port, "protocol": "5"}, discovery_keys=MappingProxyType({}),
        domain="mqtt", minor_version=FlowHandler.MINOR_VERSION, options={}, source="user", subentries_data=None,
        title="broker", unique_id=None, version=FlowHandler.VERSION,
    )  # fmt: skip
    await house.config_entries.async_add(entry)
    print(json.dumps({"state": entry.state.value}), flush=True)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().strip():
        states = {}
        if line == "states":
            states = {each.entity_id: [each.state, dict(each.attributes)] for each in house.states.async_all()}
        else:
            _, domain, service, data = line.split(" ", 3)
            await house.services.async_call(domain, service, json.loads(data), blocking=True)
        print(json.dumps(states, default=str), flush=True)
    await house.async_stop()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
