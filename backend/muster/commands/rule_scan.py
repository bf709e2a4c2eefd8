"""Which rule ids a ruleset's source names at a place that does something: read from its code and tables, never run.

An id counts where it is given to ``applies``, ``all_apply``, ``part``, ``number`` or a ``rule`` decorator, or stands
as ``rule:`` in a data table. Where code passes an id on (a variable, a parameter or an answer of a helper, a row of a
table, also one of another module), the scan follows it to where it was written. Labels (``rule="..."`` of an
option, a log line's ``rules``) do not count.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from muster.engine.tables import yaml_of

POSITIONS = {
    "applies": (0, "rule_id"),
    "all_apply": (0, "rule_ids"),
    "part": (2, "rule_id"),
    "number": (0, "rule_id"),
}
"""Where each function of a rulebook takes its id: position and keyword."""

DECORATOR = "rule"
DEEPEST = 4
"""How many helpers an id may be handed through."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class _Source:
    """All modules of a ruleset, searchable by the name of what is called."""

    calls: dict[str, list[tuple[ast.Call, "_Place"]]] = field(default_factory=dict[str, Any])
    functions: dict[str, list["_Place"]] = field(default_factory=dict[str, Any])
    modules: list[ast.Module] = field(default_factory=list[ast.Module])
    decorators: list[ast.Call] = field(default_factory=list[ast.Call])


@dataclass(frozen=True)
class _Place:
    """Where an expression stands: its module and the functions around it, the innermost first."""

    module: ast.Module
    functions: tuple[Function, ...]


class _Part(ast.expr):
    """One place in the rows of a written table: what ``text, rule = TABLE[key]`` or a loop gives to ``rule``."""

    def __init__(self, table: str, index: int) -> None:
        super().__init__()
        self.table = table
        self.index = index


def implemented_ids(folder: Path, *, decorators: bool = True) -> frozenset[str]:
    """The ids (without the ruleset's prefix) that the code and ``tables`` under a ruleset's folder put to work.

    Without ``decorators``, only those that a switch reaches: a procedure marked with its id cannot be switched off.
    """
    source = _read(sorted(folder.rglob("*.py")))
    found = {i for call in source.decorators if decorators for arg in call.args for i in _constants(arg)}
    for name, (position, keyword) in POSITIONS.items():
        for call, place in source.calls.get(name, []):
            argument = _argument(call, position, keyword)
            if argument is not None:
                found.update(_follow(argument, place, source, DEEPEST))
    for table in sorted((folder / "tables").rglob("*.yaml")):
        found.update(_in_table(yaml_of(table.read_text(encoding="utf-8"))))
    return frozenset(found)


def _read(files: Iterable[Path]) -> _Source:
    source = _Source()
    for path in files:
        module = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        source.modules.append(module)
        _visit(module, _Place(module, ()), source)
    return source


def _visit(node: ast.AST, place: _Place, source: _Source) -> None:
    if isinstance(node, Function):
        decorators = [d for d in node.decorator_list if isinstance(d, ast.Call)]
        source.decorators.extend(d for d in decorators if _name(d.func) == DECORATOR)
        place = _Place(place.module, (node, *place.functions))
        source.functions.setdefault(node.name, []).append(place)
    if isinstance(node, ast.Call):
        source.calls.setdefault(_name(node.func), []).append((node, place))
    for child in ast.iter_child_nodes(node):
        _visit(child, place, source)


def _name(function: ast.expr) -> str:
    """The last word of what is called: ``part`` for both ``part(...)`` and ``BOOK.part(...)``."""
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def _argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    if len(call.args) > position and not any(isinstance(a, ast.Starred) for a in call.args[: position + 1]):
        return call.args[position]
    return next((k.value for k in call.keywords if k.arg == keyword), None)


def _constants(expression: ast.expr) -> Iterator[str]:
    """The strings in an expression (both arms of a conditional, all of a tuple); a condition itself gives none."""
    match expression:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp():
            yield from _constants(expression.body)
            yield from _constants(expression.orelse)
        case ast.Tuple() | ast.List() | ast.Set():
            for element in expression.elts:
                yield from _constants(element)
        case ast.BoolOp():
            for value in expression.values:
                yield from _constants(value)
        case ast.Dict():
            for value in expression.values:
                yield from _constants(value)
        case ast.Subscript():
            yield from _constants(expression.value)
        case _:
            return


def _names(expression: ast.expr) -> Iterator[str]:
    match expression:
        case ast.Name():
            yield expression.id
        case ast.IfExp():
            yield from _names(expression.body)
            yield from _names(expression.orelse)
        case ast.Tuple() | ast.List():
            for element in expression.elts:
                yield from _names(element)
        case ast.Starred():
            yield from _names(expression.value)
        case ast.BoolOp():
            for value in expression.values:
                yield from _names(value)
        case ast.Subscript():
            yield from _names(expression.value)
        case ast.Call(func=ast.Attribute(value=table, attr="get")):
            yield from _names(table)
        case _:
            return


def _calls(expression: ast.expr) -> Iterator[str]:
    """The functions whose answer an expression can be: ``found(x)`` in ``("rule.1", found(x))``."""
    match expression:
        case ast.Call(func=ast.Name(id=name)):
            yield name
        case ast.IfExp():
            yield from _calls(expression.body)
            yield from _calls(expression.orelse)
        case ast.Tuple() | ast.List():
            for element in expression.elts:
                yield from _calls(element)
        case ast.BoolOp():
            for value in expression.values:
                yield from _calls(value)
        case _:
            return


