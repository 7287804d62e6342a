"""The small ways in which code can be broken on purpose: one `Mutant` for each place and each way.

Rule kept here: a mutant is found in the syntax tree and named by its text, never by a line number, so that what is said
about one holds until that very piece of code changes. Libraries for this were tried (`docs/decisions/0028-tests.md`):
they break what stands inside functions, and here the law stands in tables.

Left alone: docstrings, sentences (what is said to people is not letter for letter a law) and types, but for the numbers
in them, which are the record's bounds.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

FLIPPED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
EXCHANGED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPES = {"Literal", "Annotated", "Callable", "Mapping", "tuple", "dict", "list", "frozenset"}
"""What a subscript of these holds is a type."""
SHORT, AROUND = 100, 30
"""Characters: how long a piece may be to be shown whole, and how much is shown around what differs in a longer one."""

N = TypeVar("N", bound=ast.AST)
Ways = Iterator[ast.AST]


@dataclass(frozen=True, eq=False)
class Mutant:
    """One broken piece of code.

    Attributes:
        where: the module's path in `scoreboard/rules`, and the function or name in which it is.
        was: the piece as it stands.
        now: the piece as it is broken.
        nth: which of the pieces that read so there, from 1.
        parent: the node that holds the piece, for `plant`.
        slot: the field and, in a list, the index there.
        broken: the node to put there, or None to take the piece away.
    """

    where: str
    was: str
    now: str
    nth: int
    parent: ast.AST
    slot: tuple[str, int | None]
    broken: ast.AST | None

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What names it in the list of survivors."""
        return self.where, self.was, self.now, self.nth

    def plant(self) -> None:
        """Break the tree that this mutant was found in, once and for all."""
        field, at = self.slot
        held = getattr(self.parent, field)
        if at is None:
            setattr(self.parent, field, self.broken)
        else:
            held[at : at + 1] = [] if self.broken is None else [self.broken]


def mutants(tree: ast.Module, module: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its text."""
    seen = Counter[tuple[str, str, str]]()
    found = list[Mutant]()
    for where, parent, slot, was, broken in _pieces(tree, module, types=False):
        texts = (where, *_excerpts(ast.unparse(was), "" if broken is None else ast.unparse(broken)))
        seen[texts] += 1
        found.append(Mutant(*texts, nth=seen[texts], parent=parent, slot=slot, broken=broken))
    return found


def _excerpts(was: str, now: str) -> tuple[str, str]:
    """Both texts; where they are long, only what differs between them with what stands beside it."""
    if len(was) <= SHORT or not now:
        return (f"{was[:SHORT]} …" if len(was) > SHORT else was), now
    start = _alike(was, now)
    end = min(_alike(was[::-1], now[::-1]), min(len(was), len(now)) - start)
    first, last = max(0, start - AROUND), max(0, end - AROUND)
    return was[first : len(was) - last], now[first : len(now) - last]


def _alike(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


Piece = tuple[str, ast.AST, tuple[str, int | None], ast.AST, ast.AST | None]


def _pieces(node: ast.AST, where: str, *, types: bool) -> Iterator[Piece]:
    """Every child of the node with every way to break it, then the children's own."""
    for field, at, child in _children(node):
        inside = types or field in {"annotation", "returns"} or (field == "slice" and _names_a_type(node))
        there = f"{where}:{name}" if (name := _named(child)) else where
        for broken in _bounds(child) if inside else _ways(child):
            yield there, node, (field, at), child, broken
        if at is not None and not inside and _can_go(node, field, child):
            yield there, node, (field, at), child, _nothing(node, field)
        yield from _pieces(child, there, types=inside)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    skipped = 1 if _is_documented(node) else 0
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list) and field not in {"decorator_list", "targets"}:
            first = skipped if field == "body" else 0
            yield from ((field, at, item) for at, item in enumerate(value[first:], first) if isinstance(item, ast.AST))


def _is_documented(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)


def _names_a_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in TYPES


