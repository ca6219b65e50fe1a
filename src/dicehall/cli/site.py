"""`dicehall site`: the whole program as a folder of static files."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer


def site(
    folder: Annotated[
        Path, typer.Argument(help="The output folder; an earlier build in it is replaced.")
    ],
    base: Annotated[
        str, typer.Option(help="The path the site will have on its host, such as /dice/.")
    ] = "/",
    pyodide: Annotated[
        Path | None,
        typer.Option(
            help="A folder with Pyodide and msgspec; by default, npm and pip download them once."
        ),
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the site on this machine afterwards.")
    ] = False,
    port: Annotated[int, typer.Option(help="The port for --serve.")] = 8000,
) -> None:
    """Build a static site: Dicehall in the browser, without a server."""
    from dicehall.site.build import core
    from dicehall.site.build.folder import build_site
    from dicehall.site.build.preview import previewed
    from dicehall.solving.folders import cache_folder

    downloads = pyodide or cache_folder() / "pyodide"
    if not pyodide:
        with suppress(core.CannotBuild):
            core.find(downloads)
            pyodide = downloads
    if not pyodide:
        core.fetch(downloads)
    built = build_site(folder, base, downloads)
    size = sum(map(len, built.files.values())) / 1e6
    print(f"{folder}: {len(built.files)} files, {size:.1f} MB, for URLs below {built.base}")
    if serve:
        with previewed(folder, built.base, port) as address, suppress(KeyboardInterrupt):
            print(f"{address} (Ctrl-C stops it)", flush=True)
            while True:
                time.sleep(3600)
