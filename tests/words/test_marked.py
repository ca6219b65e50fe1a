"""Every refusal message is marked for translation where it is written."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import dicehall

SOURCE = Path(dicehall.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
RULES = [path for path in MODULES if path.parent.parent == SOURCE / "games"]

MARKERS = ("translatable", "translatable_plural", "outside")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def refusals() -> set[str]:
    """The names of all kinds of refusals."""
    classes = [node for tree in map(parsed, MODULES) for node in ast.walk(tree)]
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for node in classes
        if isinstance(node, ast.ClassDef)
    }
    found = {"Refused"}
    while more := {name for name in bases if bases[name] & found} - found:
        found |= more
    return found


def functions(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def called(node: ast.AST) -> str:
    """The name of the called function; empty if the node is not a call."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def assignments(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            names = (target.id for target in node.targets if isinstance(target, ast.Name))
            yield from ((name, node.value) for name in names)


@cache
def constants() -> list[tuple[str, ast.expr]]:
    """Values assigned to names in capitals, in any module."""
    every = (found for tree in map(parsed, MODULES) for found in assignments(tree))
    return [(name, value) for name, value in every if name.isupper()]


def assigned(name: str, scope: ast.AST) -> list[ast.expr]:
    """All values of a name: in a function, or of a constant anywhere."""
    found = constants() if name.isupper() else assignments(scope)
    return [value for assigned_to, value in found if assigned_to == name]


def marked(node: ast.AST, scope: ast.AST) -> bool:
    """Whether an expression is a marked message, the message of another refusal, or the rules'."""
    match node:
        case ast.Call():
            return called(node) in (*MARKERS, "why_not")
        case ast.Attribute(attr=attribute):
            return attribute == "message"
        case ast.BoolOp(values=[first, ast.Constant(value="")]):
            return marked(first, scope)
        case ast.Name(id=name):
            values = assigned(name, scope)
            whole = bool(values) and all(marked(value, scope) for value in values)
            return whole or is_message(name, scope)
    return False


def is_message(name: str, scope: ast.AST) -> bool:
    """Whether a function takes a message by this name, so that its callers mark it."""
    taken = scope.args.args if isinstance(scope, Function) else []
    return any(
        one.arg == name and one.annotation and ast.unparse(one.annotation) == "Message"
        for one in taken
    )


def unmarked(tree: ast.AST) -> list[str]:
    """The refusals in a source whose message no catalogue could hold."""
    kinds = refusals()
    return [
        ast.unparse(node)
        for scope in functions(tree)
        for node in ast.walk(scope)
        if called(node) in kinds and not (node.args and marked(node.args[0], scope))  # type: ignore[attr-defined]
    ]


def test_every_refusal_is_marked() -> None:
    wrong = {str(path.relative_to(SOURCE)): unmarked(parsed(path)) for path in MODULES}
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_rules_give_their_reasons_as_messages(path: Path) -> None:
    for function in functions(parsed(path)):
        if function.name.lstrip("_").startswith("why_"):
            assert function.returns is not None
            assert ast.unparse(function.returns) in ("Message", "Message | None"), function.name


def test_a_template_is_written_where_it_is_marked() -> None:
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            templates = {"translatable": 1, "translatable_plural": 2}.get(called(node), 0)
            if templates and isinstance(node.func, ast.Name):  # type: ignore[attr-defined]
                for template in node.args[:templates]:  # type: ignore[attr-defined]
                    assert isinstance(template, ast.Constant), (path, ast.unparse(node))


@pytest.mark.parametrize(
    "written",
    [
        'raise BadName("a name is needed")',
        'raise BadName(f"{name} is no name")',
        'raise refused.BadName("%s is no name" % name)',
        'why = f"{name} is no name"; raise BadName(why)',
        'why = said("no") if name else "yes"; raise BadName(why)',
        "raise BadName(name)",
        "raise BadName(str(error))",
    ],
)
def test_unmarked_messages_are_found(written: str) -> None:
    assert unmarked(ast.parse(f"def check(name):\n    {written}"))
