"""The names of cattools that a game in another distribution may use.

Such a game imports nothing else of cattools, and its package sets `API = 1` next to `GAME`. `VERSION` increases when a
name is removed or changes its meaning, not when one is added; games written for another version are left out.
"""

from cattools.core.actions import Actions, Among, action, cell_of
from cattools.core.chance import ByChance, Dealer
from cattools.core.data_files import from_table, load, load_as
from cattools.core.display.count_panel import count_panel
from cattools.core.display.grid_board import PITCH, GridBoard
from cattools.core.display.icons import cat, icon
from cattools.core.display.scene import (
    Area,
    Cell,
    Group,
    Label,
    Look,
    Mark,
    MarkKind,
    Panel,
    Part,
    Path,
    Piece,
    Point,
    Scene,
    Shape,
    SizeHint,
    circle,
    corners,
    moved,
    rectangle,
    rounded,
)
from cattools.core.display.tray import Tray
from cattools.core.ending import Ending
from cattools.core.errors import CattoolsError, DataError, NotationError, OptionError, PositionError
from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE, Game, OpenView, Practice, Preview, Seat, State, Tracker, View, plain_turn
from cattools.core.game_packages import API as VERSION
from cattools.core.grid import Grid, bits, hex_rows, hexagon, mask, squares
from cattools.core.hidden_hands import BACK, HandsView, hands_view
from cattools.core.messages import N_, NP_, Text, commas, listed, many, sentences, text
from cattools.core.options import Options
from cattools.core.position_format import (
    EMPTY,
    PositionFormat,
    cards,
    cell,
    cells,
    choice,
    each,
    flag,
    number,
    pair,
    rows,
    several,
    word,
)
from cattools.core.rules import CheckList, Fault, IllegalAction, Refusal, fault
from cattools.core.score import Line, Score
from cattools.core.table.format_editor import FormatEditor, Item
from cattools.core.table.position_editor import TILE, Draft, EditorSpec, Gap, Place, Table, Thing, lacking
from cattools.core.table.scorer import Field, RoundForm, Rounds, ScorerSpec, read_fields

__all__ = [
    "BACK",
    "CHANCE",
    "EMPTY",
    "NP_",
    "N_",
    "PITCH",
    "TILE",
    "VERSION",
    "Actions",
    "Among",
    "Area",
    "ByChance",
    "CattoolsError",
    "Cell",
    "CheckList",
    "DataError",
    "Dealer",
    "Draft",
    "EditorSpec",
    "Ending",
    "Event",
    "EventKind",
    "Fault",
    "Field",
    "FormatEditor",
    "Game",
    "Gap",
    "Grid",
    "GridBoard",
    "Group",
    "HandsView",
    "IllegalAction",
    "Item",
    "Label",
    "Line",
    "Look",
    "Mark",
    "MarkKind",
    "NotationError",
    "OpenView",
    "OptionError",
    "Options",
    "Panel",
    "Part",
    "Path",
    "Piece",
    "Place",
    "Point",
    "PositionError",
    "PositionFormat",
    "Practice",
    "Preview",
    "Refusal",
    "RoundForm",
    "Rounds",
    "Scene",
    "Score",
    "ScorerSpec",
    "Seat",
    "Shape",
    "SizeHint",
    "State",
    "Table",
    "Text",
    "Thing",
    "Tracker",
    "Tray",
    "View",
    "action",
    "bits",
    "cards",
    "cat",
    "cell",
    "cell_of",
    "cells",
    "choice",
    "circle",
    "commas",
    "corners",
    "count_panel",
    "each",
    "fault",
    "flag",
    "from_table",
    "hands_view",
    "hex_rows",
    "hexagon",
    "icon",
    "lacking",
    "listed",
    "load",
    "load_as",
    "many",
    "mask",
    "moved",
    "number",
    "pair",
    "plain_turn",
    "read_fields",
    "rectangle",
    "rounded",
    "rows",
    "sentences",
    "several",
    "squares",
    "text",
    "word",
]
