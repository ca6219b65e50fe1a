"""Generates the manual of the command line from its help texts, as a man page or Markdown.

`make man` runs `python scripts/manual.py > dicehall.1`; view it with `man -l dicehall.1`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import typer

import dicehall
from dicehall.cli.app import app
from dicehall.game import games
from dicehall.players.levels import levels

ABOUT = "Five dice games"
INTRODUCTION = (
    "Dicehall is a collection of five dice games for the browser and the terminal."
    " Without a command, it starts a server and opens the browser."
)
COMPLETION = (
    "dicehall --install-completion sets up completion of commands, options and game names for your"
    " shell (bash, zsh, fish or PowerShell); dicehall --show-completion prints the script instead."
)
EXIT_CODES = {
    "0": "Success.",
    "1": "An operating system error, such as a full disk; or a negative result: dice that were not"
    " verified, a wrong tablebase, a change that was not confirmed.",
    "2": "Refused, such as a wrong option or a bad record. Standard error gives the reason.",
    "130, 143": "Stopped by Ctrl-C or SIGTERM.",
}
ENVIRONMENT = {
    "DICEHALL_…": "The settings of dicehall serve; see its options.",
    "DICEHALL_CACHE": "The folder for tablebases and compiled kernels.",
    "NUMBA_CACHE_DIR": "If set, compiled kernels are stored there instead.",
    "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": "The language of messages.",
}

SPELLED = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "…": "...", "–": "\\(en"}
"""Characters that roff treats specially; the backslash must come first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An option or an argument."""

    spelled: str
    about: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its arguments and options."""

    name: str
    about: str
    arguments: tuple[Entry, ...]
    options: tuple[Entry, ...]

    @property
    def usage(self) -> str:
        words = [f"dicehall {self.name}".strip()]
        words += ["[OPTIONS]"] if self.options else []
        return " ".join([*words, *(one.spelled for one in self.arguments)])


def commands(group: Any = None, path: str = "") -> Iterator[Command]:
    """All commands, including those in groups."""
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{path}{name} ")
        else:
            yield described(command, f"{path}{name}")


def described(command: Any, name: str) -> Command:
    """The manual entry of a Typer command."""
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option" and not one.hidden]
    return Command(
        name,
        "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n")),
        tuple(Entry(_argument(one), one.help or "") for one in arguments),
        tuple(Entry(_option(one), _about(command, one)) for one in options),
    )


def _argument(argument: Any) -> str:
    spelled = argument.metavar or argument.name.upper()
    return spelled if argument.required or spelled.startswith("[") else f"[{spelled}]"


def _option(option: Any) -> str:
    names = ", ".join([*option.opts, *option.secondary_opts])
    if option.is_flag:
        return names
    return f"{names} {option.metavar or option.name.replace('_', '-').upper()}"


def _about(command: Any, option: Any) -> str:
    about = option.help or ""
    if option.default not in (None, "", False) and not callable(option.default):
        about += f" Default: {option.default}."
    prefix = command.context_settings.get("auto_envvar_prefix")
    if variable := option.envvar or (prefix and f"{prefix}_{option.name.upper()}"):
        about += f" Environment variable: {variable}."
    return about.strip()


def man_page() -> str:
    """The manual as a man page."""
    top = described(typer.main.get_command(app), "")
    lines = [
        f'.TH DICEHALL 1 "" "dicehall {dicehall.__version__}" "User Commands"',
        ".SH NAME",
        f"dicehall \\- {_roff(ABOUT.lower())}",
        ".SH SYNOPSIS",
        ".B dicehall",
        "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]",
        ".SH DESCRIPTION",
        _roff(INTRODUCTION),
        ".SH OPTIONS",
        *_terms({one.spelled: one.about for one in top.options}),
        ".SH COMMANDS",
    ]
    for command in commands():
        lines += [f".SS {_roff(command.usage)}", *_paragraphs(command.about)]
        lines += _terms({one.spelled: one.about for one in (*command.arguments, *command.options)})
    lines += [".SH GAMES AND THEIR LEVELS", *_terms({n: ", ".join(levels(n)) for n in games()})]
    lines += [".SH SHELL COMPLETION", _roff(COMPLETION)]
    lines += [".SH EXIT STATUS", *_terms(EXIT_CODES), ".SH ENVIRONMENT", *_terms(ENVIRONMENT)]
    return "\n".join(lines) + "\n"


def markdown() -> str:
    """The manual as a page of the documentation site."""
    top = described(typer.main.get_command(app), "")
    parts = ["# The command line", INTRODUCTION, _list(top.options)]
    for command in commands():
        parts += [f"## dicehall {command.name}", f"    {command.usage}", command.about]
        parts += [_list((*command.arguments, *command.options))]
    parts += ["## Games and their levels"]
    parts += [_list(tuple(Entry(name, ", ".join(levels(name))) for name in games()))]
    parts += ["## Shell completion", COMPLETION]
    parts += ["## Exit codes", _list(tuple(Entry(*one) for one in EXIT_CODES.items()))]
    parts += ["## Environment", _list(tuple(Entry(*one) for one in ENVIRONMENT.items()))]
    return "\n\n".join(filter(None, parts)) + "\n"


def _list(entries: tuple[Entry, ...]) -> str:
    return "\n\n".join(f"`{one.spelled}`\n:   {one.about}" for one in entries)


def _paragraphs(text: str) -> list[str]:
    first, *rest = text.split("\n\n")
    return [_roff(first), *(line for part in rest for line in (".PP", _roff(part)))]


def _terms(terms: dict[str, str]) -> list[str]:
    return [
        line
        for term, about in terms.items()
        for line in (".TP", f"\\fB{_roff(term)}\\fR", _roff(about))
    ]


def _roff(text: str) -> str:
    """Escape a line of text for roff."""
    for sign, spelled in SPELLED.items():
        text = text.replace(sign, spelled)
    return f"\\&{text}" if text.startswith(".") else text


if __name__ == "__main__":
    print(man_page(), end="")