def _follow(expression: ast.expr, place: _Place, source: _Source, depth: int) -> Iterator[str]:
    """The ids that an expression can be: those written in it, and those that its names stand for."""
    yield from _constants(expression)
    if depth == 0:
        return
    if isinstance(expression, _Part):
        for scope in (*place.functions, place.module):
            for value in _assigned(expression.table, scope):
                yield from (i for row in _rows(value, expression.index) for i in _constants(row))
        return
    for name in _names(expression):
        yield from _follow_name(name, place, source, depth - 1)
    for name in _calls(expression):
        for helper in source.functions.get(name, []):
            for value in _returned(helper.functions[0]):
                yield from _follow(value, helper, source, depth - 1)


def _follow_name(name: str, place: _Place, source: _Source, depth: int) -> Iterator[str]:
    for index, function in enumerate(place.functions):
        assigned = list(_assigned(name, function))
        inner = _Place(place.module, place.functions[index:])
        for value in assigned:
            yield from _follow(value, inner, source, depth)
        parameters = [*function.args.posonlyargs, *function.args.args]
        keywords = [a.arg for a in function.args.kwonlyargs]
        position = next((i for i, a in enumerate(parameters) if a.arg == name), None)
        if position is None and name not in keywords:
            if assigned:
                return
            continue
        yield from _given(function, name, position, source, depth)
        return
    for module in _where(name, place.module, source):
        for value in _assigned(name, module):
            yield from _follow(value, _Place(module, ()), source, depth)


def _where(name: str, module: ast.Module, source: _Source) -> Iterable[ast.Module]:
    """The module that gives a name its value: the one where it is read, or those it may be imported from."""
    imports = (node for node in module.body if isinstance(node, ast.ImportFrom))
    if any((alias.asname or alias.name) == name for node in imports for alias in node.names):
        return source.modules
    return (module,)


def _returned(function: Function) -> Iterator[ast.expr]:
    """What a function gives back, in all its arms."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value


def _given(function: Function, name: str, position: int | None, source: _Source, depth: int) -> Iterator[str]:
    """What callers give to a parameter, and its default."""
    default = _default(function, name)
    if default is not None:
        yield from _constants(default)
    for call, place in source.calls.get(function.name, []):
        argument = _argument(call, position if position is not None else len(call.args), name)
        if argument is not None:
            yield from _follow(argument, place, source, depth)
    for call, place in source.calls.get(
        "partial", []
    ):  # partial(helper, a, b): its arguments stand one further
        if call.args and _name(call.args[0]) == function.name and position is not None:
            argument = _argument(call, position + 1, name)
            if argument is not None:
                yield from _follow(argument, place, source, depth)


def _default(function: Function, name: str) -> ast.expr | None:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    pairs = [*zip(with_default, arguments.defaults, strict=True)]
    keyword_pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    pairs += [(a, d) for a, d in keyword_pairs if d is not None]
    return next((d for a, d in pairs if a.arg == name), None)


def _assigned(name: str, scope: ast.AST) -> Iterator[ast.expr]:
    """The values given to a name in a scope, loops over a written list included."""
    for node in ast.walk(scope) if isinstance(scope, Function) else ast.iter_child_nodes(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if found == name:
                yield value
            case ast.NamedExpr(target=ast.Name(id=found), value=value) if found == name:
                yield value
            case ast.For(target=ast.Name(id=found), iter=value) if found == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield from (
                    v
                    for t, v in zip(targets, values, strict=False)
                    if isinstance(t, ast.Name) and t.id == name
                )
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Subscript(value=ast.Name(id=table))):
                yield from (
                    _Part(table, i) for i, t in enumerate(targets) if isinstance(t, ast.Name) and t.id == name
                )
            case ast.For(target=ast.Tuple(elts=targets), iter=ast.Name(id=table)):
                yield from (
                    _Part(table, i) for i, t in enumerate(targets) if isinstance(t, ast.Name) and t.id == name
                )
            case ast.For(target=ast.Tuple(elts=targets), iter=ast.Tuple(elts=rows) | ast.List(elts=rows)):
                at = next(
                    (i for i, t in enumerate(targets) if isinstance(t, ast.Name) and t.id == name), None
                )
                if at is not None:
                    yield from (r.elts[at] for r in rows if isinstance(r, ast.Tuple) and len(r.elts) > at)
            case _:
                pass


def _rows(table: ast.expr, index: int) -> Iterator[ast.expr]:
    """What stands in one place of each row of a dictionary or a tuple of tuples."""
    rows = table.values if isinstance(table, ast.Dict) else []
    if isinstance(table, ast.Tuple | ast.List):
        rows = table.elts
    yield from (r.elts[index] for r in rows if isinstance(r, ast.Tuple) and len(r.elts) > index)


def _in_table(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in cast(dict[object, Any], data).items():
            yield from _written(value) if key == "rule" else _in_table(value)
    elif isinstance(data, list):
        for value in data:  # pyright: ignore[reportUnknownVariableType]
            yield from _in_table(value)


def _written(value: Any) -> Iterator[str]:
    """The ids under a ``rule`` key: one, or a list."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from map(str, cast(list[object], value))
