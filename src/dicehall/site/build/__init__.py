"""Writes the folder: `folder` puts it together, `core` finds Pyodide, `prepare.mjs` runs `rehearsal`
and `packing` under it in Node."""
