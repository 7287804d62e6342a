"""The panel's picture: a game's state in, an RGB picture out.

Theory of operation. `draw.draw` is a pure function of the state, the size of the panel and a tick (half seconds) that
drives what blinks and what takes turns. Nothing is remembered between two pictures; `firmware/devices` shows them.

1. A layout (`layout`) is data: named fields, pages of fields, and which pages take turns between plays, during a play
   and at the end. Each size has a TOML file in the folder ``layouts``, and an owner may have more (`layout_files`).
2. A field (`fields`, `diamond`, `lineup`, `line_score`) is a frozen value that knows its place and paints one part of a
   `PanelScene`, which is the state with the tick, the owner's language and the layout's colours.
3. Fields stamp patterns (`pixels`) in colours of `palette`. `fonts` are drawn by hand, pixel by pixel, so a picture is
   the same with every version of Pillow. A text steps down a ladder of fonts and is never scaled. Names become at most
   three letters (`initials`), or as many words as fit (`names`), in Latin letters (`romanized`).
4. A picture to send on (`share_picture`) is a larger board of such lights, of the end of a game or of a play.
5. A question or a message takes the whole panel (`message_pictures`). `text_layout` chooses the largest font in which
   the text fits, breaks it into lines, and scrolls what does not fit.

The same picture goes everywhere: to a colour panel as it is, to a panel of one colour through `palette.monochrome`, to
a terminal as text (`terminal`), to pages and documents as round lights (`leds`). What has a meaning is brighter than
`palette.LIT_FROM`, so it is lit on a panel of one colour, too.
"""

from scoreboard.display.draw import draw
from scoreboard.display.idle_pages import idle_pages, page_at
from scoreboard.display.layout_files import MONO_LAYOUTS, DisplayError, LayoutError, PanelLayouts, UnknownPanelSizeError
from scoreboard.display.layout_files import SHIPPED_LAYOUTS as LAYOUTS
from scoreboard.display.leds import led_picture
from scoreboard.display.message_pictures import Question, list_picture, message_picture
from scoreboard.display.palette import monochrome
from scoreboard.display.panel_scene import Innings, PanelScene
from scoreboard.display.qr import scan_picture
from scoreboard.display.share_picture import SHAPES, Shape, share_picture

__all__ = [
    "LAYOUTS",
    "MONO_LAYOUTS",
    "SHAPES",
    "DisplayError",
    "Innings",
    "LayoutError",
    "PanelLayouts",
    "PanelScene",
    "Question",
    "Shape",
    "UnknownPanelSizeError",
    "draw",
    "idle_pages",
    "led_picture",
    "list_picture",
    "message_picture",
    "monochrome",
    "page_at",
    "scan_picture",
    "share_picture",
]
