"""The panel drivers: each module here is one, and is called as ``[panel] driver`` calls it.

It has a `PanelDriver` named ``DRIVER``. Form, menu, checks, doctor and wizard follow from that; its words are in the
catalogues, its own table and a line about it in ``stadium.toml``. An option that is a text has its form in
`firmware.text_forms`, for a phone may set it.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from firmware.devices.panel_driver import PanelDriver

DRIVERS: Final[dict[str, PanelDriver[Any]]] = {
    name: import_module(f"{__name__}.{name}").DRIVER for name in sorted(each.name for each in iter_modules(__path__))
}
