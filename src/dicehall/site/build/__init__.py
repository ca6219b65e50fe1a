"""Writes the folder: `folder` puts it together, `core` finds Pyodide, and `prepare.mjs` runs
`rehearsal` and `packing` under it in Node."""