def _named(node: ast.AST) -> str | None:
    """The name of what is defined here."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name if name.isupper() or isinstance(node, ast.AnnAssign) else None
    return None


def _can_go(parent: ast.AST, field: str, child: ast.AST) -> bool:
    """Whether the piece can be taken away and leave code that still means something."""
    match parent, field:
        case ((ast.Tuple(ctx=ast.Load()) | ast.Set() | ast.List(ctx=ast.Load())), "elts"):
            return True
        case ast.Call(), "keywords":
            return True
        case ast.comprehension(), "ifs":
            return True
        case _, "body" | "orelse":
            return isinstance(child, ast.Expr | ast.Raise) and not _is_text(child)
    return False


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _nothing(parent: ast.AST, field: str) -> ast.AST | None:
    return ast.Pass() if field in {"body", "orelse"} and not isinstance(parent, ast.Module) else None


def _bounds(node: ast.AST) -> Ways:
    """In a type only the numbers count."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield from _constant(node)


def _ways(node: ast.AST) -> Ways:
    if type(node) in WAYS:
        yield from WAYS[type(node)](node)


def _like(node: N, **changed: object) -> N:
    """The node with some of its fields changed."""
    fields = {**dict(ast.iter_fields(node)), **changed}
    return ast.copy_location(type(node)(**fields), node)


def _constant(node: ast.Constant) -> Ways:
    """A number is one off, a truth a lie; a word another word, but a sentence stays."""
    match node.value:
        case bool(truth):
            yield _like(node, value=not truth)
        case int(number):
            yield from (_like(node, value=number + 1), _like(node, value=number - 1))
        case str(word) if word.replace("-", "").replace("_", "").isalnum():
            yield _like(node, value=f"{word}?")


def _compare(node: ast.Compare) -> Ways:
    for at, was in enumerate(node.ops):
        for now in FLIPPED[type(was)]:
            yield _like(node, ops=[*node.ops[:at], now(), *node.ops[at + 1 :]])


def _arithmetic(node: ast.BinOp) -> Ways:
    if type(node.op) in EXCHANGED:
        yield _like(node, op=EXCHANGED[type(node.op)]())


def _boolean(node: ast.BoolOp) -> Ways:
    yield _like(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for at in range(len(node.values)):
        rest = node.values[:at] + node.values[at + 1 :]
        yield rest[0] if len(rest) == 1 else _like(node, values=rest)


def _unary(node: ast.UnaryOp) -> Ways:
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _condition(node: ast.If | ast.IfExp) -> Ways:
    yield _like(node, test=ast.UnaryOp(op=ast.Not(), operand=node.test))


def _returned(node: ast.Return) -> Ways:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield _like(node, value=ast.Constant(None))


def _lambda(node: ast.Lambda) -> Ways:
    yield _like(node, body=ast.Constant(None))


def _name(node: ast.Name) -> Ways:
    if node.id in OPPOSITES:
        yield _like(node, id=OPPOSITES[node.id])


def _mapping(node: ast.Dict) -> Ways:
    """A table loses a row, or a row gets what stands in the next one."""
    for at in range(len(node.keys)):
        yield _like(node, keys=node.keys[:at] + node.keys[at + 1 :], values=node.values[:at] + node.values[at + 1 :])
    for at, (one, other) in enumerate(zip(node.values, node.values[1:], strict=False)):
        if node.keys[at] and node.keys[at + 1] and ast.dump(one) != ast.dump(other):
            yield _like(node, values=[*node.values[:at], other, one, *node.values[at + 2 :]])


def _arguments(node: ast.Call) -> Ways:
    """Two arguments by keyword get each other's value, where neither is plain."""
    for at, (one, other) in enumerate(zip(node.keywords, node.keywords[1:], strict=False)):
        if one.arg and other.arg and ast.dump(one.value) != ast.dump(other.value):
            swapped = [_like(one, value=other.value), _like(other, value=one.value)]
            yield _like(node, keywords=[*node.keywords[:at], *swapped, *node.keywords[at + 2 :]])


WAYS: dict[type[ast.AST], Callable[..., Ways]] = {
    ast.Constant: _constant,
    ast.Compare: _compare,
    ast.BinOp: _arithmetic,
    ast.BoolOp: _boolean,
    ast.UnaryOp: _unary,
    ast.If: _condition,
    ast.IfExp: _condition,
    ast.Return: _returned,
    ast.Lambda: _lambda,
    ast.Name: _name,
    ast.Dict: _mapping,
    ast.Call: _arguments,
}
"""How each kind of node can be broken."""
