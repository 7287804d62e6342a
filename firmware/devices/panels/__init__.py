"""The panel drivers: each module here is one, and is called as ``[panel] driver`` calls it.

It has a `PanelDriver` named ``DRIVER``, as `max7219` has. Form, menu, checks, doctor and wizard follow from that. Its
name stands in the comment of ``[panel] driver`` in ``firmware/stadium.toml``, and as ``setting-choice.NAME`` in
``page.po`` of every catalogue, and ``docs/devices.md`` has a row for it. If it has options, each has a line with a
comment in the table ``[panel.NAME]`` there and a name, ``setting.panel-NAME-OPTION``; one that is a text is marked with
a `firmware.text_forms.text_form`, for a phone may set it. Tests ask every driver for all of that.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from firmware.devices.panel_driver import PanelDriver

DRIVERS: Final[dict[str, PanelDriver[Any]]] = {
    name: import_module(f"{__name__}.{name}").DRIVER for name in sorted(each.name for each in iter_modules(__path__))
}
